import type { ReactNode } from 'react';
import classes from './Chart.module.css';

export interface MarkProps {
  /** The label: `Open: 5`. */
  label: string;
  /** The address of its records; without it, the mark is not a link. */
  href: string | undefined;
  /** The indexes of its group and series, in a chart whose tooltips name every series of the group. */
  group?: number;
  series?: number;
  children: ReactNode;
}

/** A bar, point or slice. Its tooltip shows on hover and focus; the chart moves the focus. */
export function Mark({ label, href, group, series, children }: MarkProps) {
  if (href === undefined) {
    return (
      <g className={classes.mark} data-mark={label} data-group={group} data-series={series}>
        {children}
      </g>
    );
  }
  return (
    <a
      className={classes.mark}
      data-mark={label}
      data-group={group}
      data-series={series}
      aria-label={label}
      href={href}
    >
      {children}
    </a>
  );
}
