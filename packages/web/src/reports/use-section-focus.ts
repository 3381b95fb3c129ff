import { useLayoutEffect, useRef } from 'react';

/**
 * For elements that remove themselves: if the focus is inside, it moves to the surrounding article or section instead
 * of the top of the page.
 */
export function useSectionFocus<Shown extends HTMLElement>() {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const leaving = shown.current!;
    // Runs while the element is still in the page.
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
