import { useEffect, useState } from 'react';

/** The present moment in milliseconds since 1970, moved on every second while something still runs. */
export function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
