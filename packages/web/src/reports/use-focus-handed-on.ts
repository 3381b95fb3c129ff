import { useLayoutEffect, useRef } from 'react';

/**
 * For what goes away by itself: if it has the focus then, the focus goes to the article or section around it instead of
 * to the top of the page.
 */
export function useFocusHandedOn<Shown extends HTMLElement>() {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const leaving = shown.current!;
    // Runs while it is still in the page.
    return () => {
      if (!leaving.contains(document.activeElement)) return;
      const around = leaving.closest<HTMLElement>('article, section');
      if (around === null) return;
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    };
  }, []);
  return shown;
}
