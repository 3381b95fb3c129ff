import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTypes } from '../api/queries.ts';
import { useFormats } from '../use-formats.ts';
import classes from './Branches.module.css';
import type { OpenPart, Side } from './decisions.ts';
import { nameOfPart, nameOfType, writePart } from './describe-changes.ts';

export interface ConflictCardProps {
  open: OpenPart;
  from: string;
  into: string;
  side: Side | undefined;
  labels: Record<string, string>;
  onChoose: (side: Side) => void;
}

/** One part that both branches changed: before, and both values to choose from. */
export function ConflictCard({ open, from, into, side, labels, onChoose }: ConflictCardProps) {
  const { conflict, part } = open;
  const types = useTypes().data ?? [];
  const formats = useFormats();
  const id = useId();
  const write = (value: unknown) => {
    if (value === undefined) return part.part === '' ? 'Deleted' : 'Empty';
    if (part.part !== '') return writePart(value, { type: conflict.type, part: part.part, types, formats, labels });
    return Object.entries(value as object)
      .map(([name, one]) => {
        const shown = writePart(one, { type: conflict.type, part: name, types, formats, labels });
        return `${nameOfPart(name, conflict.type, types)}: ${shown}`;
      })
      .join('\n');
  };
  const sides = [
    { side: 'into' as const, name: into, value: part.into, key: '1' },
    { side: 'from' as const, name: from, value: part.from, key: '2' },
  ];
  return (
    <article className={classes.conflict} aria-labelledby={`${id}-title`} data-conflict={open.key}>
      <header role="presentation">
        <h3 id={`${id}-title`}>{conflict.label || `… ${conflict.id.slice(-6)}`}</h3>
        <span className={classes.muted}>
          {nameOfType(conflict.type, types)} · {nameOfPart(part.part, conflict.type, types)}
        </span>
        <span className={classes.state} data-decided={side !== undefined || undefined}>
          {side === undefined ? <IconAlertTriangle aria-hidden size={15} /> : <IconCheck aria-hidden size={15} />}
          {side === undefined ? 'Open' : `Decided: ${side === 'into' ? into : from}`}
        </span>
      </header>
      <div className={classes.sides} role="radiogroup" aria-labelledby={`${id}-title`}>
        <div className={classes.side} data-base>
          <span className={classes.head}>Before both changes</span>
          <span className={classes.value}>{write(part.base)}</span>
        </div>
        {sides.map(({ side: one, name, value, key }) => (
          <label key={one} className={classes.side} data-chosen={one === side || undefined}>
            <span className={classes.head}>
              <input type="radio" name={id} checked={one === side} onChange={() => onChoose(one)} />
              <b>{name}</b>
              <kbd>{key}</kbd>
            </span>
            <span className={classes.value}>{write(value)}</span>
          </label>
        ))}
      </div>
    </article>
  );
}
