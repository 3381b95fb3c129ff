import classes from './Chart.module.css';
import { colourOf } from './palette.ts';

/** Says which marks are those of the period before. */
export function CompareKey({ kind, name }: { kind: 'areas' | 'lines'; name: string }) {
  return (
    <ul className={classes.legend} aria-label="Periods">
      <li>
        <Swatch kind={kind} colour={colourOf(0)} /> This period
      </li>
      <li>
        <Swatch kind={kind} colour="var(--series-rest)" dash="6 3" /> {name[0]!.toUpperCase() + name.slice(1)}
      </li>
    </ul>
  );
}

function Swatch({ kind, colour, dash }: { kind: 'areas' | 'lines'; colour: string; dash?: string }) {
  return (
    <svg className={classes.swatch} width={kind === 'lines' ? 26 : 12} height={12} aria-hidden="true">
      {kind === 'lines' ? (
        <line x1={0} x2={26} y1={6} y2={6} stroke={colour} strokeWidth={2.5} strokeDasharray={dash} />
      ) : (
        <rect width={12} height={12} fill={colour} rx={2.5} />
      )}
    </svg>
  );
}
