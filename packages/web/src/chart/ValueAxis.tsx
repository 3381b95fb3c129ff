import classes from './Chart.module.css';
import type { Formats } from './formats.ts';

export interface ValueAxisProps {
  ticks: number[];
  /** Returns the y coordinate of a value. */
  y: (value: number) => number;
  left: number;
  /** The horizontal extents of the grid lines: one for each section of the chart. */
  spans: readonly (readonly [number, number])[];
  formats: Formats;
}

/** A vertical value axis on the left, with a grid line for each value. */
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
