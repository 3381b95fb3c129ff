import classes from './Chart.module.css';
import type { Formats } from './formats.ts';

export interface ValueAxisProps {
  ticks: number[];
  /** Where a value is. */
  y: (value: number) => number;
  left: number;
  /** Where its lines go, from and to: where what is drawn falls into parts, each has its own. */
  spans: readonly (readonly [number, number])[];
  formats: Formats;
}

/** The values at the left of what stands, with a line across for each. */
export function ValueAxis({ ticks, y, left, spans, formats }: ValueAxisProps) {
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0, ${y(tick)})`}>
      {spans.map(([from, to]) => (
        <line key={from} x1={from} x2={to} className={tick === 0 ? classes.zero : classes.grid} />
      ))}
      <text x={left - 8} dy="0.34em" textAnchor="end" className={classes.text}>
        {formats.tick(tick)}
      </text>
    </g>
  ));
}
