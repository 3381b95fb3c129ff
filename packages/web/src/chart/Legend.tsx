import classes from './Chart.module.css';
import type { Key } from './group-keys.ts';
import { dashOf, paintBox } from './palette.ts';

export interface LegendProps {
  entries: { key: Key; label: string; colour: string; isHollow?: boolean }[];
  /** Lines show their dash pattern. */
  kind: 'areas' | 'lines';
  /** The series that are switched off. */
  hidden?: ReadonlySet<Key>;
  /** Switches a series on or off; without it, the entries cannot be pressed. */
  onToggle?: (key: Key, all: readonly Key[]) => void;
}

/** Shows which colour is which series, in drawing order; pressing one switches it off and on. */
export function Legend({ entries, kind, hidden, onToggle }: LegendProps) {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {entries.map(({ key, label, colour, isHollow = false }, index) => {
        const entry = (
          <>
            <svg className={classes.swatch} width={kind === 'lines' ? 26 : 12} height={12} aria-hidden="true">
              {kind === 'lines' ? (
                <line x1={0} x2={26} y1={6} y2={6} stroke={colour} strokeWidth={2.5} strokeDasharray={dashOf(index)} />
              ) : (
                <rect {...paintBox({ x: 0, y: 0, width: 12, height: 12 }, { colour, isHollow })} rx={2.5} />
              )}
            </svg>
            {label}
          </>
        );
        return (
          <li key={index}>
            {onToggle === undefined ? (
              entry
            ) : (
              <button
                type="button"
                className={classes.switch}
                aria-pressed={hidden?.has(key) !== true}
                onClick={() =>
                  onToggle(
                    key,
                    entries.map((one) => one.key),
                  )
                }
              >
                {entry}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
