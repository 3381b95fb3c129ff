import { ActionError } from '../action-error.ts';

/** What ends a streamed request before its answer. */
export interface StreamLimits {
  /** Never resolves; rejects when the request is to be given up. */
  broken: Promise<never>;
  /** Whether nothing can have been sent yet. */
  isUnsent: boolean;
  isTimeout: boolean;
  isStopped: boolean;
  /** Something has moved. */
  moved(): void;
  /** Waits for the file instead of the service. */
  forFile<T>(reading: Promise<T>): Promise<T>;
  fail(error: Error): void;
  end(): void;
}

/** Watches over a streamed request: the caller's signal, and the time in which nothing moves. */
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
  // A race against the promise would keep every part of the file until the request ends: it hears of all that it raced.
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
