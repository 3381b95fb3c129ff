import { relatedTypes, understandQuestion, type NormalizedQuestion, type QuestionContext } from '@tallyhook/query';
import { choicesInUse, collectionFacts, momentOf, type Branch, type Moment } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';

/** Stands for the person who asks where a question is only checked. */
export const anybody = '(anybody)';

/** What the words of a question mean on a branch at this moment, whoever asks it. */
export async function questionContext(
  { store, now }: Pick<ApiDependencies, 'store' | 'now'>,
  branch: Branch,
): Promise<QuestionContext> {
  const { types, timezone, weekStart } = branch;
  return { types, now: now(), timezone, weekStart, me: anybody, facts: await collectionFacts(store, branch) };
}

/**
 * The same for one question, with what it asks and the moment at which it is to be answered.
 * @throws Problem `invalid_question`.
 */
export async function questionMoment(
  { store, now }: Pick<ApiDependencies, 'store' | 'now'>,
  { branch, personId: me, moment: taken }: Pick<Caller, 'branch' | 'moment' | 'personId'>,
  input: unknown,
): Promise<{ question: NormalizedQuestion; context: QuestionContext; moment: Moment }> {
  const { types, timezone, weekStart } = branch;
  const context = { types, now: now(), timezone, weekStart, me };
  const question = await understandQuestion(input, context, (unlisted) => choicesInUse(store, branch, unlisted));
  const asked = [question.type.name, ...relatedTypes(question)];
  const { facts, moment } = await momentOf(store, branch, asked, await taken);
  return { question, context: { ...context, facts }, moment };
}
