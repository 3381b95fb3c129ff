import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Field } from '@tallyhook/schemas';
import { useFormats } from '../use-formats.ts';
import { writeValue } from './record-cells.ts';
import type { Entry } from './record-entry.ts';
import type { RecordRows } from './record-rows.ts';
import classes from './Records.module.css';

export interface CellNoteProps {
  rows: RecordRows;
  entry: Entry;
  field: Field;
  recordName: string;
}

/** Says why the value of a cell is not saved, and asks if somebody else changed it too. */
export function CellNote({ rows, entry, field, recordName }: CellNoteProps) {
  const formats = useFormats();
  const edit = entry.pending[field.name];
  const textOf = (value: unknown) =>
    [value ?? []]
      .flat()
      .map((one) => writeValue(one, field, { formats, names: rows.names }))
      .join(', ') || 'no value';
  if (entry.isGone) {
    const isEdited = Object.keys(entry.pending).length > 0;
    return (
      <div className={classes.note} data-kind="decide" role={isEdited ? 'alert' : 'status'}>
        <IconAlertTriangle aria-hidden size={16} />
        <span>
          Somebody deleted {recordName}. {isEdited && 'What you typed is not saved.'}
          {edit !== undefined && (
            <>
              {' '}
              {field.label}: <b>{textOf(edit.value)}</b>.
            </>
          )}
        </span>
        {isEdited && (
          <>
            <Button size="xs" variant="default" onClick={() => rows.discardGone(entry.record.id)}>
              Discard
            </Button>
            <Button size="xs" onClick={() => void rows.restoreGone(entry.record.id)}>
              Restore with my value
            </Button>
          </>
        )}
      </div>
    );
  }
  if (edit?.theirs !== undefined)
    return (
      <div className={classes.note} data-kind="decide" role="alert">
        <IconAlertTriangle aria-hidden size={16} />
        <span>
          {field.label} of {recordName}: you typed <b>{textOf(edit.value)}</b>, and somebody else changed{' '}
          {textOf(edit.base)} to <b>{textOf(edit.theirs.value)}</b>.
        </span>
        <Button size="xs" variant="default" onClick={() => rows.decide(entry.record.id, field.name, 'theirs')}>
          Take {textOf(edit.theirs.value)}
        </Button>
        <Button size="xs" onClick={() => rows.decide(entry.record.id, field.name, 'mine')}>
          Keep {textOf(edit.value)}
        </Button>
      </div>
    );
  if (edit?.problem !== undefined)
    return (
      <div className={classes.note} data-kind="bad" role="alert">
        <IconAlertTriangle aria-hidden size={16} />
        <span>Not saved. {edit.problem}</span>
        <Button size="xs" variant="default" onClick={() => rows.decide(entry.record.id, field.name, 'theirs')}>
          Take back
        </Button>
      </div>
    );
  return null;
}
