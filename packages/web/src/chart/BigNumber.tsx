import classes from './Chart.module.css';
import type { DrawingProps } from './Chart.tsx';
import { formatValue } from './format-value.ts';

/** One number: the measure over every record. */
export function BigNumber({ figures, formats }: Omit<DrawingProps, 'shape'>) {
  return <p className={classes.number}>{formatValue(figures.overall, figures.measure, formats)}</p>;
}
