import classes from './Chart.module.css';
import { dashOf, paintBox } from './palette.ts';

export interface LegendProps {
  entries: { label: string; colour: string; isHollow?: boolean }[];
  /** Lines show their dash pattern. */
  kind: 'areas' | 'lines';
}

/** Shows which colour is which series, in drawing order. */
export function Legend({ entries, kind }: LegendProps) {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {entries.map(({ label, colour, isHollow = false }, index) => (
        <li key={index}>
          <svg className={classes.swatch} width={kind === 'lines' ? 26 : 12} height={12} aria-hidden="true">
            {kind === 'lines' ? (
              <line x1={0} x2={26} y1={6} y2={6} stroke={colour} strokeWidth={2.5} strokeDasharray={dashOf(index)} />
            ) : (
              <rect {...paintBox({ x: 0, y: 0, width: 12, height: 12 }, { colour, isHollow })} rx={2.5} />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
