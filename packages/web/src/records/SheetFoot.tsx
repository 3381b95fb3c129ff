import { Button } from '@mantine/core';
import { rectangleOf, type Selection } from '../grid/selection.ts';
import { useFormats } from '../use-formats.ts';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import { RecordWorkflows } from './RecordWorkflows.tsx';
import type { RecordRows } from './record-rows.ts';
import classes from './Records.module.css';

export interface SheetFootProps {
  rows: RecordRows;
  /** Changes with every change of the rows. */
  version: number;
  selection: Selection;
  /** The filter in words; empty without one. */
  words: string;
  zone: string | undefined;
  isCounting: boolean;
  canWrite: boolean;
  /** The names of the fields that new records need. */
  needed: string;
  /** The workflows that people may start for a record. */
  workflows: readonly SavedWorkflow[];
  nameOf: (id: string) => string;
  onShowNew: () => void;
  onRemove: () => void;
}

/** How many records there are, what is not saved yet, and what others did. */
export function SheetFoot(props: SheetFootProps) {
  const { rows, selection, words, zone, canWrite, needed } = props;
  const formats = useFormats();
  const { saving, refused, undecided, incomplete, gone } = rows.unsaved;
  const { progress } = rows;
  const { top, bottom } = rectangleOf(selection);
  const chosen = rows.recordLinesBetween({ from: top, to: bottom }).length;
  const active = rows.entryAt(selection.to.line);
  const count = rows.recordCount;
  return (
    <div className={classes.foot}>
      <span>{props.isCounting ? 'Counting …' : `${formats.number(count)} ${count === 1 ? 'record' : 'records'}`}</span>
      {words !== '' && (
        <span className={classes.where} title={words}>
          Where {words}.
        </span>
      )}
      {zone !== undefined && <span>Days and times are in the time zone {zone}, which is not yours.</span>}
      {rows.isWaiting ? (
        <span role="status">No connection. {countOf(saving, 'record')} will be saved when it is back.</span>
      ) : (
        saving > 0 && <span>{saving > 1 ? `Saving ${countOf(saving, 'record')} …` : 'Saving …'}</span>
      )}
      {progress !== undefined && (
        <span role="status">
          {progress.doing} {formats.number(progress.done)} of {formats.number(progress.of)} records …
        </span>
      )}
      {incomplete > 0 && (
        <span role="status">
          {countOf(incomplete, 'new record')} not saved: {needed} {rows.needed.length === 1 ? 'is' : 'are'} needed
        </span>
      )}
      {gone > 0 && <span>{countOf(gone, 'deleted record')} with values that are not saved</span>}
      {refused > 0 && <span>{countOf(refused, 'record')} with values that are not saved</span>}
      {undecided > 0 && <span>{countOf(undecided, 'record')} that somebody else changed too</span>}
      {(rows.added > 0 || rows.isStale) && (
        <Button size="compact-xs" variant="light" onClick={props.onShowNew}>
          {rows.added > 0 && !rows.isStale ? `${rows.added} new, show` : 'Others changed records, show'}
        </Button>
      )}
      {active !== undefined && props.workflows.length > 0 && (
        <RecordWorkflows
          workflows={props.workflows}
          record={{ id: active.record.id, name: props.nameOf(active.record.id) }}
        />
      )}
      {canWrite && active !== undefined && (
        <Button size="compact-xs" variant="subtle" color="gray" data-noprint onClick={props.onRemove}>
          {chosen > 1 ? `Delete ${formats.number(chosen)} records` : `Delete ${props.nameOf(active.record.id)}`}
        </Button>
      )}
    </div>
  );
}

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
