import type { CSSProperties } from 'react';
import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { formatValue } from './format-value.ts';
import { RecordsLink } from './RecordsLink.tsx';

/** A single number: the measure over all records. It never wraps; it shrinks instead. */
export function BigNumber({ figures, formats, linkOf }: Omit<DrawingProps, 'shape'>) {
  const text = formatValue(figures.overall, figures.measure, formats);
  const href = linkOf();
  const longest = Math.max(...text.split(' ').map(({ length }) => length));
  return (
    <div className={classes.numberPlace}>
      <p className={classes.number} style={{ '--signs': longest } as CSSProperties}>
        {href === undefined ? text : <RecordsLink href={href}>{text}</RecordsLink>}
      </p>
    </div>
  );
}
