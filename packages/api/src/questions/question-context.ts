import {
  understandQuestion,
  type BranchFacts,
  type NormalizedQuestion,
  type QuestionContext,
  type Source,
  type Turn,
  type UnlistedChoices,
} from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import type { TakenMoment } from '@tallyhook/store/collections';
import { choicesInUse, openMongoSource, startTurn } from '@tallyhook/store/questions';
import type { QuestionServices } from './question-services.ts';
import type { Caller } from '../caller.ts';
import { withColumns } from './column-source.ts';
import { lookUp } from './look-up.ts';

/** Placeholder for the person asking when a question is only validated. */
export const anybody = '(anybody)';

/** A question as sent, with its time limit; by default that starts now. */
export interface Asked {
  input: unknown;
  turn?: Turn | undefined;
}

/** The context for understanding a question on a branch now; `me` is the person asking. */
export function contextOf(
  { now }: Pick<QuestionServices, 'now'>,
  { types, timezone, weekStart }: Branch,
  me: string | undefined,
): QuestionContext {
  return { types, now: now(), timezone, weekStart, me };
}

/**
 * Parses a question of a branch. If it names choices that no type lists any more, they are searched in the records,
 * which costs as much as a question.
 * @throws Problem `invalid_question`; `query_timeout`, `too_many_requests` if those choices cannot be found in time.
 */
export function understandOn(
  deps: Pick<QuestionServices, 'store' | 'questionGate' | 'questions'>,
  branch: Branch,
  { input, turn, context }: Asked & { context: QuestionContext },
): Promise<NormalizedQuestion> {
  const { workspaceId } = branch;
  return understandQuestion(input, context, (unlisted) =>
    lookUp(
      deps,
      { workspaceId, turn: turn ?? startTurn({ limitMs: deps.questions.deadlineMs }) },
      {
        look: (looking) => choicesInUse(deps.store, branch, unlisted, looking),
        tookTooLong: (limitMs, cause) => tookTooLong(unlisted, limitMs, cause),
        waitedTooLong: () => waitedTooLong(unlisted),
      },
    ),
  );
}

/** The engine that answers a question, with facts about the records it reads. */
export type QuestionSource = Source & { facts: BranchFacts };

/**
 * Parses a caller's question and chooses the source that answers it.
 * @throws as `understandOn` does.
 */
export async function openQuestion(
  deps: Pick<QuestionServices, 'store' | 'now' | 'questionGate' | 'questions' | 'keptColumns'>,
  { branch, personId, moment }: Pick<Caller, 'branch' | 'moment' | 'personId'>,
  asked: Asked,
): Promise<{ question: NormalizedQuestion; source: QuestionSource }> {
  const question = await understandOn(deps, branch, { ...asked, context: contextOf(deps, branch, personId) });
  return { question, source: await chooseSource(deps, branch, question, await moment) };
}

/** Chooses the engine for a question. */
async function chooseSource(
  { store, keptColumns }: Pick<QuestionServices, 'store' | 'keptColumns'>,
  branch: Branch,
  question: NormalizedQuestion,
  taken: TakenMoment | undefined,
): Promise<QuestionSource> {
  const counted = keptColumns?.keptTypes({ workspaceId: branch.workspaceId, branchId: branch.id }) ?? [];
  const source = await openMongoSource(store, branch, question, { taken, counted });
  return withColumns(keptColumns, source, { store, branch });
}

const fieldsOf = (unlisted: readonly UnlistedChoices[]): string =>
  unlisted
    .slice(0, 5)
    .map(({ path }) => `"${path}"`)
    .join(', ');

function tookTooLong(unlisted: readonly UnlistedChoices[], limitMs: number, cause: unknown): Problem {
  const detail = `Searching for records with choices that ${fieldsOf(unlisted)} does not list took longer than ${limitMs / 1000} seconds. Use choices that it lists.`;
  return new Problem('query_timeout', detail, { members: { limitMs }, cause });
}

function waitedTooLong(unlisted: readonly UnlistedChoices[]): Problem {
  const detail = `The question compares ${fieldsOf(unlisted)} with choices that are not listed. Searching for records with them spent its time waiting for other questions of the workspace. Ask again.`;
  return new Problem('too_many_requests', detail, { retryAfterSeconds: 5 });
}
