import { useEffect, useState } from 'react';

/** From when on people are told that a count takes long. */
const longAfterS = 2;

/**
 * For how many seconds a count has been under way, once that is long; undefined before, and where nothing is counted.
 * `begun` tells a count from the one before it.
 */
export function useLongCount(isCounting: boolean, begun: number): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (!isCounting) return undefined;
    const startedAt = performance.now();
    const timer = setInterval(() => setSeconds(Math.round((performance.now() - startedAt) / 1_000)), 1_000);
    return () => {
      clearInterval(timer);
      setSeconds(undefined);
    };
  }, [isCounting, begun]);
  return isCounting && seconds !== undefined && seconds >= longAfterS ? seconds : undefined;
}
