import { sendSteadily } from './steady.ts';

/** How deliveries were accepted. */
export interface Accepting {
  acceptedPerSecond: number;
  acceptMs: number[];
  /** Processor milliseconds of one delivery, by process, with what was started of its run meanwhile. */
  processorMs: Record<string, number>;
}

/** A way to hand in deliveries: from so many senders, each after its last was answered, or so many a second. */
export type Load = { callers: number; count: number } | { perSecond: number; count: number };

/** Hands in deliveries. `used` says how many processor seconds each process has used. */
export async function measureAccepting(
  deliver: () => Promise<void>,
  load: Load,
  used: () => Record<string, number> = () => ({}),
): Promise<Accepting> {
  const before = used();
  const startedAt = performance.now();
  const acceptMs = 'perSecond' in load ? await sendSteadily(deliver, load) : await sendInTurn(deliver, load);
  const tookMs = performance.now() - startedAt;
  const after = used();
  return {
    acceptedPerSecond: (load.count * 1_000) / tookMs,
    acceptMs,
    processorMs: Object.fromEntries(
      Object.entries(after).map(([name, seconds]) => [name, ((seconds - before[name]!) * 1_000) / load.count]),
    ),
  };
}

/** Concurrent callers, each of which sends its next delivery as soon as one is accepted. */
export async function sendInTurn(
  deliver: () => Promise<void>,
  { callers, count }: { callers: number; count: number },
): Promise<number[]> {
  const tookMs: number[] = [];
  let next = 0;
  const call = async () => {
    while ((next += 1) <= count) {
      const startedAt = performance.now();
      await deliver();
      tookMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return tookMs;
}
