import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import type { ImportProgress, ImportResult } from '@tallyhook/schemas/api';
import type { Api } from './api.ts';
import { grouped } from './output.ts';
import { problemOfAnswer } from './problem-answer.ts';
import type { ProgressLine } from './progress.ts';
import { sizeOf } from './read-json.ts';

/** How a file becomes records. */
export interface ImportOptions {
  type: string;
  /** Each `[field:]column=type.key`: the column's values refer to records of another type by that field. */
  relation?: readonly string[];
  /** Each `column=name[:kind]`: a correction of the proposed field; `column=` leaves the column out. */
  field?: readonly string[];
  /** Texts that mean "no value" in every column. */
  empty?: readonly string[];
  /** What separates the cells, or `tab`. */
  delimiter?: string;
  /** The encoding of the file, such as `windows-1252`. */
  encoding?: string;
  dates?: 'dmy' | 'mdy' | 'ymd';
  decimals?: 'point' | 'comma';
  /** What to do when a relation's record does not exist. */
  missing?: 'empty' | 'refuse';
  /** The column by which rows find the records that they update. */
  key?: string;
  allOrNothing?: boolean;
  dryRun?: boolean;
}

/**
 * Streams a file into records of a type: NDJSON or JSON by the ending of its name, else CSV.
 * @throws Problem as answered by the product
 */
export async function importFile(
  api: Api,
  path: string,
  { encoding, ...options }: ImportOptions,
  line: ProgressLine,
): Promise<ImportResult> {
  const sizeBytes = await sizeOf(path);
  const lines = api.lines('POST /api/import', {
    query: queryOf(options),
    stream: {
      body: createReadStream(path, { highWaterMark: 1 << 20 }),
      sizeBytes,
      contentType: encoding === undefined ? typeOf(path) : `${typeOf(path)}; charset=${encoding}`,
    },
  });
  try {
    for await (const entry of lines) {
      if ('progress' in entry) line.show(progressText(basename(path), entry.progress));
      else if ('problem' in entry) throw problemOfAnswer(entry.problem.status, entry.problem);
      else return entry.result;
    }
  } catch (error) {
    throw inOurOptions(error, path);
  } finally {
    line.end();
  }
  throw new Problem(
    'unavailable',
    `The connection closed before the product reported the result for ${path}. Check with \`tallyhook ask\` before importing it again.`,
  );
}

function typeOf(path: string): string {
  const ending = extname(path).toLowerCase();
  if (ending === '.json') return 'application/json';
  return ending === '.ndjson' || ending === '.jsonl' ? 'application/x-ndjson' : 'text/csv';
}

/** Names the option that reads a file in another encoding. */
function inOurOptions(error: unknown, path: string): unknown {
  if (!(error instanceof Problem) || typeOf(path) !== 'text/csv') return error;
  if (!error.errors.some(({ code }) => code === 'wrong_encoding')) return error;
  const { code, message, errors, members } = error;
  return new Problem(code, `${message} Use --encoding to name it.`, { errors, members });
}

function progressText(name: string, { step, rows, percent, rowsPerSecond }: ImportProgress): string {
  const share = percent === null ? '' : `  ${Math.floor(percent)} %`;
  return `${name}  ${step}  ${grouped(rows)} rows${share}  ${grouped(Math.round(rowsPerSecond))} rows/s`;
}

/** The options that go into the address; the verb adds others, such as `--json`. */
function queryOf(options: Omit<ImportOptions, 'encoding'>): Omit<ImportOptions, 'encoding'> {
  const { type, relation, field, empty, delimiter, dates, decimals, missing, key, allOrNothing, dryRun } = options;
  return { type, relation, field, empty, delimiter, dates, decimals, missing, key, allOrNothing, dryRun };
}
