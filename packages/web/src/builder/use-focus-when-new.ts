import { useEffect, useRef } from 'react';

const focusAfterMs = 30;

/** Moves the focus to the last word of a row that was just added. */
export function useFocusWhenNew(isNew: boolean | undefined) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew !== true) return undefined;
    // Wait until the list it was picked from has closed and released the focus.
    const timer = setTimeout(() => {
      const words = row.current?.querySelectorAll<HTMLElement>('button[aria-haspopup], input') ?? [];
      // Closed lists contain hidden inputs.
      [...words].findLast(({ offsetParent }) => offsetParent !== null)?.focus();
    }, focusAfterMs);
    return () => clearTimeout(timer);
  }, [isNew]);
  return row;
}
