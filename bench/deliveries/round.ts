import { setTimeout as pause } from 'node:timers/promises';
import { processorSeconds } from '../processor-time.ts';

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

const lookEveryMs = 25;
const giveUpAfterMs = 120_000;

/**
 * Runs concurrent callers, each submitting its next run as soon as one is accepted. Ends when the last run finishes.
 */
export async function measureRound(side: Side, { runs, callers }: { runs: number; callers: number }): Promise<Round> {
  const endedBefore = await side.ended();
  const usedBefore = usedOf(side);
  const startedAt = performance.now();
  const acceptMs = await handIn(side, { runs, callers });
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

async function handIn(side: Side, { runs, callers }: { runs: number; callers: number }): Promise<number[]> {
  const acceptMs: number[] = [];
  let next = 0;
  const call = async () => {
    while (next < runs) {
      const number = (next += 1);
      const startedAt = performance.now();
      await side.accept(number);
      acceptMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return acceptMs;
}

async function allEnded(side: Side, wanted: number): Promise<void> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  for (let ended = await side.ended(); ended < wanted; ended = await side.ended()) {
    if (performance.now() > giveUpAt)
      throw new Error(`${side.name}: only ${ended} of ${wanted} runs ended within two minutes.`);
    await pause(lookEveryMs);
  }
}

const usedOf = ({ pids }: Side): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorSeconds(pid)]));
