import { useEffect, useState } from 'react';

const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
const patienceMs = 5_000;

/** How a page that lacks a part stands. */
export interface LoadingAgain {
  /** The page was loaded again for this part before, and that did not help: now it waits for somebody. */
  hasReloaded: boolean;
  /** Somebody tried, and nothing answered. */
  isAway: boolean;
  tryAgain: () => Promise<void>;
}

/**
 * Loads the page again as soon as the service answers, which the browser's own page for a lost connection never would.
 * Importing the part once more would not do: browsers remember a failed import, and a newer build has other names. By
 * itself that happens once, so that a part which stays away does not load the page for ever.
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

/** The part is there: when it is missing again, the page may be loaded again by itself. */
export function forgetReload(part: string): void {
  sessionStorage.removeItem(keyOf(part));
}

const keyOf = (part: string) => `tallyhook.loaded-again:${part}`;

/** Loads the page again if the service has it now, unless nobody waits for the part any more. */
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
