import classes from './Chart.module.css';
import type { Tick } from './time-axis.ts';

/** The period labels below a chart. */
export function TimeAxis({ labels, y }: { labels: readonly Tick[]; y: number }) {
  return labels.map(({ index, text, x }) => (
    <text key={index} x={x} y={y} textAnchor="middle" className={classes.text}>
      {text}
    </text>
  ));
}
