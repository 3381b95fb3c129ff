import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import classes from './Chart.module.css';

/** Leads from a figure to its records, as a link that opens within the pages. */
export function RecordsLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(href);
  }
  return (
    <a href={href} className={classes.records} title="Show its records" onClick={follow}>
      {children}
    </a>
  );
}
