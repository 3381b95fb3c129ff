import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ViewSort } from '@tallyhook/schemas';
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
} from 'react';
import { useFormats } from '../use-formats.ts';
import { valueOf } from '../records/record-entry.ts';
import type { RecordRows } from '../records/record-rows.ts';
import { writeValue } from '../records/record-cells.ts';
import type { GridColumn } from './column-width.ts';
import type { EndKey } from './FieldEditor.tsx';
import { FieldIcon } from './FieldIcon.tsx';
import { GridRow, numberWidthFor, type PlacedColumn } from './GridRow.tsx';
import classes from './Grid.module.css';
import { clamp, moveSelection, oneCell, rectangleOf, type CellPlace, type Selection } from './selection.ts';
import { readTabSeparated, writeTabSeparated } from './tab-separated.ts';

export const rowHeight = 32;
const overscan = 6;

/** What the page can ask of the grid. */
export interface GridHandle {
  focus(): void;
  /** Shows a cell and makes it the active one. */
  go(place: CellPlace): void;
  /** Begins to edit the active cell. */
  edit(): void;
}

export interface GridProps {
  ref?: Ref<GridHandle>;
  label: string;
  rows: RecordRows;
  /** Changes with every change of the rows. */
  version: number;
  columns: readonly GridColumn[];
  sort: ViewSort;
  canWrite: boolean;
  timezone?: string | undefined;
  /** The record in the panel. */
  openId: string | undefined;
  nameOf: (id: string) => string;
  onSelect: (selection: Selection) => void;
  onOpen: (id: string) => void;
  onSort: (field: string) => void;
  /** Copies a range that is not read yet: reads it first. False if nothing was copied. */
  onCopyLater: (at: Selection, textOf: () => string) => Promise<boolean>;
  /** Takes pasted cells, from the first chosen one on. */
  onPaste: (cells: string[][], at: Selection) => void;
  onFill: (at: Selection) => void;
  onClear: (at: Selection) => void;
  onRemove: (at: Selection) => void;
  isSortable: (field: GridColumn['field']) => boolean;
}

