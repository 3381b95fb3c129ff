import { Button, CloseButton, Text, Title } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RecordType, View } from '@tallyhook/schemas';
import { recordLabel } from '@tallyhook/schemas/record-label';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useWorkflows } from '../api/queries.ts';
import { useFields } from '../builder/fields.ts';
import { usualWidth } from '../grid/column-width.ts';
import { Grid, type GridHandle } from '../grid/Grid.tsx';
import { oneCell, rectangleOf, type Selection } from '../grid/selection.ts';
import { describeFilter } from '../reports/describe-report.ts';
import { periodFormat } from '../reports/period-format.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { useUndoKeys } from '../shell/use-undo-keys.ts';
import { useFormats } from '../use-formats.ts';
import { fieldsOfFilter } from './asked-fields.ts';
import { CellNote } from './CellNote.tsx';
import { columnsOf } from './default-columns.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { foreignZone } from './foreign-zone.ts';
import { isSortable } from './is-sortable.ts';
import { KeptBranch } from './KeptBranch.tsx';
import { NumberFormats } from './NumberFormats.tsx';
import { clearCells, fillDown, isOneCell, pasteCells, sizeOfPaste, type Pasted } from './paste-cells.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { writeValue } from './record-cells.ts';
import { valueOf } from './record-entry.ts';
import { RecordPanel } from './RecordPanel.tsx';
import { maxRange } from './record-rows.ts';
import { RecordsToolbar } from './RecordsToolbar.tsx';
import { readFields, readFilter, shownView, writeGroup, writeSort } from './records-search.ts';
import type { RecordsSearch } from './search-names.ts';
import { SheetFoot } from './SheetFoot.tsx';
import { SheetMenu } from './SheetMenu.tsx';
import { TypeSwitch } from './TypeSwitch.tsx';
import { useNamesOfPeople } from './use-names-of-people.ts';
import { useRecordRows } from './use-record-rows.ts';
import { useViews } from './use-views.ts';
import { ViewTabs } from './ViewTabs.tsx';
import classes from './Records.module.css';

interface RecordSheetProps {
  type: RecordType;
  types: readonly RecordType[];
  back: ReactNode;
}

