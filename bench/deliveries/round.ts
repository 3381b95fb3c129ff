import { setTimeout as pause } from 'node:timers/promises';
import { processorSeconds } from '../processor-time.ts';

/** One side of the comparison: the product or the bare worker. */
export interface Side {
  name: string;
  /** Hands in one run and waits until it is taken. */
  accept(number: number): Promise<void>;
  /** How many runs have ended since the beginning. */
  ended(): Promise<number> | number;
  /** The processes that work for this side, by what the table calls them. */
  pids: Record<string, number>;
}

/** What one round gave. */
export interface Round {
  acceptedPerSecond: number;
  finishedPerSecond: number;
  /** Milliseconds from handing in to taken, one for each run. */
  acceptMs: number[];
  /** Processor milliseconds a run, by process. */
  processorMs: Record<string, number>;
}

const lookEveryMs = 25;
const giveUpAfterMs = 120_000;

/** So many callers hand in runs, each the next as soon as one is taken; the round ends with the last run. */
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
    if (performance.now() > giveUpAt) throw new Error(`${side.name}: ${ended} of ${wanted} runs ended in two minutes.`);
    await pause(lookEveryMs);
  }
}

const usedOf = ({ pids }: Side): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorSeconds(pid)]));
