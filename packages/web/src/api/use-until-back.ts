import { useEffect } from 'react';
import { useLatest } from '../shell/use-latest.ts';
import { Refusal } from './send.ts';

const pauseMs = 3_000;

export interface UntilBack {
  /** Tries again, and shows what comes of it only when that worked. */
  tryQuietly: (signal: AbortSignal) => Promise<void>;
  /** Tries again where everybody sees it: the service answers, but something else is the matter. */
  tryAloud: () => void;
}

/** After an error because the service is away, tries again every few seconds until it is back. */
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
        // The error that is shown says the same.
        if (wasAway(failure)) timer = setTimeout(() => void tryAgain(), pauseMs);
        else latest.current.tryAloud();
      }
    };
    let timer = setTimeout(() => void tryAgain(), pauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [isAway]);
}

/** Whether there was no answer, or one that says that the service cannot answer yet. */
function wasAway(error: unknown): boolean {
  return error instanceof Refusal && ['unreachable', 'unavailable'].includes(error.code);
}
