import {
  relatedTypes,
  understandQuestion,
  type NormalizedQuestion,
  type QuestionContext,
  type UnlistedChoices,
} from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import { momentOf, type Moment } from '@tallyhook/store/collections';
import { choicesInUse } from '@tallyhook/store/questions';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';
import { lookUp } from './look-up.ts';

/** Stands for the person who asks where a question is only checked. */
export const anybody = '(anybody)';

/** A question as it was sent, when that was, and who waits for the answer. */
export interface Asked {
  input: unknown;
  /** In milliseconds since 1970; by default now. */
  arrivedAt?: number;
  signal?: AbortSignal;
}

/** What a question of a branch is understood by, when it is asked now; `me` is the person who asks. */
export function contextOf(
  { now }: Pick<ApiDependencies, 'now'>,
  { types, timezone, weekStart }: Branch,
  me: string | undefined,
): Omit<QuestionContext, 'facts'> {
  return { types, now: now(), timezone, weekStart, me };
}

/**
 * Reads a question of a branch. Choices that no type lists any more are looked for in the records, as a question is.
 * @throws Problem `invalid_question`; `query_timeout`, `too_many_requests` when those choices cannot be found in time.
 */
export function understandOn(
  deps: Pick<ApiDependencies, 'store' | 'questionGate' | 'questions'>,
  branch: Branch,
  { input, arrivedAt = Date.now(), signal, context }: Asked & { context: Omit<QuestionContext, 'facts'> },
): Promise<NormalizedQuestion> {
  const { workspaceId } = branch;
  return understandQuestion(input, context, (unlisted) =>
    lookUp(
      deps,
      { workspaceId, arrivedAt, signal },
      {
        look: (limits) => choicesInUse(deps.store, branch, unlisted, limits),
        tookTooLong: (limitMs, cause) => tookTooLong(unlisted, limitMs, cause),
        waitedTooLong: () => waitedTooLong(unlisted),
      },
    ),
  );
}

/**
 * What the words of one question mean, with what it asks and the moment at which it is to be answered.
 * @throws as `understandOn` does.
 */
export async function questionMoment(
  deps: Pick<ApiDependencies, 'store' | 'now' | 'questionGate' | 'questions'>,
  { branch, personId, moment: taken }: Pick<Caller, 'branch' | 'moment' | 'personId'>,
  asked: Asked,
): Promise<{ question: NormalizedQuestion; context: QuestionContext; moment: Moment }> {
  const context = contextOf(deps, branch, personId);
  const question = await understandOn(deps, branch, { ...asked, context });
  const { facts, moment } = await momentOf(
    deps.store,
    branch,
    [question.type.name, ...relatedTypes(question)],
    await taken,
  );
  return { question, context: { ...context, facts }, moment };
}

const fieldsOf = (unlisted: readonly UnlistedChoices[]): string =>
  unlisted
    .slice(0, 5)
    .map(({ path }) => `"${path}"`)
    .join(', ');

function tookTooLong(unlisted: readonly UnlistedChoices[], limitMs: number, cause: unknown): Problem {
  const detail = `To look for records with choices that ${fieldsOf(unlisted)} does not list took longer than ${limitMs / 1000} seconds. Compare with choices that are listed.`;
  return new Problem('query_timeout', detail, { members: { limitMs }, cause });
}

function waitedTooLong(unlisted: readonly UnlistedChoices[]): Problem {
  const detail = `The question compares ${fieldsOf(unlisted)} with choices that are not listed. To look for records with them spent its time waiting for other questions of the workspace, which were running. Ask it again.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}
