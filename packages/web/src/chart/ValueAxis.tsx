import classes from './Chart.module.css';
import type { Formats } from './formats.ts';

export interface ValueAxisProps {
  ticks: number[];
  /** Where a value is. */
  y: (value: number) => number;
  left: number;
  right: number;
  formats: Formats;
}

/** The values at the left of what stands, with a line across for each. */
export function ValueAxis({ ticks, y, left, right, formats }: ValueAxisProps) {
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0, ${y(tick)})`}>
      <line x1={left} x2={right} className={tick === 0 ? classes.zero : classes.grid} />
      <text x={left - 8} dy="0.34em" textAnchor="end" className={classes.text}>
        {formats.tick(tick)}
      </text>
    </g>
  ));
}
