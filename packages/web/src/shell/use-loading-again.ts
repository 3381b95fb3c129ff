import { useEffect, useState } from 'react';

const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
const patienceMs = 5_000;

/** The state of a page with a missing part. */
export interface LoadingAgain {
  /** The page has already been reloaded for this part without success; now it waits for the person. */
  hasReloaded: boolean;
  /** The person retried, and the service did not respond. */
  isAway: boolean;
  tryAgain: () => Promise<void>;
}

/**
 * Reloads the page as soon as the service responds; the browser's own offline page would never do that. Importing again
 * would not help: browsers remember failed imports, and a newer build has other file names. The automatic reload
 * happens once, so that a missing part cannot cause a reload loop.
 */
export function useLoadingAgain(part: string): LoadingAgain {
  const [hasReloaded] = useState(() => sessionStorage.getItem(keyOf(part)) !== null);
  const [isAway, setIsAway] = useState(false);

  useEffect(() => {
    const gone = new AbortController();
    let timer: number | undefined;
    let pauseMs = firstPauseMs;
    async function reloadOrWait() {
      window.clearTimeout(timer);
      if ((await reloadWhenAnswered(part, gone.signal)) || gone.signal.aborted) return;
      timer = window.setTimeout(() => void reloadOrWait(), pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
    const onOnline = () => void reloadOrWait();
    if (!hasReloaded) void reloadOrWait();
    window.addEventListener('online', onOnline);
    return () => {
      gone.abort();
      window.clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [part, hasReloaded]);

  return { hasReloaded, isAway, tryAgain: async () => setIsAway(!(await reloadWhenAnswered(part))) };
}

/** Call when the part has loaded: the next time it is missing, the page may reload automatically again. */
export function forgetReload(part: string): void {
  sessionStorage.removeItem(keyOf(part));
}

const keyOf = (part: string) => `tallyhook.loaded-again:${part}`;

/** Reloads the page if the service has the part now, unless nobody waits for it any more. */
async function reloadWhenAnswered(part: string, gone?: AbortSignal): Promise<boolean> {
  try {
    const options = { cache: 'no-store', headers: { Accept: 'text/html' } } as const;
    const { ok } = await fetch(window.location.href, { ...options, signal: AbortSignal.timeout(patienceMs) });
    if (!ok || gone?.aborted) return false;
  } catch {
    return false;
  }
  sessionStorage.setItem(keyOf(part), '1');
  window.location.reload();
  return true;
}
