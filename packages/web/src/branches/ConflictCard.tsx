import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { PartAuthor } from '@tallyhook/schemas/api';
import { useTypes } from '../api/queries.ts';
import { Moment } from '../shell/Moment.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Branches.module.css';
import type { Choice, OpenPart } from './decisions.ts';
import { nameOfPart, nameOfType, writePart } from './describe-changes.ts';
import { OtherValue } from './OtherValue.tsx';

export interface ConflictCardProps {
  open: OpenPart;
  /** What the value is called that both sides started from. */
  base?: string;
  from: string;
  into: string;
  choice: Choice | undefined;
  labels: Record<string, string>;
  /** Why the service refused the value that was typed. */
  problem: string | undefined;
  onChoose: (choice: Choice) => void;
}

/** One part that both branches changed: before, both values to choose from, and a place for another one. */
export function ConflictCard({
  open,
  base = 'Before both changes',
  from,
  into,
  choice,
  labels: known,
  problem,
  onChoose,
}: ConflictCardProps) {
  const { conflict, part } = open;
  const types = useTypes().data ?? [];
  const formats = useFormats();
  const id = useId();
  // The names of records that were chosen as another value.
  const [ownNames, setOwnNames] = useState<Record<string, string>>({});
  const labels = { ...known, ...ownNames };
  const field = types.find(({ name }) => name === conflict.type)?.fields.find(({ name }) => name === part.part);
  const other = typeof choice === 'object' ? choice : undefined;
  const isDecided = choice !== undefined && problem === undefined;
  const title = conflict.label || `… ${conflict.id.slice(-6)}`;
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
    { side: 'into' as const, name: into, value: part.into, by: part.intoBy, key: '1' },
    { side: 'from' as const, name: from, value: part.from, by: part.fromBy, key: '2' },
  ];
  return (
    <article className={classes.conflict} aria-labelledby={`${id}-title`} data-conflict={open.key}>
      <header role="presentation">
        <h3 id={`${id}-title`}>{title}</h3>
        <span className={classes.muted}>
          {nameOfType(conflict.type, types)} · {nameOfPart(part.part, conflict.type, types)}
        </span>
        <span className={classes.state} data-decided={isDecided || undefined}>
          {isDecided ? <IconCheck aria-hidden size={15} /> : <IconAlertTriangle aria-hidden size={15} />}
          {!isDecided ? 'Open' : `Decided: ${other ? 'another value' : choice === 'into' ? into : from}`}
        </span>
      </header>
      <div className={classes.sides} role="radiogroup" aria-labelledby={`${id}-title`}>
        <div className={classes.side} data-base>
          <span className={classes.head}>{base}</span>
          <span className={classes.value}>{write(part.base)}</span>
        </div>
        {sides.map(({ side: one, name, value, by, key }) => (
          <label key={one} className={classes.side} data-chosen={one === choice || undefined}>
            <span className={classes.head}>
              <input type="radio" name={id} checked={one === choice} onChange={() => onChoose(one)} />
              <b>{name}</b>
              <kbd>{key}</kbd>
            </span>
            <span className={classes.value}>{write(value)}</span>
            {by !== undefined && <Author by={by} />}
          </label>
        ))}
      </div>
      {field !== undefined && (
        <OtherValue
          field={field}
          label={`${field.label} of ${title}`}
          chosen={other}
          shown={write(other?.value ?? undefined)}
          names={labels}
          problem={problem}
          onChoose={(value, names) => {
            setOwnNames((all) => ({ ...all, ...names }));
            onChoose({ value });
          }}
        />
      )}
    </article>
  );
}

/** Who gave a part its value, and when. */
function Author({ by: { byName, at } }: { by: PartAuthor }) {
  return (
    <span className={classes.author}>
      {byName ?? 'A workflow'}, <Moment at={at} />
    </span>
  );
}
