import { ActionError } from '../action-error.ts';

/** Ends a streamed request that takes too long, is stopped or breaks. */
export interface StreamLimits {
  /** Never resolves; rejects if the request must be given up. */
  broken: Promise<never>;
  /** True until something may have been sent. */
  isUnsent: boolean;
  isTimeout: boolean;
  isStopped: boolean;
  /** Restarts the idle timer. */
  moved(): void;
  /** Waits for the file instead of the service. */
  forFile<T>(reading: Promise<T>): Promise<T>;
  fail(error: Error): void;
  end(): void;
}

/** Watches the caller's signal and the idle time. */
export function createLimits(idleTimeoutMs: number, signal: AbortSignal | undefined): StreamLimits {
  const { promise, reject } = Promise.withResolvers<never>();
  let failure: { error: Error } | undefined;
  let waitsForFile = false;
  let stopWaiting: (error: unknown) => void = () => undefined;
  promise.catch((error: Error) => {
    failure = { error };
    stopWaiting(error);
  });
  const giveUp = (): void => {
    if (waitsForFile)
      return reject(new ActionError('transient', 'the file could not be read in time', { unread: true }));
    limits.isTimeout = true;
    reject(Object.assign(new Error('nothing moved'), { code: 'ETIMEDOUT' }));
  };
  const stop = (): void => {
    limits.isStopped = true;
    reject(new Error('stopped'));
  };
  let timer = setTimeout(giveUp, idleTimeoutMs);
  let hasEnded = false;
  // Promise.race would keep every slice in memory until the request ends.
  const orBroken = <T>(reading: Promise<T>): Promise<T> =>
    new Promise((resolve, refuse) => {
      stopWaiting = refuse;
      if (failure) refuse(failure.error);
      reading.then(resolve, refuse);
    });
  const limits: StreamLimits = {
    broken: promise,
    isUnsent: true,
    isTimeout: false,
    isStopped: false,
    moved() {
      if (hasEnded) return;
      clearTimeout(timer);
      timer = setTimeout(giveUp, idleTimeoutMs);
    },
    async forFile(reading) {
      waitsForFile = true;
      limits.moved();
      try {
        return await orBroken(reading);
      } finally {
        waitsForFile = false;
        limits.moved();
      }
    },
    fail: reject,
    end() {
      hasEnded = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  return limits;
}
