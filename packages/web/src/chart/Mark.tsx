import type { ReactNode } from 'react';
import classes from './Chart.module.css';

export interface MarkProps {
  /** What it says: `Open: 5`. */
  label: string;
  /** Where its records are; a mark without is no link. */
  href: string | undefined;
  children: ReactNode;
}

/** A bar, point or slice. Its text shows when the pointer or the focus is on it; the chart moves the focus. */
export function Mark({ label, href, children }: MarkProps) {
  if (href === undefined) {
    return (
      <g className={classes.mark} data-mark={label}>
        {children}
      </g>
    );
  }
  return (
    <a className={classes.mark} data-mark={label} aria-label={label} href={href}>
      {children}
    </a>
  );
}
