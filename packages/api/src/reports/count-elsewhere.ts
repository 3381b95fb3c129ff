import { setTimeout as pause } from 'node:timers/promises';
import type { Turn } from '@tallyhook/query';
import { problemFrom } from '@tallyhook/store';
import { findKeptAnswer, forgetCount, noteCount } from '@tallyhook/store/questions';
import type { ReportServices } from './report-services.ts';

/** How often a process announces a running computation, and how long each announcement is valid. */
const announceEveryMs = 1_000;
const validForMs = 3_000;
const pollEveryMs = 100;

/**
 * Announces a long computation to the other processes until the returned function is called. A quick one ends before
 * the first announcement.
 */
export function announceCount(deps: ReportServices, key: string): () => Promise<void> {
  const { store, now, keepAnswersOverMs } = deps;
  let announced: Promise<void> | undefined;
  let timer = setTimeout(announce, keepAnswersOverMs);

  function announce() {
    const until = new Date(now().getTime() + validForMs);
    announced = logFailure(deps, noteCount(store, key, { until }));
    timer = setTimeout(announce, announceEveryMs);
  }
  return async () => {
    clearTimeout(timer);
    if (announced === undefined) return;
    await announced;
    await logFailure(deps, forgetCount(store, key));
  };
}

/** Waits for the answer that another process is computing; undefined if that process gave up, died or took too long. */
export async function awaitCount(
  { store, now }: Pick<ReportServices, 'store' | 'now'>,
  key: string,
  { deadlineAt, left }: Pick<Turn, 'deadlineAt' | 'left'>,
): Promise<unknown> {
  while (Date.now() < deadlineAt) {
    await pause(pollEveryMs, undefined, { signal: left });
    const { answer, isBeingCounted } = await findKeptAnswer(store, key, { now: now() });
    if (answer !== undefined || !isBeingCounted) return answer;
  }
  return undefined;
}

/** Logs a failure of optional work, such as caching, and continues: an available answer is sent anyway. */
export async function logFailure({ logger }: Pick<ReportServices, 'logger'>, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    logger.warn({ error: String(problemFrom(error)) }, 'Could not keep an answer.');
  }
}
