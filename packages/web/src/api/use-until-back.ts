import { useEffect } from 'react';
import { useLatest } from '../shell/use-latest.ts';
import { Refusal } from './send.ts';

const pauseMs = 3_000;

export interface UntilBack {
  /** Tries again and shows the result only on success. */
  tryQuietly: (signal: AbortSignal) => Promise<void>;
  /** Tries again visibly: the service responds, but something else is wrong. */
  tryVisibly: () => void;
}

/** After an error caused by an outage, retries every few seconds until the service is back. */
export function useUntilBack(error: Error | null | undefined, tries: UntilBack): void {
  const isAway = wasAway(error);
  const latest = useLatest(tries);
  useEffect(() => {
    if (!isAway) return undefined;
    const left = new AbortController();
    const tryAgain = async () => {
      try {
        await latest.current.tryQuietly(left.signal);
      } catch (failure) {
        if (left.signal.aborted) return;
        // The error on the page already says this.
        if (wasAway(failure)) timer = setTimeout(() => void tryAgain(), pauseMs);
        else latest.current.tryVisibly();
      }
    };
    let timer = setTimeout(() => void tryAgain(), pauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [isAway]);
}

/** Whether there was no response, or one that says the service is not ready. */
function wasAway(error: unknown): boolean {
  return error instanceof Refusal && ['unreachable', 'unavailable'].includes(error.code);
}
