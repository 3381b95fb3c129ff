import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { Problem, type Field, type RecordType } from '@tallyhook/schemas';
import { checkNewType } from '../apps.ts';
import type { Branch } from '../branches.ts';
import { nextChangeNumber } from '../change-log.ts';
import { hiddenTypeNames } from '../hidden-types.ts';
import { MovedMeanwhile } from '../move-records.ts';
import { withProblems } from '../problem-from.ts';
import type { Store } from '../store.ts';
import { sweepWorkspace } from '../sweep.ts';
import { createCellReader } from './cell-readers.ts';
import { createRowConverter } from './convert-rows.ts';
import type { Column } from './head.ts';
import { createMistakeList, refuseImport, type ImportMistake, type MistakeList } from './import-problem.ts';
import {
  createDrySink,
  createLargeSink,
  createSmallSink,
  type ImportedChange,
  type ImportSink,
} from './import-sink.ts';
import { createLocalToInstant } from './local-time.ts';
import { labelOf, matchColumns, proposeColumns, type PlannedColumn } from './plan-columns.ts';
import { createProgress, type ImportProgress, type StepReporter } from './progress.ts';
import { readCsv } from './read-rows.ts';
import { checkRelations, loadKeys, targetOfRelation, type ImportRelation, type KeyMap } from './relation-keys.ts';
import { keyColumnsAmong, listSeparator, surveyFile, type Survey } from './survey.ts';

export interface ImportOptions {
  /** The record type; one that the branch does not have is made from the data. */
  type: string;
  /** Opens the file from its beginning; it is read twice. */
  open: () => Readable;
  /** The size of the file, for the progress. */
  sizeBytes?: number;
  relations?: readonly ImportRelation[];
  /** What a value means that names no record: no value and a warning, or a refused line. */
  missing?: 'empty' | 'refuse';
  /** Whether one refused line refuses the file; else it is left out and reported. */
  allOrNothing?: boolean;
  /** Whether to find out what would happen and keep nothing. */
  dryRun?: boolean;
  by: string;
  /** Called at most five times a second. */
  onProgress?: (progress: ImportProgress) => void;
  /** Ends the import; nothing of it is left. */
  signal?: AbortSignal;
}

/** What became of a column. */
export interface ImportedColumn {
  column: string;
  field: string;
  kind: Field['kind'];
  /** The type that a relation goes to. */
  target?: string;
  /** Why it became this field. */
  reason: string;
}

export interface ImportResult {
  /** The type with its fields. */
  type: RecordType;
  /** Whether the import made the type. */
  created: boolean;
  columns: ImportedColumn[];
  /** The texts that were taken as no value, such as `NA`. */
  emptyMarkers: string[];
  delimiter: string;
  /** The rows of the file. */
  rows: number;
  imported: number;
  refused: number;
  /** The first hundred mistakes, in the order of the file. */
  errors: ImportMistake[];
  errorCount: number;
  /** The first hundred values that name no record and were left empty. */
  warnings: ImportMistake[];
  warningCount: number;
  /** The number of the change in the change log; null for a dry run. */
  change: number | null;
  tookMs: number;
  rowsPerSecond: number;
  dryRun: boolean;
}

const smallRows = 5_000;
const smallBytes = 8 * 1024 * 1024;
const mostTries = 3;

/**
 * Imports a CSV file as records of one type, as one change: all of its good lines become visible at once, or none.
 * Throws Problem `invalid_import` with the mistakes (their number is `errorCount`) when the file, its columns or the
 * relations are wrong, when no line is good, and with `allOrNothing` when one is not; `invalid_input` for a new type that
 * cannot be; and the reason of the signal.
 */
export async function importCsv(store: Store, branch: Branch, options: ImportOptions): Promise<ImportResult> {
  return withProblems(() => importFile(store, branch, options));
}

async function importFile(store: Store, branch: Branch, options: ImportOptions): Promise<ImportResult> {
  const beganAt = performance.now();
  const progress = createProgress(options.onProgress, options.sizeBytes);
  await sweepWorkspace(store, branch.workspaceId);
  const survey = await surveyColumns(branch, options, progress('reading'));
  const plan = makePlan(branch, options, survey);
  const keys = await loadAllKeys(store, branch, survey);
  for (let tries = 1; ; tries++) {
    try {
      const done = await writeRows(store, branch, { options, survey, plan, keys, report: progress('writing') });
      return resultOf({ options, survey, plan, done, tookMs: performance.now() - beganAt });
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error;
      if (tries === mostTries) throw busy(options.type, error);
    }
  }
}

/** What the columns become. */
interface ImportPlan {
  type: RecordType;
  isNewType: boolean;
  columns: PlannedColumn[];
}

type KeyMaps = Map<string, KeyMap>;

const keyMapName = (index: number, { type, keyField }: PlannedColumn['target'] & object) =>
  `${index}/${type ?? ''}/${keyField?.name ?? ''}`;

function existingType(branch: Branch, name: string): RecordType | undefined {
  if (hiddenTypeNames.includes(name)) {
    throw new Problem('invalid_input', `"${name}" is a type of the service itself: choose another name.`);
  }
  return branch.types.find((type) => type.name === name);
}

async function surveyColumns(
  branch: Branch,
  { type: name, open, relations = [], signal }: ImportOptions,
  report: StepReporter,
): Promise<Survey> {
  const type = existingType(branch, name);
  const keyColumnsOf = (columns: Column[]) => {
    const mistakes = checkRelations(
      relations,
      columns.map(({ header }) => header),
      branch.types,
    );
    if (mistakes.length > 0) throw refuseImport(mistakes);
    if (type) return keyColumnsAmong(matchColumns(type, columns, relations, branch.types));
    return relations.map((relation) => ({
      index: columns.find(({ header }) => header === relation.column)!.index,
      target: targetOfRelation(relation, branch.types),
      many: false,
    }));
  };
  return surveyFile(open(), keyColumnsOf, (rows, bytes) => {
    signal?.throwIfAborted();
    report(rows, bytes);
  });
}

