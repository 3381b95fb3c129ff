import { addMistake, kindOf, type Mistakes, type Path } from './mistakes.ts';

/** Names that answer rows use themselves. */
const reserved = ['key', 'other', 'filled', 'missing'];

/**
 * Reads the name of a group or measure; undefined if not given. An invalid name is reported but still returned, so that
 * the entry does not get its default name.
 */
export function readColumnName(given: unknown, path: Path, mistakes: Mistakes): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'string') {
    addMistake(mistakes, path, 'wrong_type', `expected text, got ${kindOf(given)}`);
    return JSON.stringify(given);
  }
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(given)) {
    const detail = 'expected a letter followed by up to 63 letters, digits and underscores';
    addMistake(mistakes, path, 'wrong_format', detail);
  } else if (reserved.includes(given)) {
    addMistake(mistakes, path, 'reserved_name', `"${given}" is reserved for the answer: choose another name`);
  }
  return given;
}

/** Adds a mistake for each entry with the name of an earlier one. */
export function refuseRepeated(entries: readonly ({ name: string } | undefined)[], path: Path, mistakes: Mistakes) {
  const seen = new Set<string>();
  entries.forEach((entry, index) => {
    if (entry === undefined) return;
    if (seen.has(entry.name)) {
      const detail = `the name "${entry.name}" is used twice: rename one of them with "as"`;
      addMistake(mistakes, [...path, index], 'duplicate_name', detail);
    }
    seen.add(entry.name);
  });
}
