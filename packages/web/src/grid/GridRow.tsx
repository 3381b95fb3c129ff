import { memo } from 'react';
import { IconAlertTriangle, IconArrowsDiagonal } from '@tabler/icons-react';
import type { Formats } from '../chart/formats.ts';
import { missingFields, valueOf, type Entry } from '../records/record-entry.ts';
import { CellContent } from './CellContent.tsx';
import type { GridColumn } from './column-width.ts';
import { FieldEditor, type EndKey } from './FieldEditor.tsx';
import classes from './Grid.module.css';

/** The width of the numbers of so many records. */
export const numberWidthFor = (count: number): number => 30 + Math.max(2, String(count).length) * 8;

/** The columns on the screen, with their places. */
export interface PlacedColumn extends GridColumn {
  at: number;
  left: number;
}

export interface GridRowProps {
  line: number;
  top: number;
  height: number;
  /** Undefined while the record is being read. */
  entry: Entry | undefined;
  /** The number of the record, from 1. */
  number: number;
  columns: readonly PlacedColumn[];
  numberWidth: number;
  formats: Formats;
  names: Readonly<Record<string, string>>;
  /** The chosen columns of this line, if some are. */
  chosenFrom: number | undefined;
  chosenTo: number | undefined;
  activeColumn: number | undefined;
  /** Set while the active cell is being edited; the text is the key that began it. */
  editing: { initialText?: string | undefined } | undefined;
  isOpen: boolean;
  gridId: string;
  recordName: string;
  onOpen: (id: string) => void;
  onCommit: (value: unknown, key: EndKey, names?: Record<string, string>) => void;
  onCancel: () => void;
}

/** One record. It is drawn again only if something in it changes, so that scrolling stays smooth. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { line, top, height, entry, number, columns, numberWidth, activeColumn, editing, gridId, recordName } = props;
  return (
    <div
      role="row"
      aria-rowindex={line + 2}
      aria-busy={entry === undefined || undefined}
      className={classes.row}
      data-chosen={props.chosenFrom !== undefined || undefined}
      data-open={props.isOpen || undefined}
      data-gone={entry?.isGone || undefined}
      style={{ top, height }}
    >
      <div role="rowheader" className={classes.number} style={{ width: numberWidth }}>
        <span>{number}</span>
        {entry !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            className={classes.opener}
            aria-label={`Open ${recordName}`}
            onClick={() => props.onOpen(entry.record.id)}
          >
            <IconArrowsDiagonal aria-hidden size={14} />
          </button>
        )}
      </div>
      {columns.map(({ field, width, left, at }) => {
        const isChosen = props.chosenFrom !== undefined && at >= props.chosenFrom && at <= props.chosenTo!;
        const isActive = at === activeColumn;
        const edit = entry?.pending[field.name];
        const isNeeded = entry !== undefined && field.required && missingFields(entry, [field.name]).length > 0;
        return (
          <div
            key={field.name}
            role="gridcell"
            id={`${gridId}-${line}-${at}`}
            aria-colindex={at + 2}
            aria-selected={isChosen}
            aria-invalid={edit?.problem !== undefined || isNeeded || undefined}
            className={classes.cell}
            data-first={at === 0 || undefined}
            data-number={field.kind === 'number' || undefined}
            data-chosen={isChosen || undefined}
            data-active={isActive || undefined}
            data-pending={(edit !== undefined && edit.problem === undefined && !edit.theirs) || undefined}
            data-refused={edit?.problem !== undefined || undefined}
            data-undecided={edit?.theirs !== undefined || undefined}
            data-line={line}
            data-column={at}
            style={{ width, left }}
          >
            {entry === undefined ? (
              <span className={classes.unread} />
            ) : isActive && editing !== undefined ? (
              <FieldEditor
                field={field}
                value={valueOf(entry, field.name)}
                initialText={editing.initialText}
                label={`${field.label} of ${recordName}`}
                names={props.names}
                onCommit={props.onCommit}
                onCancel={props.onCancel}
              />
            ) : (
              <>
                {(edit?.problem !== undefined || edit?.theirs !== undefined) && (
                  <IconAlertTriangle aria-hidden size={14} className={classes.mark} />
                )}
                {isNeeded ? (
                  <span className={classes.needed}>{field.label} is needed</span>
                ) : (
                  <CellContent
                    maxLength={300}
                    value={valueOf(entry, field.name)}
                    field={field}
                    formats={props.formats}
                    names={props.names}
                  />
                )}
              </>
            )}
          </div>
        );
      })}
    </div>
  );
});