/** The sheet of a type: its bar, views, words and grid, and the panel of one record. */
export function RecordSheet({ type, types, back }: RecordSheetProps) {
  const search = useSearch({ from: '/records/$typeName' });
  const navigate = useNavigate();
  const { canWrite } = useAbilities();
  const announce = useAnnounce();
  const offerUndo = useOfferUndo();
  const grid = useRef<GridHandle>(null);
  const [selection, setSelection] = useState<Selection>(oneCell({ line: 0, column: 0 }));
  /** A paste that adds records, until the person says so. */
  const [pasted, setPasted] = useState<Pasted>();
  const { data: views = [], isPending: areViewsPending } = useViews(type.name);
  const saved = views.find(({ id }) => id === search.view);
  const view = useMemo(() => shownView(type.name, saved?.definition as View, search), [type.name, saved, search]);
  const zone = foreignZone(search.timezone);
  const formats = useFormats(zone);
  const wrongFilter =
    search.filter !== undefined && readFilter(search.filter) === undefined ? search.filter : undefined;
  const { timezone, weekStart } = search;
  const asked = { type, view, wrongFilter, timezone, weekStart };
  const { rows, version, error, isCounting, refetch } = useRecordRows(asked);
  const { fields } = useFields(type.name);
  useFieldsOf(type);
  const workflows = useButtons(type.name);

  const columns = useMemo(() => {
    const first = search.only === '1' ? [] : readFields(search.fields ?? '');
    // The columns that a report uses come first; while somebody edits a filter, columns stay where they are.
    const isFromReport = search.fields !== undefined && search.only !== '1';
    const used = view.filter === undefined || !isFromReport ? [] : fieldsOfFilter(view.filter);
    const found = columnsOf(type, view.fields, [...first, ...used]);
    return found.map((field, at) => ({ field, width: usualWidth(field, at === 0) }));
  }, [type, view.fields, view.filter, search.fields, search.only]);
  const names = columns.map(({ field }) => field.name);

  const put = useCallback(
    (changed: Partial<RecordsSearch>) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true }),
    [navigate],
  );
  const nameOf = useCallback(
    (id: string) => {
      const entry = rows.entry(id);
      const label = type.fields.find(({ name }) => name === type.labelField);
      if (entry === undefined || label === undefined) return id.slice(-6);
      const text = writeValue(valueOf(entry, label.name), label, { formats, names: rows.names });
      // Any text can name a record, even one of a megabyte.
      const name = text.length > 80 ? `${text.slice(0, 80)} …` : text;
      return recordLabel(name, entry.isNew ? 'new' : id.slice(-6));
    },
    [rows, type, formats],
  );
  const openRecord = useCallback((id: string) => put({ record: id }), [put]);
  useUndoKeys({
    undo: () => rows.undo() && announce('Undone'),
    redo: () => rows.redo() && announce('Done again'),
  });

  function add() {
    rows.add();
    grid.current?.go({ line: rows.segments[0]?.label === undefined ? 0 : 1, column: 0 });
    // The new row must be drawn first.
    setTimeout(() => grid.current?.edit());
  }
  /** Reads all records of some lines before something is done with them; false after a refusal, which is shown. */
  async function reach(lines: readonly number[], doing: string): Promise<boolean> {
    if (lines.length > maxRange) {
      const most = formats.number(maxRange);
      rows.tell(`${doing}: choose up to ${most} records at a time, these are ${formats.number(lines.length)}.`);
      return false;
    }
    rows.tell(undefined);
    try {
      await rows.readLines(lines);
      return true;
    } catch (error) {
      rows.tell(`${doing}: nothing was done. ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }
  const linesOf = (at: Selection) => {
    const { top, bottom } = rectangleOf(at);
    return rows.recordLinesBetween({ from: top, to: bottom });
  };
  async function change(at: Selection, doing: string, editsOf: typeof clearCells) {
    const { top, bottom } = rectangleOf(at);
    const lines = linesOf(at);
    const source =
      doing === 'Fill' && top === bottom && top > 0 ? rows.recordLinesBetween({ from: top - 1, to: top - 1 }) : [];
    if (await reach([...source, ...lines], doing)) rows.edit(editsOf(at, { rows, columns }));
  }
  async function copyLater(at: Selection, textOf: () => string): Promise<boolean> {
    const lines = linesOf(at);
    if (!(await reach(lines, 'Copy'))) return false;
    try {
      await navigator.clipboard.writeText(textOf());
    } catch {
      // Without a secure connection, and some time after the key, browsers refuse.
      rows.tell(`The ${formats.number(lines.length)} records are read now. Copy them once more.`);
      return false;
    }
    rows.tell(`${formats.number(lines.length)} records copied.`);
    return true;
  }
  async function removeChosen(at: Selection) {
    const lines = linesOf(at);
    if (!(await reach(lines, 'Delete'))) return;
    await remove(lines.flatMap((line) => rows.entryAt(line)?.record.id ?? []));
  }
  async function remove(ids: readonly string[]) {
    if (ids.length === 0) return;
    const what = ids.length === 1 ? nameOf(ids[0]!) : `${formats.number(ids.length)} ${type.plural.toLowerCase()}`;
    if (search.record !== undefined && ids.includes(search.record)) put({ record: undefined });
    try {
      const undo = await rows.remove(ids);
      offerUndo({ text: `${what} deleted`, hasOwnKeys: true, undo });
    } catch (refusal) {
      announce(`${what} could not be deleted. ${refusal instanceof Error ? refusal.message : ''}`);
    }
  }
  function step(by: 1 | -1) {
    const line = search.record === undefined ? undefined : rows.lineOf(search.record);
    const next = line === undefined ? undefined : rows.entryAt(line + by);
    if (next === undefined) return;
    put({ record: next.record.id });
    grid.current?.go({ line: line! + by, column: 0 });
  }
  function close() {
    put({ record: undefined });
    grid.current?.focus();
  }
  function sortBy(name: string) {
    const now = view.sort?.[0];
    const isSame = now?.field === name && view.sort?.length === 1;
    const next = !isSame ? name : now.dir === 'desc' ? '' : `-${name}`;
    put({ sort: next });
  }
  async function paste(cells: string[][], at: Selection) {
    const { top } = rectangleOf(at);
    const { height } = sizeOfPaste(cells, at);
    if (height > maxRange) {
      const most = formats.number(maxRange);
      return rows.tell(`Paste up to ${most} lines at a time, these are ${formats.number(height)}. Or import a file.`);
    }
    const lines = isOneCell(cells) && rows.lineCount > 0 ? linesOf(at) : rows.recordLines(top, height);
    if (!(await reach(lines, 'Paste'))) return;
    const added = isOneCell(cells) && rows.lineCount > 0 ? 0 : height - lines.length;
    const pasted = pasteCells(cells, at, { lines, added, rows, columns, names: rows.names });
    if (pasted.added.length > 0) setPasted(pasted);
    else finishPaste(pasted);
  }
  function finishPaste({ edits, added, refused, leftOut }: Pasted) {
    rows.paste(edits, added);
    const count = [...edits.map(({ fields }) => fields), ...added].reduce(
      (sum, fields) => sum + Object.keys(fields).length,
      0,
    );
    const parts = [
      `${formats.number(count)} ${count === 1 ? 'cell' : 'cells'} pasted`,
      added.length > 0 && `${formats.number(added.length)} ${added.length === 1 ? 'record' : 'records'} added`,
      leftOut > 0 &&
        `${formats.number(leftOut)} ${leftOut === 1 ? 'cell' : 'cells'} left out because their columns are missing or can't be changed`,
      refused.length > 0 && `${formats.number(refused.length)} rejected: ${refused[0]}`,
    ];
    const text = parts.filter((part) => part !== false).join(', ');
    if (count > 1 || refused.length + leftOut > 0)
      offerUndo({ text, hasOwnKeys: true, undo: async () => void rows.undo() });
    else announce(text);
  }
  const people = useNamesOfPeople(type.name, view.filter, types);
  const period = periodFormat(formats, timezone);
  const words =
    view.filter === undefined || people.isLoading
      ? ''
      : describeFilter(view.filter, { type: type.name, types, names: { ...people.names, ...rows.names }, period });
  const activeEntry = rows.entryAt(selection.to.line);
  const activeField = columns[selection.to.column]?.field;
  const isChanged = (['filter', 'sort', 'group', 'only'] as const).some((name) => search[name] !== undefined);
  const isEmpty = !isCounting && error === null && rows.lineCount === 0;
  return (
    <div className={classes.page}>
      <PageHeading title={type.plural} parent={<TypeSwitch types={types} current={type.name} />}>
        <div className={classes.wide}>
          <NumberFormats type={type} />
        </div>
        {canWrite && (
          <Button
            component="a"
            href={`/import${window.location.search}`}
            variant="default"
            data-noprint
            className={classes.wide}
            leftSection={<IconFileImport aria-hidden size={16} />}
            onClick={(event) => {
              event.preventDefault();
              void navigate({ to: '/import' });
            }}
          >
            Import
          </Button>
        )}
        <div className={classes.wide}>
          <ExportMenu {...{ view, timezone, weekStart }} columns={names} />
        </div>
        <SheetMenu {...{ type, view, timezone, weekStart }} columns={names} />
        {canWrite && (
          <Button data-noprint leftSection={<IconPlus aria-hidden size={16} />} onClick={add}>
            New {type.label.toLowerCase()}
          </Button>
        )}
      </PageHeading>
      <KeptBranch />
      {back !== false && <div className={classes.back}>{back}</div>}
      <ViewTabs
        {...{ type, views, isChanged }}
        current={saved}
        shown={{ ...view, fields: names }}
        onPick={(id) => void navigate({ to: '.', search: (id === undefined ? {} : { view: id }) as never })}
        onReset={() => void navigate({ to: '.', search: (saved === undefined ? {} : { view: saved.id }) as never })}
      />
      <div className={classes.split}>
        <div className={classes.sheet}>
          {fields !== undefined && (search.view === undefined || !areViewsPending) && (
            <RecordsToolbar
              {...{ type, types, view }}
              fields={fields.all}
              columns={names}
              onFilter={(filter) => put({ filter: filter === undefined ? '{"and":[]}' : JSON.stringify(filter) })}
              onGroup={(group) => put({ group: writeGroup(group) })}
              onSort={(sort) => put({ sort: writeSort(sort) })}
              onColumns={(chosen) => put({ fields: chosen.join(','), only: '1' })}
            />
          )}
          {(error !== null || rows.loadError !== undefined) && (
            <ErrorNote
              title="Couldn't load the records"
              error={error ?? rows.loadError}
              onRetry={() => (error === null ? rows.retry() : void refetch())}
            />
          )}
          {isEmpty && (
            <div className={classes.empty}>
              <Title order={2}>
                {view.filter === undefined
                  ? `No ${type.plural.toLowerCase()} yet`
                  : 'This group has no records any more'}
              </Title>
              {canWrite && <Text mt={4}>Paste rows from a spreadsheet into the grid, or add the first one.</Text>}
            </div>
          )}
          {(!isEmpty || (canWrite && !isCounting)) && error === null && (
            <Grid
              ref={grid}
              label={type.plural}
              {...{ rows, version, columns, canWrite, nameOf }}
              sort={view.sort ?? []}
              timezone={zone}
              openId={search.record}
              onSelect={setSelection}
              onOpen={openRecord}
              onSort={sortBy}
              isSortable={isSortable}
              onCopyLater={copyLater}
              onPaste={(cells, at) => void paste(cells, at)}
              onFill={(at) => void change(at, 'Fill', fillDown)}
              onClear={(at) => void change(at, 'Clear', clearCells)}
              onRemove={(at) => void removeChosen(at)}
            />
          )}
          {activeEntry !== undefined && activeField !== undefined && search.record === undefined && (
            <CellNote
              {...{ rows }}
              entry={activeEntry}
              field={activeField}
              recordName={nameOf(activeEntry.record.id)}
            />
          )}
          {rows.notice !== undefined && (
            <div className={classes.note} data-kind="decide" role="alert">
              <span>{rows.notice}</span>
              <CloseButton size="sm" aria-label="Close" onClick={() => rows.tell(undefined)} />
            </div>
          )}
          <SheetFoot
            needed={type.fields.flatMap(({ name, label }) => (rows.needed.includes(name) ? label : [])).join(', ')}
            {...{ rows, version, selection, words, zone, isCounting, canWrite, workflows }}
            onShowNew={() => void refetch()}
            onRemove={() => void removeChosen(selection)}
            nameOf={nameOf}
          />
        </div>
        {pasted !== undefined && (
          <PasteDialog
            changed={pasted.edits.length}
            added={pasted.added.length}
            onClose={() => {
              setPasted(undefined);
              grid.current?.focus();
            }}
            onPaste={() => finishPaste(pasted)}
          />
        )}
        {search.record !== undefined && (
          <RecordPanel
            {...{ type, types, rows, version, canWrite, workflows }}
            id={search.record}
            name={nameOf(search.record)}
            onStep={step}
            onClose={close}
            onRemove={() => void remove([search.record!])}
          />
        )}
      </div>
    </div>
  );
}

/** Reads the fields for questions again when the type has changed. */
function useFieldsOf(type: RecordType): void {
  const queries = useQueryClient();
  const seen = useRef(type);
  useEffect(() => {
    if (seen.current === type) return;
    seen.current = type;
    void queries.invalidateQueries({ queryKey: ['fields'] });
  }, [type, queries]);
}

/** The workflows that people may start for records of a type. */
function useButtons(type: string) {
  const { canWrite } = useAbilities();
  const { data = [] } = useWorkflows();
  if (!canWrite) return [];
  return data.filter(({ definition: { trigger } }) => trigger.kind === 'button' && trigger.record === type);
}
