import { normalizeQuestion, relatedTypes, type QuestionContext } from '@tallyhook/query';
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

/**
 * The same for one question, with the moment at which it is to be answered.
 * @throws Problem `invalid_question`.
 */
export async function questionMoment(
  { store, now }: Pick<ApiDependencies, 'store' | 'now'>,
  branch: Branch,
  input: unknown,
): Promise<{ context: QuestionContext; moment: Moment }> {
  const { types, timezone, weekStart } = branch;
  const context = { types, now: now(), timezone, weekStart };
  const question = normalizeQuestion(input, context);
  const { facts, moment } = await momentOf(store, branch, [question.type.name, ...relatedTypes(question)]);
  return { context: { ...context, facts }, moment };
}
