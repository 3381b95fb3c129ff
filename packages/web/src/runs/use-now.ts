import { useEffect, useState } from 'react';

/** The current time in milliseconds since 1970, updated every second while something is running. */
export function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
