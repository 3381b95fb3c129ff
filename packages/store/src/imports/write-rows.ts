import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Field, Problem } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import { nextChangeNumber } from '../changes/change-log.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { createRowConverter } from './convert-rows.ts';
import { findMarkers } from './count-markers.ts';
import { createEmptyTest } from './empty-texts.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportPlan } from './import-plan.ts';
import { createMistakeList, refuseImport, type MistakeList } from './import-problem.ts';
import { matchedColumns } from './imported-columns.ts';
import {
  createDrySink,
  createLargeSink,
  createSmallSink,
  type ImportedChange,
  type ImportSink,
} from './import-sink.ts';
import { createLocalToInstant } from './local-time.ts';
import type { StepReporter } from './progress.ts';
import { createKeyCheck, findKeyField } from './import-key.ts';
import { createMatchingSink } from './matching-sink.ts';
import type { Row, RowFormat } from './row-format.ts';
import { keyMapName, loadKeys, type KeyMap, type KeyMaps } from './relation-keys.ts';
import { listSeparator, type Survey } from './survey.ts';
import { createRewrite } from './written-forms.ts';

const smallRows = 5_000;
const smallBytes = 8 * 1024 * 1024;

/** Looks up all keys in the file. */
export async function loadAllKeys(store: Store, branch: Branch, { keys }: Survey): Promise<KeyMaps> {
  const maps = new Map<string, KeyMap>();
  for (const [{ index, target }, wanted] of keys) {
    maps.set(keyMapName(index, target), await loadKeys(store, branch, target, wanted));
  }
  return maps;
}

/** The inputs of the second pass. */
export interface Writing {
  options: ImportOptions;
  format: RowFormat;
  survey: Survey;
  plan: ImportPlan;
  keys: KeyMaps;
  report: StepReporter;
}

/** The result of the second pass. */
export interface Written {
  number: number | null;
  imported: number;
  updated: number;
  unchanged: number;
  errors: MistakeList;
  warnings: MistakeList;
}

/** The second pass: converts rows to records and writes them. */
export async function writeRows(store: Store, branch: Branch, writing: Writing): Promise<Written> {
  const { options, format, survey, plan, report } = writing;
  const matches = options.key !== undefined && !plan.isNewType;
  // Several records with a row's key are only found while it is written.
  if (matches && options.allOrNothing && !options.dryRun)
    await writeRows(store, branch, { ...writing, options: { ...options, dryRun: true } });
  const [errors, warnings] = [createMistakeList(format.counts), createMistakeList(format.counts)];
  const number = options.dryRun ? null : await nextChangeNumber(store, branch.workspaceId);
  const { by } = options;
  const change = { ...plan, number: number ?? 0, by, at: new Date(), digest: survey.digest };
  const convert = rowConverter(branch, writing, { change, errors, warnings });
  const rows = keyedRows(writing, { convert, errors });
  const matching = matches ? openMatchingSink(store, branch, writing, { change, errors, ...rows }) : undefined;
  const sink = matching ?? (await openSink(store, branch, writing, change));
  try {
    const file = await format.open(options.open(), survey.columns);
    let imported = 0;
    for await (const some of file.rows) {
      options.signal?.throwIfAborted();
      const documents = some.map(rows.read).filter((document) => document !== undefined);
      const isRefused = options.allOrNothing && errors.total > 0;
      if (documents.length > 0 && !isRefused) await sink.write(documents);
      else await nextTurn();
      imported += documents.length;
      report(some.length, file.bytes.sizeBytes);
    }
    if (file.bytes.digest() !== survey.digest) throw changedFile();
    options.signal?.throwIfAborted();
    if (matching !== undefined && imported > 0) await sink.finish();
    const { created, updated, unchanged } = matching?.matched ?? { created: imported, updated: 0, unchanged: 0 };
    if (created + updated + unchanged === 0 || (options.allOrNothing && errors.total > 0)) {
      const columns = options.dryRun ? { columns: matchedColumns(plan.columns, survey) } : {};
      throw refuseImport(errors.first, { errorCount: errors.total, ...columns });
    }
    if (matching === undefined) await sink.finish();
    const isChanged = created + updated > 0;
    return { number: isChanged ? number : null, imported: created, updated, unchanged, errors, warnings };
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

interface KeyedRows {
  /** Converts a row; undefined if it is refused. */
  read: (row: Row) => RecordDocument | undefined;
  keyField: Field | undefined;
  lineOf: (document: RecordDocument) => number;
}

/** Converts rows and, with a key, refuses those whose key is missing or repeated. */
function keyedRows(
  { options, format, plan }: Writing,
  { convert, errors }: { convert: (row: Row) => RecordDocument | undefined; errors: MistakeList },
): KeyedRows {
  if (options.key === undefined) return { read: convert, keyField: undefined, lineOf: () => 0 };
  const keyField = findKeyField(options.key, plan.columns);
  const hasKey = createKeyCheck(keyField, errors, format.counts);
  const lines = new WeakMap<RecordDocument, number>();
  const read = (row: Row) => {
    const document = convert(row);
    if (document === undefined || !hasKey(document, row.line)) return undefined;
    lines.set(document, row.line);
    return document;
  };
  return { read, keyField, lineOf: (document) => lines.get(document)! };
}

function openMatchingSink(
  store: Store,
  branch: Branch,
  { options, plan }: Writing,
  { change, errors, keyField, lineOf }: Omit<KeyedRows, 'read'> & { change: ImportedChange; errors: MistakeList },
) {
  const fieldNames = plan.columns.map(({ field }) => field.name);
  const isDry = options.dryRun === true;
  const { checkRows } = options;
  return createMatchingSink(store, branch, change, {
    keyField: keyField!,
    fieldNames,
    isDry,
    lineOf,
    errors,
    checkRows,
  });
}

function rowConverter(
  branch: Branch,
  { options, format, survey, plan, keys }: Writing,
  { change, errors, warnings }: { change: ImportedChange; errors: MistakeList; warnings: MistakeList },
) {
  const { number, at, by } = change;
  const toInstant = createLocalToInstant(branch.timezone);
  const separator = listSeparator(survey.delimiter);
  const markers = findMarkers(plan.columns, survey.profiles);
  const isEmptyText = createEmptyTest(options.emptyTexts);
  const rewrite = createRewrite(options);
  const readColumns = plan.columns.map(({ column, field, target }) => {
    const read = format.createReader({
      field,
      ...(target ? { target, keys: keys.get(keyMapName(column.index, target)) } : {}),
      markers,
      isEmptyText,
      separator,
      toInstant,
      rewrite,
    });
    return { column, fieldName: field.name, read };
  });
  return createRowConverter({
    type: plan.type,
    format,
    columns: survey.columns,
    readColumns,
    system: { revision: 1, change: number, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
    missing: options.missing ?? 'empty',
    errors,
    warnings,
  });
}

async function openSink(
  store: Store,
  branch: Branch,
  { options, survey, plan }: Writing,
  change: ImportedChange,
): Promise<ImportSink> {
  if (options.dryRun) return createDrySink();
  const isSmall = survey.rows <= smallRows && survey.sizeBytes <= smallBytes && !plan.isNewType;
  return isSmall ? createSmallSink(store, branch, change) : createLargeSink(store, branch, change);
}

function changedFile(): Problem {
  return refuseImport([{ code: 'file_changed', detail: 'The file changed while it was being read: import it again.' }]);
}
