import { fold } from '@tallyhook/schemas';
import { addMistake, addUnknown, kindOf, type Mistakes, type Path } from './mistakes.ts';

type Given = Record<string, unknown>;

/** Reads an object that has the required keys and no unknown one; undefined when it is no object at all. */
export function readObject(
  given: unknown,
  { path, required, optional }: { path: Path; required: readonly string[]; optional: readonly string[] },
  mistakes: Mistakes,
): Given | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    addMistake(mistakes, path, 'wrong_type', `expected an object, got ${kindOf(given)}`);
    return undefined;
  }
  const known = [...required, ...optional];
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  const before = mistakes.length;
  for (const key of unknown) {
    const sentence = `there is no key "${key.slice(0, 60)}" here`;
    addUnknown(mistakes, [...path, key], { code: 'unknown_key', sentence, given: key, known });
  }
  // A misspelt key is not also a missing one.
  const meant = mistakes.slice(before).map(({ suggestion }) => suggestion);
  for (const key of required) {
    if (Object.hasOwn(given, key) || meant.includes(key)) continue;
    addMistake(mistakes, path, 'missing_key', `the key "${key}" is missing: add it`, { allowed: [key] });
  }
  return given as Given;
}

/**
 * Reads a list of so many entries; undefined when it is none or too short. Of one that is too long the first entries,
 * so that their mistakes are told with it. `what` is what entries are called there.
 */
export function readList(
  given: unknown,
  { path, least = 0, most, what = 'entries' }: { path: Path; least?: number; most: number; what?: string },
  mistakes: Mistakes,
): unknown[] | undefined {
  if (!Array.isArray(given)) {
    addMistake(mistakes, path, 'wrong_type', `expected a list, got ${kindOf(given)}`);
    return undefined;
  }
  if (given.length < least) {
    addMistake(mistakes, path, 'too_few', `expected at least ${least} entries, got none`);
    return undefined;
  }
  if (given.length > most) {
    addMistake(mistakes, path, 'too_many', `expected at most ${most} ${what}, got ${given.length}`);
  }
  return (given as unknown[]).slice(0, most);
}

/** Reads a text of 1 to so many characters. */
export function readText(
  given: unknown,
  { path, longest }: { path: Path; longest: number },
  mistakes: Mistakes,
): string | undefined {
  if (typeof given !== 'string') addMistake(mistakes, path, 'wrong_type', `expected text, got ${kindOf(given)}`);
  else if (given === '') addMistake(mistakes, path, 'too_short', 'expected at least 1 character');
  else if (given.length > longest) addMistake(mistakes, path, 'too_long', `expected at most ${longest} characters`);
  else return given;
  return undefined;
}

/** Reads one of the allowed texts. `meant` says which of them others mean by another word. */
export function readChoice<Choice extends string>(
  given: unknown,
  {
    path,
    allowed,
    meant,
  }: { path: Path; allowed: readonly Choice[]; meant?: Readonly<Partial<Record<string, string>>> },
  mistakes: Mistakes,
): Choice | undefined {
  if (typeof given !== 'string') {
    addMistake(mistakes, path, 'wrong_type', `expected text, got ${kindOf(given)}`);
    return undefined;
  }
  if (allowed.includes(given as Choice)) return given as Choice;
  const sentence = `"${given.slice(0, 60)}" is not allowed here`;
  const word = fold(given);
  const other = meant && Object.hasOwn(meant, word) ? allowed.find((one) => one === meant[word]) : undefined;
  addUnknown(mistakes, path, { code: 'not_allowed', sentence, given: other ?? given, known: allowed });
  return undefined;
}

/** Reads a whole number within bounds. */
export function readCount(
  given: unknown,
  { path, least, most }: { path: Path; least: number; most: number },
  mistakes: Mistakes,
): number | undefined {
  if (typeof given !== 'number' || !Number.isInteger(given))
    addMistake(mistakes, path, 'wrong_type', `expected a whole number, got ${kindOf(given)}`);
  else if (given < least) addMistake(mistakes, path, 'too_small', `expected at least ${least}, got ${given}`);
  else if (given > most) addMistake(mistakes, path, 'too_large', `expected at most ${most}, got ${given}`);
  else return given;
  return undefined;
}
