import { useRef, type MouseEvent, type ReactNode } from 'react';
import classes from './Chart.module.css';
import { useReturnToLink } from './return-to-link.ts';

/** A link from a figure to its records, using client-side navigation. */
export function RecordsLink({ href, children }: { href: string; children: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null);
  const leave = useReturnToLink(() => (link.current === null ? [] : [link.current]));
  function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    leave(href);
  }
  return (
    <a ref={link} href={href} className={classes.records} title="Show these records" onClick={follow}>
      {children}
    </a>
  );
}