/** A sheet of records: arrows move, Enter or F2 edits, Escape cancels, Tab goes on, ranges are copied and pasted. */
export function Grid(props: GridProps) {
  const { rows, columns, canWrite, label, openId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const formats = useFormats(props.timezone);
  const [selection, setSelection] = useState<Selection>(() => oneCell({ line: 0, column: 0 }));
  const [editing, setEditing] = useState<{ initialText?: string | undefined }>();
  const [isSideways, setIsSideways] = useState(false);
  const isDragging = useRef(false);
  const takesFocus = useRef(false);
  const lineCount = rows.lineCount;
  const numberWidth = numberWidthFor(lineCount);
  const size = { lines: lineCount, columns: columns.length };

  const lines = useVirtualizer({
    count: lineCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingStart: rowHeight,
  });
  const sideways = useVirtualizer({
    count: columns.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => columns[at]!.width,
    overscan: 2,
    paddingStart: numberWidth,
    scrollPaddingStart: numberWidth + (columns[0]?.width ?? 0),
  });
  useEffect(() => sideways.measure(), [columns, sideways, numberWidth]);

  const items = lines.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => rows.want({ from: first, to: last }), [rows, first, last, props.version]);

  const across = sideways.getVirtualItems();
  const [acrossFrom, acrossTo] = [across[0]?.index ?? 0, across.at(-1)?.index ?? 0];
  const { placed, totalWidth } = useMemo(() => {
    let left = numberWidth;
    const all = columns.map((column, at): PlacedColumn => {
      const place = { ...column, at, left };
      left += column.width;
      return place;
    });
    const isShown = ({ at }: PlacedColumn) => at === 0 || (at >= acrossFrom && at <= acrossTo);
    return { placed: all.filter(isShown), totalWidth: left };
  }, [columns, acrossFrom, acrossTo, numberWidth]);

  const select = useCallback(
    (next: Selection) => {
      setSelection(next);
      props.onSelect(next);
    },
    [props.onSelect],
  );
  const show = (place: CellPlace) => {
    lines.scrollToIndex(place.line, { align: 'auto' });
    if (place.column > 0) sideways.scrollToIndex(place.column, { align: 'auto' });
  };
  const go = (place: CellPlace) => {
    const to = clamp(place, size);
    select(oneCell(to));
    show(to);
  };
  const focus = () => scroller.current?.focus({ preventScroll: true });
  const active = clamp(selection.to, size);
  const activeEntry = rows.entryAt(active.line);
  const activeField = columns[active.column]?.field;
  const canEditField = (name: string) => !['createdAt', 'createdBy', 'updatedAt', 'updatedBy'].includes(name);
  const begin = (initialText?: string) => {
    if (!canWrite || activeEntry === undefined || activeField === undefined || !canEditField(activeField.name)) return;
    if (activeEntry.isGone) return;
    if (activeField.kind === 'yesNo') {
      const value = valueOf(activeEntry, activeField.name) !== true;
      return rows.edit([{ id: activeEntry.record.id, fields: { [activeField.name]: value } }]);
    }
    setEditing({ initialText });
  };
  useImperativeHandle(props.ref, () => ({ focus, go, edit: () => begin() }));

  const commit = useRef<(value: unknown, key: EndKey, names?: Record<string, string>) => void>(undefined);
  commit.current = (value, key, names) => {
    setEditing(undefined);
    if (names !== undefined) rows.addNames(names);
    if (activeEntry !== undefined && activeField !== undefined)
      rows.edit([{ id: activeEntry.record.id, fields: { [activeField.name]: value } }]);
    if (key === 'blur') return;
    takesFocus.current = true;
    focus();
    if (key === 'stay') return;
    const { line, column } = active;
    const steps = {
      Enter: { line: line + 1, column },
      ShiftEnter: { line: line - 1, column },
      Tab: { line, column: column + 1 },
      ShiftTab: { line, column: column - 1 },
    };
    go(steps[key]);
  };
  const onCommit = useCallback((value: unknown, key: EndKey, names?: Record<string, string>) => {
    commit.current!(value, key, names);
  }, []);
  const onCancel = useCallback(() => {
    setEditing(undefined);
    takesFocus.current = true;
  }, []);
  // The field is gone only then; until then, its list would take the focus with it.
  useEffect(() => {
    if (editing !== undefined || !takesFocus.current) return;
    takesFocus.current = false;
    scroller.current?.focus({ preventScroll: true });
  }, [editing]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== scroller.current || editing !== undefined) return;
    const isFar = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 2);
    const line = rows.lineAt(active.line);
    const handle = (act: () => void) => {
      event.preventDefault();
      act();
    };
    const next = moveSelection(
      { from: clamp(selection.from, size), to: active },
      { key: event.key, isFar, isExtending: event.shiftKey },
      { ...size, page },
    );
    if (next !== undefined)
      return handle(() => {
        select(next);
        show(next.to);
      });
    if (line?.kind === 'group' && [' ', 'Enter'].includes(event.key))
      return handle(() => rows.toggle(line.segment.key));
    if (event.key === ' ' && event.shiftKey && activeEntry) return handle(() => props.onOpen(activeEntry.record.id));
    if (event.key === 'Enter' || event.key === 'F2') return handle(() => begin());
    if (event.key === 'Tab' && !isFar) {
      const step = event.shiftKey ? -1 : 1;
      const isInside = active.column + step >= 0 && active.column + step < columns.length;
      // At the edges of the grid, Tab leaves it.
      if (isInside) handle(() => go({ line: active.line, column: active.column + step }));
      return;
    }
    if (isFar && event.key.toLowerCase() === 'a')
      return handle(() =>
        select({ from: { line: 0, column: 0 }, to: { line: lineCount - 1, column: columns.length - 1 } }),
      );
    if (!canWrite) return;
    if (isFar && event.key.toLowerCase() === 'd') return handle(() => props.onFill(selection));
    if (isFar && (event.key === 'Delete' || event.key === 'Backspace')) return handle(() => props.onRemove(selection));
    if (event.key === 'Delete' || event.key === 'Backspace') return handle(() => props.onClear(selection));
    if (event.key === ' ' && activeField?.kind === 'yesNo') return handle(() => begin());
    if (event.key.length === 1 && !isFar && !event.altKey && activeField?.kind !== 'yesNo')
      handle(() => begin(event.key));
  }

  function placeOf(target: EventTarget): CellPlace | undefined {
    const cell = (target as Element).closest<HTMLElement>('[data-line]');
    if (cell === null) return undefined;
    return { line: Number(cell.dataset.line), column: Number(cell.dataset.column) };
  }
  function onPointerDown(event: PointerEvent) {
    const place = placeOf(event.target);
    if (place === undefined || event.button !== 0) return;
    const isActive = place.line === active.line && place.column === active.column;
    if (isActive && editing !== undefined) return;
    select(event.shiftKey ? { from: selection.from, to: place } : oneCell(place));
    isDragging.current = event.pointerType === 'mouse';
  }
  function onPointerMove(event: PointerEvent) {
    if (!isDragging.current) return;
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY) ?? event.target);
    if (place === undefined || (place.line === active.line && place.column === active.column)) return;
    select({ from: selection.from, to: place });
  }

  function onCopy(event: ClipboardEvent, after?: () => void) {
    if (event.target !== scroller.current) return;
    event.preventDefault();
    const { top, bottom } = rectangleOf(selection);
    if (rows.isRead(rows.recordLinesBetween({ from: top, to: bottom }))) {
      event.clipboardData.setData('text/plain', copied());
      after?.();
    } else void props.onCopyLater(selection, copied).then((isCopied) => isCopied && after?.());
  }
  function copied(): string {
    const { top, bottom, left, right } = rectangleOf(selection);
    const texts: string[][] = [];
    for (let line = top; line <= bottom; line += 1) {
      const entry = rows.entryAt(line);
      if (entry === undefined) continue;
      texts.push(columns.slice(left, right + 1).map(({ field }) => copyText(valueOf(entry, field.name), field)));
    }
    return writeTabSeparated(texts);
  }
  const copyText = (value: unknown, field: GridColumn['field']) => {
    const values = [value ?? []].flat();
    // Days and moments are copied exactly, everything else as it is shown.
    const isExact = field.kind === 'day' || field.kind === 'instant';
    const textOf = (one: unknown) => (isExact ? String(one) : writeValue(one, field, { formats, names: rows.names }));
    return values.map(textOf).join(', ');
  };
  function onPaste(event: ClipboardEvent) {
    if (event.target !== scroller.current || !canWrite) return;
    event.preventDefault();
    props.onPaste(readTabSeparated(event.clipboardData.getData('text/plain')), selection);
  }

  const chosen = rectangleOf({ from: clamp(selection.from, size), to: active });
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={lineCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-readonly={!canWrite}
      aria-activedescendant={
        editing === undefined && lineCount > 0 ? `${id}-${active.line}-${active.column}` : undefined
      }
      tabIndex={0}
      className={classes.grid}
      data-sideways={isSideways || undefined}
      onScroll={({ currentTarget }) => setIsSideways(currentTarget.scrollLeft > 0)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (isDragging.current = false)}
      onDoubleClick={({ target }) => placeOf(target) !== undefined && begin()}
      onCopy={(event) => onCopy(event)}
      onCut={(event) => onCopy(event, () => canWrite && props.onClear(selection))}
      onPaste={onPaste}
    >
      <div role="row" aria-rowindex={1} className={classes.head} style={{ width: totalWidth }}>
        <div role="columnheader" className={classes.number} style={{ width: numberWidth }}>
          <span aria-label="Number">#</span>
        </div>
        {placed.map(({ field, width, left, at }) => {
          const step = props.sort.find((one) => one.field === field.name);
          const order = step === undefined ? undefined : step.dir === 'desc' ? 'descending' : 'ascending';
          const content = (
            <>
              <FieldIcon kind={field.kind} />
              <span className={classes.headLabel}>{field.label}</span>
              {order === 'ascending' && <IconArrowUp aria-hidden size={14} />}
              {order === 'descending' && <IconArrowDown aria-hidden size={14} />}
            </>
          );
          return (
            <div
              key={field.name}
              role="columnheader"
              aria-colindex={at + 2}
              aria-sort={order}
              className={classes.headCell}
              data-first={at === 0 || undefined}
              data-number={field.kind === 'number' || undefined}
              style={{ width, left }}
            >
              {props.isSortable(field) ? (
                <button type="button" title={`Sort by ${field.label}`} onClick={() => props.onSort(field.name)}>
                  {content}
                </button>
              ) : (
                <span className={classes.headText}>{content}</span>
              )}
            </div>
          );
        })}
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: lines.getTotalSize(), width: totalWidth }}>
        {items.map(({ index, start }) => {
          const line = rows.lineAt(index);
          if (line === undefined) return null;
          if (line.kind === 'group') {
            const { key, label: name = '', count, isOpen } = line.segment;
            return (
              <div
                key={`group ${key}`}
                role="row"
                aria-rowindex={index + 2}
                aria-expanded={isOpen}
                className={classes.group}
                style={{ top: start, height: rowHeight }}
              >
                <div
                  role="gridcell"
                  aria-colindex={1}
                  aria-colspan={columns.length + 1}
                  id={`${id}-${index}-0`}
                  data-line={index}
                  data-column={0}
                  data-active={active.line === index || undefined}
                >
                  <button type="button" tabIndex={-1} onClick={() => rows.toggle(key)}>
                    {isOpen ? <IconChevronDown aria-hidden size={15} /> : <IconChevronRight aria-hidden size={15} />}
                    <b>{name}</b>
                    <span>{formats.number(count)}</span>
                  </button>
                </div>
              </div>
            );
          }
          const entry = rows.entryAt(index);
          const isChosen = index >= chosen.top && index <= chosen.bottom;
          const isActive = index === active.line;
          return (
            <GridRow
              // Rows that leave the screen become those that enter it.
              key={index % items.length}
              line={index}
              top={start}
              height={rowHeight}
              entry={entry}
              number={line.index + 1}
              columns={placed}
              numberWidth={numberWidth}
              formats={formats}
              names={rows.names}
              chosenFrom={isChosen ? chosen.left : undefined}
              chosenTo={isChosen ? chosen.right : undefined}
              activeColumn={isActive ? active.column : undefined}
              editing={isActive ? editing : undefined}
              isOpen={entry !== undefined && entry.record.id === openId}
              gridId={id}
              recordName={entry === undefined ? '' : props.nameOf(entry.record.id)}
              onOpen={props.onOpen}
              onCommit={onCommit}
              onCancel={onCancel}
            />
          );
        })}
      </div>
    </div>
  );
}