function makePlan(
  branch: Branch,
  { type: name, relations = [] }: ImportOptions,
  { columns, profiles }: Survey,
): ImportPlan {
  const type = existingType(branch, name);
  if (type) return { type, isNewType: false, columns: matchColumns(type, columns, relations, branch.types) };
  const planned = proposeColumns(columns, profiles, relations, branch.types);
  const fields = planned.map(({ field }) => field);
  const label = labelOf(name);
  const declared = { name, label, plural: pluralOf(label), labelField: labelFieldOf(fields), fields };
  return { type: checkNewType(branch.types, declared), isNewType: true, columns: planned };
}

function pluralOf(label: string): string {
  if (/[^aeiou]y$/.test(label)) return `${label.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(label) ? `${label}es` : `${label}s`;
}

function labelFieldOf(fields: Field[]): string {
  const texts = fields.filter(({ kind }) => kind === 'text');
  const named = texts.find(({ name }) => /^(name|title|label)$/i.test(name));
  const other = fields.find(({ kind }) => kind !== 'relation');
  return (named ?? texts[0] ?? other ?? fields[0]!).name;
}

async function loadAllKeys(store: Store, branch: Branch, { keys }: Survey): Promise<KeyMaps> {
  const maps: KeyMaps = new Map();
  for (const [{ index, target }, wanted] of keys) {
    maps.set(keyMapName(index, target), await loadKeys(store, branch, target, wanted));
  }
  return maps;
}

interface Writing {
  options: ImportOptions;
  survey: Survey;
  plan: ImportPlan;
  keys: KeyMaps;
  report: StepReporter;
}

interface Written {
  number: number | null;
  imported: number;
  errors: MistakeList;
  warnings: MistakeList;
}

/** The second pass: turns rows into records and puts them in. */
async function writeRows(store: Store, branch: Branch, writing: Writing): Promise<Written> {
  const { options, survey, plan, report } = writing;
  const [errors, warnings] = [createMistakeList(), createMistakeList()];
  const number = options.dryRun ? null : await nextChangeNumber(store, branch.workspaceId);
  const { by } = options;
  const change = { ...plan, number: number ?? 0, by, at: new Date(), digest: survey.digest };
  const convert = rowConverter(branch, writing, { change, errors, warnings });
  const sink = await openSink(store, branch, writing, change);
  try {
    const file = await readCsv(options.open());
    let imported = 0;
    for await (const rows of file.rows) {
      options.signal?.throwIfAborted();
      const documents = rows.map(convert).filter((document) => document !== undefined);
      const isRefused = options.allOrNothing && errors.total > 0;
      if (documents.length > 0 && !isRefused) await sink.write(documents);
      else await nextTurn();
      imported += documents.length;
      report(rows.length, file.bytes.sizeBytes);
    }
    if (file.bytes.digest() !== survey.digest) throw changedFile();
    if (imported === 0 || (options.allOrNothing && errors.total > 0)) {
      throw refuseImport(errors.first, { errorCount: errors.total });
    }
    options.signal?.throwIfAborted();
    await sink.finish();
    return { number, imported, errors, warnings };
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

function rowConverter(
  branch: Branch,
  { options, survey, plan, keys }: Writing,
  { change, errors, warnings }: { change: ImportedChange; errors: MistakeList; warnings: MistakeList },
) {
  const { number, at, by } = change;
  const toInstant = createLocalToInstant(branch.timezone);
  const separator = listSeparator(survey.delimiter);
  const readColumns = plan.columns.map(({ column, field, target }) => ({
    column,
    fieldName: field.name,
    read: createCellReader({
      field,
      ...(target ? { target, keys: keys.get(keyMapName(column.index, target)) } : {}),
      markers: survey.markers,
      separator,
      toInstant,
    }),
  }));
  return createRowConverter({
    type: plan.type,
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

function resultOf({
  options,
  survey,
  plan,
  done,
  tookMs,
}: Omit<Writing, 'keys' | 'report'> & { done: Written; tookMs: number }): ImportResult {
  return {
    type: plan.type,
    created: plan.isNewType && !options.dryRun,
    columns: plan.columns.map(({ column, field, reason }) => ({
      column: column.header,
      field: field.name,
      kind: field.kind,
      ...(field.target === undefined ? {} : { target: field.target }),
      reason,
    })),
    emptyMarkers: [...survey.markers],
    delimiter: survey.delimiter,
    rows: survey.rows,
    imported: done.imported,
    refused: survey.rows - done.imported,
    errors: done.errors.first,
    errorCount: done.errors.total,
    warnings: done.warnings.first,
    warningCount: done.warnings.total,
    change: done.number,
    tookMs: Math.round(tookMs),
    rowsPerSecond: Math.round((survey.rows * 1000) / Math.max(tookMs, 1)),
    dryRun: options.dryRun === true,
  };
}

function changedFile(): Problem {
  return refuseImport([{ code: 'file_changed', detail: 'The file changed while it was read: import it again.' }]);
}

function busy(type: string, cause: unknown): Problem {
  const detail = `Other imports into "${type}" came first, three times over: import the file again.`;
  return new Problem('unavailable', detail, { retryAfterSeconds: 10, cause });
}
