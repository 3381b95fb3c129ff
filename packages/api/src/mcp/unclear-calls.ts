import type { Problem, ProblemDetail } from '@tallyhook/schemas';
import { unclear } from '../parse-json.ts';

/**
 * Why calls cannot be taken, by the ids of their messages: a key stands twice in their arguments. Each is refused by a
 * result of its own, because a model reads results.
 * @throws Problem where a key stands twice elsewhere: then it is not known what is called.
 */
export function unclearCalls(body: unknown, refusal: Problem | undefined): Map<unknown, Problem> {
  if (refusal === undefined) return new Map();
  const calls = new Map<unknown, ProblemDetail[]>();
  for (const error of refusal.errors) {
    const [, index, pointer] = /^#(?:\/(\d+))?\/params\/arguments(\/.+)$/.exec(error.pointer ?? '') ?? [];
    if (pointer === undefined) throw refusal;
    const { id } = (index === undefined ? body : (body as unknown[])[Number(index)]) as { id?: unknown };
    if (!calls.has(id)) calls.set(id, []);
    calls.get(id)!.push({ ...error, pointer: `#${pointer}` });
  }
  return new Map([...calls].map(([id, own]) => [id, unclear('The question', own)]));
}
