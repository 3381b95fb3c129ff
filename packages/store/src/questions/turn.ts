import type { Timings, Turn } from '@tallyhook/query';
import { Problem } from '@tallyhook/schemas';

export interface TurnOptions {
  limitMs: number;
  /** When the request arrived, in milliseconds since 1970; default now. */
  arrivedAt?: number | undefined;
  /** Aborts when the caller no longer waits for the answer; default never. */
  left?: AbortSignal | undefined;
}

/** Starts the clock of a question. */
export function startTurn({ limitMs, arrivedAt = Date.now(), left = new AbortController().signal }: TurnOptions): Turn {
  const deadlineAt = arrivedAt + limitMs;
  const late = AbortSignal.timeout(Math.max(0, deadlineAt - Date.now()));
  const timings = { queue: 0, db: 0, labels: 0 };
  return { arrivedAt, limitMs, deadlineAt, left, late, signal: AbortSignal.any([left, late]), timings };
}

/**
 * The remaining whole milliseconds.
 * @throws Problem `query_timeout` if there are none.
 */
export function leftMs({ deadlineAt, limitMs }: Pick<Turn, 'deadlineAt' | 'limitMs'>): number {
  const left = Math.floor(deadlineAt - Date.now());
  if (left < 1) throw questionTimedOut(limitMs);
  return left;
}

/** Runs a part of the work and adds its duration to the timings. */
export async function timed<Result>(
  { timings }: Pick<Turn, 'timings'>,
  part: keyof Timings,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    timings[part] += performance.now() - startedAt;
  }
}

/** The Problem for a question that took too long, in every API. `advice` lists the indexes that would help. */
export function questionTimedOut(
  limitMs: number,
  { cause, advice = [] }: { cause?: unknown; advice?: readonly object[] } = {},
): Problem {
  const detail = `The question took longer than ${limitMs / 1000} seconds: filter to fewer records, group by less, or leave out distinct counts.`;
  const members = { limitMs, ...(advice.length === 0 ? {} : { advice }) };
  return new Problem('query_timeout', detail, { members, cause });
}
