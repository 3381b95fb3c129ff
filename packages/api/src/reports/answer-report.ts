import { createHash } from 'node:crypto';
import type { Answer, NormalizedQuestion } from '@tallyhook/query';
import type { Report } from '@tallyhook/schemas';
import {
  dropKeptAnswer,
  findKeptAnswer,
  keepAnswer,
  problemFrom,
  type Branch,
  type Definition,
} from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../middleware/caller.ts';
import { askForReport } from '../questions/ask-for-report.ts';
import { countCall, type Question, type Timings } from '../questions/ask-question.ts';
import { questionOf } from './check-report.ts';
import { normalizeReport } from './describe-report.ts';

/** For how long an answer that took long is kept. */
const keptForMs = 60_000;

export interface ReportQuestion extends Omit<Question, 'input'> {
  /** Whether it is counted now, whatever is kept. */
  recount: boolean;
}

/**
 * The answer to a report as it is saved. One that took more than a moment is kept for a minute, for everybody who opens
 * the report, at whichever process; one that came quickly never is.
 * @throws as `askQuestion` does.
 */
export async function answerReport(
  deps: ApiDependencies,
  caller: Caller,
  report: Definition,
  { recount, ...question }: ReportQuestion,
): Promise<{ answer: Answer; timings: Timings }> {
  const { store, now, keepAnswersOverMs } = deps;
  const input = questionOf(report.definition as Report);
  const understood = normalizeReport(caller.branch, report, now());
  const key = keyOf(caller.branch, understood, question.labels);
  const kept = recount ? undefined : await findKeptAnswer(store, key, { now: now() });
  if (kept !== undefined) {
    await countCall(deps, caller);
    return { answer: marked(kept as Answer, true), timings: { queue: 0, db: 0, labels: 0 } };
  }
  const { answer, timings } = await askForReport(deps, caller, { ...question, input });
  const isSlow = timings.db > keepAnswersOverMs;
  const until = new Date(now().getTime() + keptForMs);
  if (isSlow) await inSpite(deps, keepAnswer(store, key, { answer, until }));
  else if (recount) await inSpite(deps, dropKeptAnswer(store, key));
  return { answer: marked(answer, false), timings };
}

/**
 * What answers have to have in common to be the same: the branch, the question with what its days came to, and what of
 * the branch the person may read, which is all of it for everybody who may read any.
 */
function keyOf(
  { workspaceId, id }: Branch,
  { document, ranges }: Pick<NormalizedQuestion, 'document' | 'ranges'>,
  labels: boolean,
): string {
  const parts = [workspaceId, id, document, ranges, labels, 'reads all'];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function marked(answer: Answer, kept: boolean): Answer {
  return { ...answer, meta: { ...answer.meta, kept } };
}

/** An answer that is there goes out, whether or not it can be kept. */
async function inSpite({ logger }: Pick<ApiDependencies, 'logger'>, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    logger.warn({ error: String(problemFrom(error)) }, 'An answer could not be kept.');
  }
}
