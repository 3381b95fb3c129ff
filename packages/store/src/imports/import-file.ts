import { Problem } from '@tallyhook/schemas';
import type { Branch } from '../database/branches.ts';
import { MovedMeanwhile } from '../moving/move-records.ts';
import { describeTaken, takenValue } from '../collections/unique-indexes.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import { sweepWorkspace } from '../moving/sweep.ts';
import type { ImportOptions, ImportResult } from './import-options.ts';
import { refuseImport } from './import-problem.ts';
import { findSameImport } from '../changes/change-log.ts';
import { countMarkers } from './count-markers.ts';
import { csvFormat } from './csv-format.ts';
import { makePlan, surveyColumns } from './import-plan.ts';
import { importedColumns, matchedColumns } from './imported-columns.ts';
import { jsonFormat } from './json-format.ts';
import { createProgress } from './progress.ts';
import type { RowFormat } from './row-format.ts';
import { loadAllKeys, writeRows, type Writing, type Written } from './write-rows.ts';

const maxTries = 3;

/**
 * Imports a file as records of one type, in one change: all its good rows become visible at once, or none.
 * @throws Problem `invalid_import` with the mistakes (`errorCount` is their number) if the file, its columns or the
 * relations are wrong, if no line is good, or with `allOrNothing` if any line is not, and for a dry run with every
 * column as `columns`; `invalid_input` for a new type with mistakes; and the reason of the signal.
 */
export async function importFile(store: Store, branch: Branch, options: ImportOptions): Promise<ImportResult> {
  return withProblems(async () => {
    try {
      return await importRows(store, branch, options);
    } catch (error) {
      const type = branch.types.find(({ name }) => name === options.type);
      const taken = type && takenValue(error, type);
      if (taken === undefined) throw error;
      const { code, detail } = describeTaken(taken);
      throw refuseImport([{ code, detail }]);
    }
  });
}

/** Imports a CSV file; see `importFile`. */
export async function importCsv(
  store: Store,
  branch: Branch,
  options: Omit<ImportOptions, 'format'>,
): Promise<ImportResult> {
  return importFile(store, branch, { ...options, format: 'csv' });
}

async function importRows(store: Store, branch: Branch, options: ImportOptions): Promise<ImportResult> {
  const beganAt = performance.now();
  const progress = createProgress(options.onProgress, options.sizeBytes);
  await sweepWorkspace(store, branch.workspaceId);
  const format = formatOf(options);
  const survey = await surveyColumns(branch, { options, format }, progress('reading'));
  const plan = makePlan(branch, options, survey);
  const keys = await loadAllKeys(store, branch, survey);
  const same = { type: plan.type.name, digest: survey.digest };
  const importedBefore = options.key === undefined ? await findSameImport(store, branch, same) : null;
  if (!options.dryRun && options.key === undefined) await options.checkRows?.(survey.rows);
  for (let tries = 1; ; tries++) {
    try {
      const done = await writeRows(store, branch, { options, format, survey, plan, keys, report: progress('writing') });
      return resultOf({ options, survey, plan, keys, done, importedBefore, tookMs: performance.now() - beganAt });
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error;
      if (tries === maxTries) throw busy(options.type, error);
    }
  }
}

function formatOf(options: ImportOptions): RowFormat {
  if (options.format === 'csv') return csvFormat(options);
  return jsonFormat(options.format === 'json' ? 'list' : 'lines', options);
}

function resultOf({
  options,
  survey,
  plan,
  keys,
  done,
  importedBefore,
  tookMs,
}: Omit<Writing, 'report' | 'format'> & {
  done: Written;
  importedBefore: number | null;
  tookMs: number;
}): ImportResult {
  return {
    type: plan.type,
    created: plan.isNewType && !options.dryRun,
    isNewType: plan.isNewType,
    columns: importedColumns(plan.columns, survey),
    leftOut: matchedColumns(plan.columns, survey, plan.unmatched).filter(({ field }) => field === undefined),
    ...countMarkers(plan.columns, survey.profiles, keys),
    ...(survey.delimiter !== undefined && { delimiter: survey.delimiter }),
    rows: survey.rows,
    imported: done.imported,
    updated: done.updated,
    unchanged: done.unchanged,
    refused: survey.rows - done.imported - done.updated - done.unchanged,
    errors: done.errors.first,
    errorCount: done.errors.total,
    warnings: done.warnings.first,
    warningCount: done.warnings.total,
    change: done.number,
    tookMs: Math.round(tookMs),
    rowsPerSecond: Math.round((survey.rows * 1000) / Math.max(tookMs, 1)),
    dryRun: options.dryRun === true,
    importedBefore,
  };
}

function busy(type: string, cause: unknown): Problem {
  const detail = `Other imports into "${type}" finished first three times in a row: import the file again.`;
  return new Problem('unavailable', detail, { retryAfterSeconds: 10, cause });
}
