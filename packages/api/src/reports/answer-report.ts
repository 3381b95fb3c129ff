import { createHash } from 'node:crypto';
import { questionOfReport, type Answer, type NormalizedQuestion, type Turn } from '@tallyhook/query';
import { Problem, type Report } from '@tallyhook/schemas';
import type { Branch } from '@tallyhook/store/branches';
import type { Definition } from '@tallyhook/store/definitions';
import { dropKeptAnswer, findKeptAnswer, keepAnswer, startTurn } from '@tallyhook/store/questions';
import type { Counted, ReportServices } from './report-services.ts';
import type { Caller } from '../caller.ts';
import { askForReport } from '../questions/ask-for-report.ts';
import { ageSeconds } from '../kept-answer-headers.ts';
import { countCall, type AskedQuestion } from '../questions/ask-question.ts';
import { nameInTime } from '../questions/name-in-time.ts';
import { inSpite, tellOfCount, untilCounted } from './count-elsewhere.ts';
import { understandReport } from './describe-report.ts';

/** For how long an answer that took long is kept. */
const keptForMs = 60_000;

export interface ReportQuestion extends Omit<AskedQuestion, 'input'> {
  /** Whether it is counted now, whatever is kept. */
  recount: boolean;
  /** How many seconds old a kept answer may be, where whoever asks says so. */
  mostAge?: number | undefined;
}

/**
 * The answer to a report as it is saved. One that took more than a moment is kept for a minute, for everybody who opens
 * the report, at whichever process; one that came quickly never is. Who opens a report while it is counted waits for
 * that count, here or in another process, and takes its answer if it is one that is kept. Labels are no part of what is
 * kept: records are named when the answer is given out, so that it is the same with labels and without.
 * @throws as `askQuestion` does.
 */
export async function answerReport(
  deps: ReportServices,
  caller: Caller,
  report: Definition,
  { recount, mostAge = Infinity, ...question }: ReportQuestion,
): Promise<Counted> {
  const { turn } = question;
  const understood = await understandReport(deps, caller.branch, report, { me: caller.personId, turn });
  const key = keyOf(caller.branch, understood);
  const giveOut = ({ answer, timings }: Counted, kept: boolean) =>
    withLabels(deps, caller.branch, { question: understood, answer: marked(answer, kept), timings }, question);
  const kept = recount ? undefined : await findAnswer(deps, key, turn);
  const isOld = kept !== undefined && ageSeconds(kept.meta.countedAt, deps.now()) > mostAge;
  if (kept !== undefined && !isOld) {
    countCall(deps, caller);
    return giveOut({ answer: kept, timings: turn.timings }, true);
  }
  const input = questionOfReport(report.definition as Report, caller.branch.types);
  const count = deps.counts.start(key, async (left) => {
    const done = tellOfCount(deps, key);
    try {
      const counting = { ...question, input, labels: false, anew: recount, turn: startTurn({ ...turn, left }) };
      const counted = await askForReport(deps, caller, counting);
      await keepOrDrop(deps, key, counted, recount || isOld);
      return counted;
    } finally {
      await done();
    }
  });
  return giveOut(await count.wait(turn.left), false);
}

/** What was counted, with labels where they are asked for. */
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

/** An answer that is kept, or one that somebody is counting and that will be. */
async function findAnswer(deps: ReportServices, key: string, turn: Turn): Promise<Answer | undefined> {
  const found = await findKeptAnswer(deps.store, key, { now: deps.now() });
  if (found.answer !== undefined) return found.answer as Answer;
  const count = deps.counts.find(key);
  if (count === undefined) {
    return found.isBeingCounted ? ((await untilCounted(deps, key, turn)) as Answer | undefined) : undefined;
  }
  try {
    const counted = await count.wait(turn.left);
    // A quick answer is never kept: who opens the report after a change sees the change.
    return isSlow(deps, counted) ? counted.answer : undefined;
  } catch (error) {
    turn.left.throwIfAborted();
    // It would take as long again. Whatever else it was, it was the trouble of the one who asked.
    if (error instanceof Problem && error.code === 'query_timeout') throw error;
    return undefined;
  }
}

async function keepOrDrop(deps: ReportServices, key: string, counted: Counted, recount: boolean): Promise<void> {
  const { store, now } = deps;
  const { answer } = counted;
  const until = new Date(now().getTime() + keptForMs);
  if (isSlow(deps, counted)) await inSpite(deps, keepAnswer(store, key, { answer, until }));
  else if (recount) await inSpite(deps, dropKeptAnswer(store, key));
}

function isSlow({ keepAnswersOverMs }: Pick<ReportServices, 'keepAnswersOverMs'>, { timings }: Counted): boolean {
  return timings.db > keepAnswersOverMs;
}

/**
 * What answers have to have in common to be the same: the branch, the question with what its days and `$me` came to, and
 * what of the branch the person may read, which is all of it for everybody who may read any.
 */
function keyOf(
  { workspaceId, id }: Branch,
  { document, ranges, filter }: Pick<NormalizedQuestion, 'document' | 'ranges' | 'filter'>,
): string {
  const parts = [workspaceId, id, document, ranges, filter, 'reads all'];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function marked(answer: Answer, kept: boolean): Answer {
  return { ...answer, meta: { ...answer.meta, kept } };
}
