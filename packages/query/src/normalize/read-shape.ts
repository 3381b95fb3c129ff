import { fold } from '@tallyhook/schemas';
import { addMistake, addUnknown, kindOf, type Mistakes, type Path } from './mistakes.ts';

type Given = Record<string, unknown>;

/** Reads an object and checks its keys; undefined if it is not an object. */
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
    const sentence = `unknown key "${key.slice(0, 60)}"`;
    addUnknown(mistakes, [...path, key], { code: 'unknown_key', sentence, given: key, known });
  }
  // Do not also report a misspelt key as missing.
  const meant = mistakes.slice(before).map(({ suggestion }) => suggestion);
  for (const key of required) {
    if (Object.hasOwn(given, key) || meant.includes(key)) continue;
    addMistake(mistakes, path, 'missing_key', `the key "${key}" is missing: add it`, { allowed: [key] });
  }
  return given as Given;
}

/**
 * Reads a list; undefined if it is not a list or too short. If it is too long, returns the first entries, so that their
 * mistakes are reported too. `what` names the entries in messages.
 */
export function readList(
  given: unknown,
  { path, min = 0, max, what = 'entries' }: { path: Path; min?: number; max: number; what?: string },
  mistakes: Mistakes,
): unknown[] | undefined {
  if (!Array.isArray(given)) {
    addMistake(mistakes, path, 'wrong_type', `expected a list, got ${kindOf(given)}`);
    return undefined;
  }
  if (given.length < min) {
    addMistake(mistakes, path, 'too_few', `expected at least ${min === 1 ? '1 entry' : `${min} entries`}, got none`);
    return undefined;
  }
  if (given.length > max) {
    addMistake(mistakes, path, 'too_many', `expected at most ${max} ${what}, got ${given.length}`);
  }
  return (given as unknown[]).slice(0, max);
}

/** Reads text of 1 to `maxLength` characters. */
export function readText(
  given: unknown,
  { path, maxLength }: { path: Path; maxLength: number },
  mistakes: Mistakes,
): string | undefined {
  if (typeof given !== 'string') addMistake(mistakes, path, 'wrong_type', `expected text, got ${kindOf(given)}`);
  else if (given === '') addMistake(mistakes, path, 'too_short', 'expected at least 1 character');
  else if (given.length > maxLength) addMistake(mistakes, path, 'too_long', `expected at most ${maxLength} characters`);
  else return given;
  return undefined;
}

/** Reads one of the allowed texts. `meant` maps other words to the ones they mean here. */
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

/** Reads an integer within bounds. */
export function readCount(
  given: unknown,
  { path, min, max }: { path: Path; min: number; max: number },
  mistakes: Mistakes,
): number | undefined {
  if (typeof given !== 'number' || !Number.isInteger(given))
    addMistake(mistakes, path, 'wrong_type', `expected a whole number, got ${kindOf(given)}`);
  else if (given < min) addMistake(mistakes, path, 'too_small', `expected at least ${min}, got ${given}`);
  else if (given > max) addMistake(mistakes, path, 'too_large', `expected at most ${max}, got ${given}`);
  else return given;
  return undefined;
}
