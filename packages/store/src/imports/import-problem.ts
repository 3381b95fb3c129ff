import { Problem, type ProblemDetail } from '@tallyhook/schemas';

/** One mistake in a CSV file: where it is, what was given and what was expected. */
export interface ImportMistake extends ProblemDetail {
  /** The column by its name in the head line. */
  column?: string;
}

/** The Problem that refuses a whole file. */
export function refuseImport(mistakes: readonly ImportMistake[], more: Record<string, unknown> = {}): Problem {
  const [first] = mistakes;
  const place = first?.line === undefined ? '' : `Line ${first.line}: `;
  return new Problem('invalid_import', `${place}${first?.detail ?? 'The file cannot be imported.'}`, {
    errors: mistakes,
    members: more,
  });
}

/** Keeps the first mistakes and counts all of them. */
export interface MistakeList {
  readonly first: ImportMistake[];
  readonly total: number;
  add(mistake: ImportMistake): void;
}

const maxKept = 100;

/** Creates an empty list that keeps the first hundred mistakes. */
export function createMistakeList(): MistakeList {
  const first: ImportMistake[] = [];
  let total = 0;
  return {
    first,
    get total() {
      return total;
    },
    add(mistake) {
      total += 1;
      if (first.length < maxKept) first.push(mistake);
    },
  };
}
