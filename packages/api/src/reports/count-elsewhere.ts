import { setTimeout as pause } from 'node:timers/promises';
import type { Turn } from '@tallyhook/query';
import { problemFrom } from '@tallyhook/store';
import { findKeptAnswer, forgetCount, noteCount } from '@tallyhook/store/questions';
import type { ReportServices } from './report-services.ts';

/** How often a process says that it is still counting, and for how long its word is taken. */
const tellEveryMs = 1_000;
const believedForMs = 3_000;
const lookEveryMs = 100;

/**
 * Tells the other processes of a count that takes more than a moment, again and again until the function that it gives
 * is called. A quick count is over before there is anything to tell.
 */
export function tellOfCount(deps: ReportServices, key: string): () => Promise<void> {
  const { store, now, keepAnswersOverMs } = deps;
  let told: Promise<void> | undefined;
  let timer = setTimeout(tell, keepAnswersOverMs);

  function tell() {
    const until = new Date(now().getTime() + believedForMs);
    told = inSpite(deps, noteCount(store, key, { until }));
    timer = setTimeout(tell, tellEveryMs);
  }
  return async () => {
    clearTimeout(timer);
    if (told === undefined) return;
    await told;
    await inSpite(deps, forgetCount(store, key));
  };
}

/** The answer that another process keeps when it has counted; nothing where it gave up, died or took too long. */
export async function untilCounted(
  { store, now }: Pick<ReportServices, 'store' | 'now'>,
  key: string,
  { deadlineAt, left }: Pick<Turn, 'deadlineAt' | 'left'>,
): Promise<unknown> {
  while (Date.now() < deadlineAt) {
    await pause(lookEveryMs, undefined, { signal: left });
    const { answer, isBeingCounted } = await findKeptAnswer(store, key, { now: now() });
    if (answer !== undefined || !isBeingCounted) return answer;
  }
  return undefined;
}

/** What is only for others to go faster may fail: an answer that is there goes out all the same. */
export async function inSpite({ logger }: Pick<ReportServices, 'logger'>, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    logger.warn({ error: String(problemFrom(error)) }, 'An answer could not be kept.');
  }
}
