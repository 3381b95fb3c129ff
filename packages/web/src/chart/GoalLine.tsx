import type { ReportGoal } from '@tallyhook/schemas';
import classes from './Chart.module.css';
import type { Formats } from './formats.ts';

export interface GoalLineProps {
  goal: ReportGoal;
  formats: Formats;
  /** The ends of the line. */
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** The line that the figures should reach, with its name on a ground of its own. */
export function GoalLine({ goal: { value, label = 'Goal' }, formats, from, to }: GoalLineProps) {
  const isUpright = from.x === to.x;
  return (
    <g className={classes.goal} pointerEvents="none">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <text
        x={isUpright ? to.x - 6 : to.x}
        y={isUpright ? from.y + 10 : to.y - 5}
        textAnchor="end"
        className={classes.goalText}
      >
        {label} {formats.number(value)}
      </text>
    </g>
  );
}
