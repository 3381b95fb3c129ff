import { untilAborted } from '../until-aborted.ts';

/** A running computation that several requests may wait for. */
export interface SharedCount<Result> {
  /**
   * Waits for the result; rejects with the signal's reason as soon as it aborts. The computation is cancelled when the
   * last waiter leaves.
   */
  wait(signal: AbortSignal): Promise<Result>;
}

/** The running computations of this process, by answer key. */
export interface SharedCounts<Result> {
  find(key: string): SharedCount<Result> | undefined;
  /** Starts a computation; later requests find it by its key. */
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
    // Without a handler, a rejection after the last waiter left would end the process.
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
          // The signal may already be aborted, and the computation has started.
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
