import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { formatValue } from './format-value.ts';
import { RecordsLink } from './RecordsLink.tsx';

/** One number: the measure over every record. */
export function BigNumber({ figures, formats, linkOf }: Omit<DrawingProps, 'shape'>) {
  const text = formatValue(figures.overall, figures.measure, formats);
  const href = linkOf();
  return <p className={classes.number}>{href === undefined ? text : <RecordsLink href={href}>{text}</RecordsLink>}</p>;
}
