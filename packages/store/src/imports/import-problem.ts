import { Problem, type ProblemDetail } from '@tallyhook/schemas';
import type { RowCount } from './row-format.ts';

/** One mistake in a file: where it is, what was given and what was expected. */
export interface ImportMistake extends ProblemDetail {
  /** The column by its name in the head line, or the key in JSON. */
  column?: string;
}

/** The Problem that refuses a whole file. */
export function refuseImport(mistakes: readonly ImportMistake[], more: Record<string, unknown> = {}): Problem {
  const [first] = mistakes;
  const place = first === undefined ? '' : placeOf(first);
  return new Problem('invalid_import', `${place}${first?.detail ?? 'The file cannot be imported.'}`, {
    errors: mistakes,
    members: more,
  });
}

function placeOf({ line, record }: ImportMistake): string {
  if (record !== undefined) return `${rowName('record', record)}: `;
  return line === undefined ? '' : `${rowName('line', line)}: `;
}

/** What a row is called in a message: its line, or its number in a JSON list. */
export function rowName(counts: RowCount, line: number): string {
  return counts === 'record' ? `Record ${line}` : `Line ${line}`;
}

/** Keeps the first mistakes and counts all of them. */
export interface MistakeList {
  readonly first: ImportMistake[];
  readonly total: number;
  add(mistake: ImportMistake): void;
}

const maxKept = 100;

/**
 * Creates an empty list that keeps the first hundred mistakes. Their `line` becomes `record` if that is what the rows
 * are counted by.
 */
export function createMistakeList(counts: RowCount = 'line'): MistakeList {
  const first: ImportMistake[] = [];
  let total = 0;
  return {
    first,
    get total() {
      return total;
    },
    add(mistake) {
      total += 1;
      if (first.length === maxKept) return;
      const { line, ...rest } = mistake;
      first.push(counts === 'record' && line !== undefined ? { record: line, ...rest } : mistake);
    },
  };
}
