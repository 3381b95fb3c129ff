import { useEffect, useRef, useState, type RefObject } from 'react';

/** At which ends of a row that scrolls sideways something is out of sight. */
export interface HiddenEnds {
  start: boolean;
  end: boolean;
}

/** Follows a row while it is scrolled and while it and what is in it change their widths; `items` says when others are in it. */
export function useHiddenEnds<Row extends HTMLElement>(items: unknown): [RefObject<Row | null>, HiddenEnds] {
  const ref = useRef<Row>(null);
  const [ends, setEnds] = useState<HiddenEnds>({ start: false, end: false });
  useEffect(() => {
    const row = ref.current;
    if (row === null) return undefined;
    const read = () =>
      setEnds((before) => {
        const now = hiddenEnds(row);
        return now.start === before.start && now.end === before.end ? before : now;
      });
    const observer = new ResizeObserver(read);
    for (const element of [row, ...row.children]) observer.observe(element);
    row.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', read);
    };
  }, [items]);
  return [ref, ends];
}

function hiddenEnds({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): HiddenEnds {
  // Parts of a pixel are lost in rounding.
  return { start: scrollLeft > 1, end: scrollLeft + clientWidth < scrollWidth - 1 };
}
