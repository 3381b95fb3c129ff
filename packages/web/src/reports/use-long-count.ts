import { useEffect, useState } from 'react';

/** A count is reported as slow after this many seconds. */
const longAfterS = 2;

/**
 * The duration of a slow count in seconds; undefined before it counts as slow, and while nothing is being counted.
 * `begun` identifies the count.
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
