import type { Problem, ProblemDetail } from '@tallyhook/schemas';
import { unclear } from '../parse-json.ts';

/**
 * Finds calls with a duplicate key in their arguments, by message id. Each gets its own error result, because models
 * read results.
 * @throws Problem for a duplicate key anywhere else, where it is unclear what is being called.
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
  return new Map([...calls].map(([id, own]) => [id, unclear('The call', own)]));
}
