import { useCallback, useEffect, useRef, type FocusEvent } from 'react';

/**
 * The focus of what goes away falls on the body: unless something else takes it, it goes to what was pressed for this
 * to come, else to what had it before, else to the heading of the page. The handlers belong on what goes away.
 */
export function useFocusGivenOn(isThere = true, pressed: Element | null = null) {
  const hasFocus = useRef(false);
  const before = useRef<EventTarget | null>(null);
  useEffect(() => {
    if (!isThere) return undefined;
    return () => {
      if (!hasFocus.current) return;
      hasFocus.current = false;
      const candidates = [pressed, before.current, document.querySelector('h1')];
      // What the same answer brings to the page comes first.
      setTimeout(() => candidates.forEach(giveFocus));
    };
  }, [isThere, pressed]);
  const onFocus = useCallback(({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    hasFocus.current = true;
  }, []);
  const onBlur = useCallback(() => {
    hasFocus.current = false;
  }, []);
  return { onFocus, onBlur };
}

/** What is gone, or cannot be used any more, does not take it. */
function giveFocus(candidate: EventTarget | null): void {
  const isLost = document.activeElement === document.body;
  if (isLost && candidate instanceof HTMLElement) candidate.focus({ preventScroll: true });
}
