import { nearest, toPointer, type ProblemDetail } from '@tallyhook/schemas';

export type Path = readonly (string | number)[];

/** Collects the mistakes of one question. */
export type Mistakes = ProblemDetail[];

/** How to fix a mistake. */
export interface Advice {
  allowed?: readonly unknown[];
  suggestion?: string | undefined;
}

export function addMistake(mistakes: Mistakes, path: Path, code: string, detail: string, advice: Advice = {}): void {
  const { allowed, suggestion } = advice;
  mistakes.push({
    pointer: toPointer(path),
    code,
    detail,
    ...(allowed === undefined ? {} : { allowed }),
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

/**
 * Adds a mistake for an unknown name, with the nearest known name. `sentence` says what was given and ends without a
 * full stop.
 */
export function addUnknown(
  mistakes: Mistakes,
  path: Path,
  { code, sentence, given, known }: { code: string; sentence: string; given: string; known: readonly string[] },
): void {
  const suggestion = nearest(given, known);
  const advice =
    suggestion !== undefined
      ? `did you mean "${suggestion}"?`
      : known.length === 0
        ? 'nothing is available'
        : `use ${known.length === 1 ? '' : 'one of '}${listed(known)}`;
  addMistake(mistakes, path, code, `${sentence}: ${advice}`, { allowed: known, suggestion });
}

/** Quotes a value in a message as JSON, cut to one line. */
export function quoted(given: unknown): string {
  // JSON numbers such as 1e999 are parsed as Infinity, which JSON.stringify writes as null.
  if (given === Infinity || given === -Infinity) return 'a number that is too large';
  const text = JSON.stringify(given) ?? String(given);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** `"today", "this month" or "last 30 days"` */
export function quotedAll(texts: readonly string[]): string {
  const all = texts.map((text) => `"${text}"`);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

export function kindOf(given: unknown): string {
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'a list';
  return typeof given === 'object' ? 'an object' : quoted(given);
}

export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ');
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}
