import { useEffect, useRef, useState, type RefObject } from 'react';

/** The ends of a scroll container that hide content. */
export interface HiddenEnds {
  start: boolean;
  end: boolean;
}

/**
 * Tracks scrolling and size changes of a scroll container and its content; `items` tells when the content was replaced.
 */
export function useHiddenEnds<Scrolled extends HTMLElement>(
  items: unknown,
  way: 'sideways' | 'down',
): [RefObject<Scrolled | null>, HiddenEnds] {
  const ref = useRef<Scrolled>(null);
  const [ends, setEnds] = useState<HiddenEnds>({ start: false, end: false });
  useEffect(() => {
    const scrolled = ref.current;
    if (scrolled === null) return undefined;
    const read = () =>
      setEnds((before) => {
        const now = way === 'down' ? hiddenBelow(scrolled) : hiddenSideways(scrolled);
        return now.start === before.start && now.end === before.end ? before : now;
      });
    const observer = new ResizeObserver(read);
    for (const element of [scrolled, ...scrolled.children]) observer.observe(element);
    scrolled.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      scrolled.removeEventListener('scroll', read);
    };
  }, [items, way]);
  return [ref, ends];
}

// Rounding loses fractions of a pixel.
const hiddenSideways = ({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): HiddenEnds => ({
  start: scrollLeft > 1,
  end: scrollLeft + clientWidth < scrollWidth - 1,
});

const hiddenBelow = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): HiddenEnds => ({
  start: scrollTop > 1,
  end: scrollTop + clientHeight < scrollHeight - 1,
});
