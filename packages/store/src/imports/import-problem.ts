import { Problem, type ProblemDetail } from '@tallyhook/schemas';

/** One mistake in a CSV file: where, what was given and what was expected. */
export interface ImportMistake extends ProblemDetail {
  /** The column as the head line calls it. */
  column?: string;
}

/** The refusal of a whole file. */
export function refuseImport(mistakes: readonly ImportMistake[], more: Record<string, unknown> = {}): Problem {
  const [first] = mistakes;
  const place = first?.line === undefined ? '' : `Line ${first.line}: `;
  return new Problem('invalid_import', `${place}${first?.detail ?? 'The file cannot be imported.'}`, {
    errors: mistakes,
    members: more,
  });
}

/** Keeps the first mistakes and counts all. */
export interface MistakeList {
  readonly first: ImportMistake[];
  readonly total: number;
  add(mistake: ImportMistake): void;
}

const mostKept = 100;

/** An empty list of mistakes that keeps the first hundred. */
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
      if (first.length < mostKept) first.push(mistake);
    },
  };
}
