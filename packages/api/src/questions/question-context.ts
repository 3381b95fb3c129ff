import type { QuestionContext } from '@tallyhook/query';
import { collectionFacts, momentOf, type Branch, type Moment } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';

/** What the words of a question mean on a branch at this moment. */
export async function questionContext(
  { store, now }: Pick<ApiDependencies, 'store' | 'now'>,
  branch: Branch,
): Promise<QuestionContext> {
  const { types, timezone, weekStart } = branch;
  return { types, now: now(), timezone, weekStart, facts: await collectionFacts(store, branch) };
}

/** The same for one question, with the moment at which it is to be answered. */
export async function questionMoment(
  { store, now }: Pick<ApiDependencies, 'store' | 'now'>,
  branch: Branch,
  input: unknown,
): Promise<{ context: QuestionContext; moment: Moment }> {
  const { types, timezone, weekStart } = branch;
  const { facts, moment } = await momentOf(store, branch, typeOf(input));
  return { context: { types, now: now(), timezone, weekStart, facts }, moment };
}

/** The type that a question names, before it is known to be a question. */
function typeOf(input: unknown): string {
  const { type } = (input ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type : '';
}
