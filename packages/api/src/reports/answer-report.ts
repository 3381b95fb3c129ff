import { createHash } from 'node:crypto';
import {
  applyConditions,
  columnsOf,
  questionOfReport,
  type Answer,
  type NormalizedQuestion,
  type Turn,
} from '@tallyhook/query';
import { Problem, type DashboardCondition, type Report } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import type { Definition } from '@tallyhook/store/definitions';
import { dropKeptAnswer, findKeptAnswer, keepAnswer, startTurn } from '@tallyhook/store/questions';
import type { Counted, ReportServices } from './report-services.ts';
import type { Caller } from '../caller.ts';
import { askCompared } from '../questions/ask-compared.ts';
import { askForReport } from '../questions/ask-for-report.ts';
import { contextOf } from '../questions/question-context.ts';
import { ageSeconds } from '../kept-answer-headers.ts';
import { countCall, requireCallsLeft, type AskedQuestion } from '../questions/ask-question.ts';
import { nameInTime } from '../questions/name-in-time.ts';
import { announceCount, awaitCount, logFailure } from './count-elsewhere.ts';
import { understandReport } from './describe-report.ts';

/** How long a slow answer is cached. */
const keptForMs = 60_000;

export interface ReportQuestion extends Omit<AskedQuestion, 'input'> {
  /** Whether to compute the answer now, ignoring the cache. */
  recount: boolean;
  /** Maximum age in seconds of a cached answer, if the client sets one. */
  maxAge?: number | undefined;
  /** Conditions of a dashboard; those that do not fit the report's records are left out. */
  conditions?: readonly DashboardCondition[] | undefined;
}

/**
 * Answers a saved report. Slow answers are cached for a minute, for all readers of the report, in all processes;
 * quick ones never are. A request during a running computation waits for it, here or in another process, and uses its
 * answer if it is cached. Labels are not cached: names are added on the way out, so that requests with and without
 * labels share an answer.
 * @throws as `askQuestion` does.
 */
export async function answerReport(
  deps: ReportServices,
  caller: Caller,
  saved: Definition,
  { recount, maxAge = Infinity, conditions = [], ...question }: ReportQuestion,
): Promise<Counted> {
  const { turn } = question;
  await requireCallsLeft(deps, caller);
  const context = contextOf(deps, caller.branch, caller.personId);
  const { report: definition, unfiltered } = applyConditions(saved.definition as Report, conditions, context);
  const report = { ...saved, definition };
  const understood = await understandReport(deps, caller.branch, report, { me: caller.personId, turn });
  const isCompared = definition.compare !== undefined;
  const key = keyOf(caller.branch, understood, isCompared);
  const giveOut = ({ answer, timings }: Counted, kept: boolean) => {
    const answered = { question: understood, answer: marked(answer, { kept, unfiltered }), timings };
    return withLabels(deps, caller.branch, answered, question);
  };
  const kept = recount ? undefined : await findAnswer(deps, key, turn);
  const isOld = kept !== undefined && ageSeconds(kept.meta.countedAt, deps.now()) > maxAge;
  if (kept !== undefined && !isOld) {
    await countCall(deps, caller);
    return giveOut({ answer: kept, timings: turn.timings }, true);
  }
  const input = questionOfReport(definition, caller.branch.types);
  const count = deps.counts.start(key, async (left) => {
    const done = announceCount(deps, key);
    try {
      const counting = { ...question, input, labels: false, force: recount, turn: startTurn({ ...turn, left }) };
      const counted = isCompared
        ? await askCompared(deps, caller, counting, askForReport)
        : await askForReport(deps, caller, counting);
      await keepOrDrop(deps, key, counted, recount || isOld);
      return counted;
    } finally {
      await done();
    }
  });
  return giveOut(await count.wait(turn.left), false);
}

/** Adds labels to the computed answer if requested. */
async function withLabels(
  deps: ReportServices,
  branch: Branch,
  { question, answer, timings }: Counted & { question: NormalizedQuestion },
  { labels, turn }: Pick<AskedQuestion, 'labels' | 'turn'>,
): Promise<Counted> {
  if (!labels) return { answer, timings };
  const named = await nameInTime(deps, branch, { question, answer }, turn);
  return { answer: named, timings: { ...timings, labels: turn.timings.labels } };
}

/** Finds a cached answer, or waits for one that is being computed and will be cached. */
async function findAnswer(deps: ReportServices, key: string, turn: Turn): Promise<Answer | undefined> {
  const found = await findKeptAnswer(deps.store, key, { now: deps.now() });
  if (found.answer !== undefined) return found.answer as Answer;
  const count = deps.counts.find(key);
  if (count === undefined) {
    return found.isBeingCounted ? ((await awaitCount(deps, key, turn)) as Answer | undefined) : undefined;
  }
  try {
    const counted = await count.wait(turn.left);
    // Quick answers are never reused, so that reopening a report shows recent changes.
    return isSlow(deps, counted) ? counted.answer : undefined;
  } catch (error) {
    turn.left.throwIfAborted();
    // A repeat would time out as well. Other errors concern only the request that hit them.
    if (error instanceof Problem && error.code === 'query_timeout') throw error;
    return undefined;
  }
}

async function keepOrDrop(deps: ReportServices, key: string, counted: Counted, recount: boolean): Promise<void> {
  const { store, now } = deps;
  const { answer } = counted;
  const until = new Date(now().getTime() + keptForMs);
  if (isSlow(deps, counted)) await logFailure(deps, keepAnswer(store, key, { answer, until }));
  else if (recount) await logFailure(deps, dropKeptAnswer(store, key));
}

function isSlow({ keepAnswersOverMs }: Pick<ReportServices, 'keepAnswersOverMs'>, { timings }: Counted): boolean {
  return timings.db > keepAnswersOverMs;
}

/**
 * The cache key: the branch, the question with its dates and `$me` resolved, how people see its columns, the part of the
 * branch the person may read, which is all of it for every reader, and whether it is compared.
 */
function keyOf({ workspaceId, id }: Branch, question: NormalizedQuestion, isCompared: boolean): string {
  const { document, ranges, filter } = question;
  const parts = [workspaceId, id, document, ranges, filter, columnsOf(question), 'reads all', isCompared];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function marked(answer: Answer, { kept, unfiltered }: Required<Pick<Answer['meta'], 'kept' | 'unfiltered'>>): Answer {
  return { ...answer, meta: { ...answer.meta, kept, ...(unfiltered.length > 0 && { unfiltered }) } };
}
