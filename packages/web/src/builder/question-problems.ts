import type { ProblemDetail, RecordType, Report } from '@tallyhook/schemas';
import { partAt, placeOf, describeProblem } from '../reports/describe-problem.ts';
import type { Draft } from './draft.ts';

/** The problems of a question, by where they are shown. */
export interface QuestionProblems {
  /** By the part of the sentence: `filter/0`, `measures`, `groupBy/1`, `having/0`, `sort`. */
  atParts: Map<string, string>;
  /** Problems outside of any part of the sentence. */
  elsewhere: string[];
}

export interface QuestionProblemsOptions {
  /** The question that was refused. */
  refused: Report;
  /** The current question: problems of parts that changed since no longer apply. */
  now: Report;
  draft: Draft;
  types: readonly RecordType[];
}

/** Assigns the service's problems to the parts of the question, in the words used on the page. */
export function questionProblems(
  problems: readonly ProblemDetail[],
  { refused, now, draft, types }: QuestionProblemsOptions,
): QuestionProblems {
  const words = new Map<string | undefined, Set<string>>();
  for (const problem of problems) {
    const place = placeOf(problem);
    if (JSON.stringify(partAt(refused, place)) !== JSON.stringify(partAt(now, place))) continue;
    const part = partOf(place, draft);
    words.set(part, (words.get(part) ?? new Set()).add(describeProblem(problem, refused, types)));
  }
  const elsewhere = [...(words.get(undefined) ?? [])];
  const parts = [...words].filter((entry): entry is [string, Set<string>] => entry[0] !== undefined);
  return { atParts: new Map(parts.map(([part, texts]) => [part, [...texts].join(' ')])), elsewhere };
}

/** A message about parts that are marked as wrong. */
export function describeMarked(count: number): string {
  return count === 1
    ? 'One part of the question is marked. Change or remove it.'
    : `${count} parts of the question are marked. Change or remove them.`;
}

/** The part of the sentence for a JSON pointer into the question; undefined if no part shows it. */
function partOf([key, ...rest]: readonly string[], draft: Draft): string | undefined {
  const at = (list: readonly unknown[], index: string | undefined) =>
    list[Number(index)] === undefined ? undefined : `${key}/${index}`;
  switch (key) {
    case 'filter': {
      const [join, index] = rest;
      // A single condition without `and`/`or` is the first one.
      if (join !== undefined && join !== 'and' && join !== 'or') return at(draft.parts, '0');
      return at(draft.parts, index);
    }
    case 'measures':
      return key;
    case 'groupBy':
      return at(draft.groups.slice(0, 2), rest[0]);
    case 'having':
      return at(draft.having, rest[0]);
    case 'sort':
    case 'limit':
      return draft.groups.length === 0 ? undefined : 'sort';
    default:
      return undefined;
  }
}
