import { useEffect, useRef } from 'react';

const focusAfterMs = 30;

/** A row that was just added by hand is filled in next: the focus goes to its last word. */
export function useFocusWhenNew(isNew: boolean | undefined) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew !== true) return undefined;
    // After the list that it was picked from has closed and let go of the focus.
    const timer = setTimeout(() => {
      const words = row.current?.querySelectorAll<HTMLElement>('button[aria-haspopup], input') ?? [];
      // Lists that are closed have hidden fields.
      [...words].findLast(({ offsetParent }) => offsetParent !== null)?.focus();
    }, focusAfterMs);
    return () => clearTimeout(timer);
  }, [isNew]);
  return row;
}
