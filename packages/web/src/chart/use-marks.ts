import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { useReturnToLink } from './return-to-link.ts';

/** The tooltip of a mark, and where the mark is within the chart. */
export interface MarkHint {
  text: string;
  /** The indexes of its group and series, if the tooltip names every series of the group. */
  group: number | undefined;
  series: number | undefined;
  leftPx: number;
  topPx: number;
  widthPx: number;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes all marks of a chart a single tab stop: arrow keys move between marks, Home and End jump to the first and last,
 * Enter opens a mark's link. Returns the props of their container, and the tooltip to show.
 */
export function useMarks<Root extends HTMLElement>() {
  const root = useRef<Root>(null);
  const last = useRef(0);
  const [hint, setHint] = useState<MarkHint>();
  const links = () => [...(root.current?.querySelectorAll<SVGAElement>('a[data-mark]') ?? [])];

  const leave = useReturnToLink(links);

  useEffect(() => {
    const all = links();
    const at = Math.min(last.current, all.length - 1);
    all.forEach((link, index) => link.setAttribute('tabindex', index === at ? '0' : '-1'));
  });

  function show(target: EventTarget) {
    const mark = (target as Element).closest<SVGElement>('[data-mark]');
    if (mark === null || root.current === null) return setHint(undefined);
    // A hit area can be larger than the visible mark; it names the element to show the tooltip at.
    const seen = mark.querySelector('[data-hint-at]') ?? mark;
    const [box, around] = [seen.getBoundingClientRect(), root.current.getBoundingClientRect()];
    const { mark: text, group, series } = mark.dataset;
    const indexOf = (given: string | undefined) => (given === undefined ? undefined : Number(given));
    const place = { leftPx: box.left - around.left, topPx: box.top - around.top, widthPx: box.width };
    setHint({ text: text!, group: indexOf(group), series: indexOf(series), ...place });
  }

  return {
    root,
    hint,
    on: {
      onPointerOver: ({ target }: PointerEvent) => show(target),
      onPointerLeave: () => setHint(undefined),
      onFocus: ({ target }: FocusEvent) => {
        const at = links().indexOf(target as unknown as SVGAElement);
        if (at < 0) return;
        last.current = at;
        links().forEach((link, index) => link.setAttribute('tabindex', index === at ? '0' : '-1'));
        show(target);
      },
      onBlur: () => setHint(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        const all = links();
        const at = all.indexOf(event.target as SVGAElement);
        if (at < 0) return;
        const step = steps[event.key];
        const next = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step && at + step;
        if (next === undefined || all[next] === undefined) return;
        event.preventDefault();
        all[next].focus();
      },
      onClick: (event: MouseEvent) => {
        const link = (event.target as Element).closest<SVGAElement>('a[data-mark]');
        if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        leave(link.getAttribute('href')!);
      },
    },
  };
}
