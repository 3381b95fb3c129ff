import { useCallback, useEffect, useRef, type FocusEvent } from 'react';

/**
 * When the focused element is removed, the focus falls back to the body. Unless something else takes it, this moves it
 * to the control that opened the element, otherwise to the previously focused element, otherwise to the page heading.
 * Spread the returned handlers on the element that is removed.
 */
export function useFocusFallback(isThere = true, pressed: Element | null = null) {
  const hasFocus = useRef(false);
  const before = useRef<EventTarget | null>(null);
  useEffect(() => {
    if (!isThere) return undefined;
    return () => {
      if (!hasFocus.current) return;
      hasFocus.current = false;
      const candidates = [pressed, before.current, document.querySelector('h1')];
      // Wait for the elements that the same response adds.
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

/** Removed or disabled elements do not take the focus. */
function giveFocus(candidate: EventTarget | null): void {
  const isLost = document.activeElement === document.body;
  if (isLost && candidate instanceof HTMLElement) candidate.focus({ preventScroll: true });
}
