import { untilAborted } from '../until-aborted.ts';

/** A count that is under way and that several may wait for. */
export interface SharedCount<Result> {
  /**
   * The result, or the signal's reason as soon as it aborts. The count goes on while anybody waits for it and is ended
   * when the last one leaves.
   */
  wait(signal: AbortSignal): Promise<Result>;
}

/** The counts that are under way in this process, by the key of their answer. */
export interface SharedCounts<Result> {
  find(key: string): SharedCount<Result> | undefined;
  /** Begins a count; whoever comes later finds this one. */
  start(key: string, work: (signal: AbortSignal) => Promise<Result>): SharedCount<Result>;
}

export function createSharedCounts<Result>(): SharedCounts<Result> {
  const underWay = new Map<string, SharedCount<Result>>();

  const start: SharedCounts<Result>['start'] = (key, work) => {
    const ending = new AbortController();
    let waiting = 0;
    const forget = () => {
      if (underWay.get(key) === count) underWay.delete(key);
    };
    const result = work(ending.signal).finally(forget);
    // Without a handler of its own, a failure that nobody waits for any more would end the process.
    result.catch(() => undefined);
    const leave = (reason: unknown) => {
      waiting -= 1;
      if (waiting > 0) return;
      forget();
      ending.abort(reason);
    };
    const count: SharedCount<Result> = {
      async wait(signal) {
        waiting += 1;
        const onAbort = () => leave(signal.reason);
        if (signal.aborted) {
          // Also who had left before: a count that only they wanted has begun.
          onAbort();
          throw signal.reason;
        }
        signal.addEventListener('abort', onAbort, { once: true });
        try {
          return await untilAborted(result, signal);
        } finally {
          signal.removeEventListener('abort', onAbort);
        }
      },
    };
    underWay.set(key, count);
    return count;
  };

  return { find: (key) => underWay.get(key), start };
}
