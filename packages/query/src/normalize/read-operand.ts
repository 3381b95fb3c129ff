import type { Field } from '@tallyhook/schemas';
import { limits } from '../grammar.ts';
import { addMistake, addUnknown, quoted, type Advice, type Mistakes, type Path } from './mistakes.ts';
import type { QuestionContext } from '../question-context.ts';
import type { StoredValue } from './normalized-question.ts';

/** The place and field of a value. */
export interface Place {
  path: Path;
  field: Field;
  /** Id of the person asking, if any. */
  me?: string | undefined;
  /** Choices that the field does not list but questions may use. */
  choicesInUse?: QuestionContext['choicesInUse'];
}

/** Placeholder for the person asking. */
const meWord = '$me';

/** Reads a value for an equality test. Undefined, with a mistake added, if it does not fit the field's kind. */
export function readStored(
  given: unknown,
  { path, field, me, choicesInUse }: Place,
  mistakes: Mistakes,
): StoredValue | undefined {
  switch (field.kind) {
    case 'number':
      return readNumber(given, { path, field }, mistakes);
    case 'yesNo':
      if (typeof given === 'boolean') return given;
      return refuse(given, { path, field }, 'true or false', mistakes);
    case 'choice':
      return readOption(given, { path, field, choicesInUse }, mistakes);
    case 'relation':
      if (isId(given)) return { $oid: given.toLowerCase() };
      return refuse(given, { path, field }, `the id of a record of type "${field.target}" (24 hex digits)`, mistakes);
    case 'person':
      if (given === meWord) return me ?? refuseNobody({ path, field }, mistakes);
      return readWords(given, { path, field }, `the id of a person, or "${meWord}" for the person asking`, mistakes);
    default:
      return readWords(given, { path, field }, 'text', mistakes);
  }
}

export function readNumber(given: unknown, { path, field }: Place, mistakes: Mistakes): number | undefined {
  if (typeof given === 'number' && Number.isFinite(given)) return given;
  const isEndless = given === Infinity || given === -Infinity;
  return refuse(given, { path, field }, isEndless ? 'a number from -1.7e308 to 1.7e308' : 'a number', mistakes);
}

/**
 * Reads text for a substring search: limited in length, and without U+0000, which patterns of the database cannot
 * contain.
 */
export function readPart(given: unknown, { path, field }: Place, mistakes: Mistakes): string | undefined {
  const text = readWords(given, { path, field }, 'text', mistakes);
  if (text === undefined || (text.length <= limits.textLength && !text.includes('\0'))) return text;
  const expected = `text of at most ${limits.textLength} characters, without U+0000`;
  return refuse(given, { path, field }, expected, mistakes);
}

/** Reads non-empty text of any length: a group's key, which may be as long as a record's text, can be sent back. */
function readWords(given: unknown, { path, field }: Place, expected: string, mistakes: Mistakes): string | undefined {
  if (typeof given !== 'string') return refuse(given, { path, field }, expected, mistakes);
  if (given === '') {
    const detail = `${field.label} ("${field.name}") cannot be compared with an empty text: to find records without a value, use the operator "empty"`;
    addMistake(mistakes, path, 'wrong_value', detail);
    return undefined;
  }
  if (given.isWellFormed()) return given;
  return refuse(given, { path, field }, 'well-formed Unicode, without a lone surrogate', mistakes);
}

/** Adds a mistake for a value that does not fit its field. Returns undefined for the caller to return. */
export function refuse(
  given: unknown,
  { path, field }: Place,
  expected: string,
  mistakes: Mistakes,
  advice: Advice = {},
): undefined {
  const sentence = `${field.label} ("${field.name}") cannot be compared with ${quoted(given)}`;
  const { suggestion } = advice;
  const meant = suggestion === undefined ? `: expected ${expected}` : `: did you mean "${suggestion}"?`;
  addMistake(mistakes, path, 'wrong_value', `${sentence}${meant}`, advice);
  return undefined;
}

function refuseNobody({ path, field }: Place, mistakes: Mistakes): undefined {
  const detail = `${field.label} ("${field.name}") cannot be compared with "${meWord}" here, because no person is asking: use the id of a person`;
  addMistake(mistakes, path, 'wrong_value', detail);
  return undefined;
}

function readOption(given: unknown, { path, field, choicesInUse }: Place, mistakes: Mistakes): string | undefined {
  const known = (field.options ?? []).map(({ value }) => value);
  if (typeof given !== 'string') return refuse(given, { path, field }, `one of ${known.join(', ')}`, mistakes);
  if (known.includes(given) || choicesInUse?.get(field.name)?.includes(given)) return given;
  const sentence = `${field.label} ("${field.name}") has no choice ${quoted(given)}`;
  addUnknown(mistakes, path, { code: 'choice_not_allowed', sentence, given, known });
  return undefined;
}

function isId(given: unknown): given is string {
  return typeof given === 'string' && /^[0-9a-f]{24}$/i.test(given);
}
