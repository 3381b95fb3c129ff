import { setTimeout as pause } from 'node:timers/promises';
import { processorSeconds } from '../processor-time.ts';
import { sendInTurn } from './accepting.ts';

/** One side of the comparison: the product or the bare worker. */
export interface Side {
  name: string;
  /** Submits one run and waits until it is accepted. */
  accept(number: number): Promise<void>;
  /** Number of runs finished since the start. */
  ended(): Promise<number> | number;
  /** This side's processes, by their names in the table. */
  pids: Record<string, number>;
}

/** Results of one round. */
export interface Round {
  acceptedPerSecond: number;
  finishedPerSecond: number;
  /** Milliseconds from submission to acceptance of each run. */
  acceptMs: number[];
  /** CPU milliseconds per run, by process. */
  processorMs: Record<string, number>;
}

/** Rarely: the looks of the product's side are work of mongod. */
const lookEveryMs = 100;
const giveUpAfterMs = 600_000;

/**
 * Runs concurrent callers, each submitting its next run as soon as one is accepted. Ends when the last run finishes.
 */
export async function measureRound(side: Side, { runs, callers }: { runs: number; callers: number }): Promise<Round> {
  const endedBefore = await side.ended();
  const usedBefore = usedOf(side);
  const startedAt = performance.now();
  let number = 0;
  const acceptMs = await sendInTurn(() => side.accept((number += 1)), { count: runs, callers });
  const acceptedMs = performance.now() - startedAt;
  await allEnded(side, endedBefore + runs);
  const finishedMs = performance.now() - startedAt;
  const used = usedOf(side);
  return {
    acceptedPerSecond: (runs * 1_000) / acceptedMs,
    finishedPerSecond: (runs * 1_000) / finishedMs,
    acceptMs,
    processorMs: Object.fromEntries(
      Object.entries(used).map(([name, seconds]) => [name, ((seconds - usedBefore[name]!) * 1_000) / runs]),
    ),
  };
}

/** Waits until so many runs have ended. */
export async function allEnded(side: Side, wanted: number): Promise<void> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  for (let ended = await side.ended(); ended < wanted; ended = await side.ended()) {
    if (performance.now() > giveUpAt)
      throw new Error(`${side.name}: only ${ended} of ${wanted} runs ended within ten minutes.`);
    await pause(lookEveryMs);
  }
}

/** The processor seconds that the processes of a side have used. */
export const usedOf = ({ pids }: Side): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorSeconds(pid)]));
