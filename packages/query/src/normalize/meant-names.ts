import type { RecordType } from '@tallyhook/schemas';
import { measureFunctions } from '../grammar.ts';
import { fieldsOf } from './find-field.ts';

interface Entry {
  given: unknown;
  /** The valid keys of such an entry. */
  known: readonly string[];
  type: RecordType | undefined;
  types: readonly RecordType[];
}

/** Likely names of a group with mistakes: its `as`, or the name from any field that may have been meant. */
export function meantGroups(entry: Entry): string[] {
  const { given, type, types } = entry;
  const { as, field } = partsOf(given);
  if (typeof as === 'string') return [as, ...misplaced(entry)];
  const fields = knownFields(type);
  const isField = typeof field === 'string' && fields.some(({ name }) => name === field);
  const paths = fields.flatMap(({ name, target }) => [
    name,
    ...knownFields(types.find((one) => one.name === target)).map((related) => `${name}_${related.name}`),
  ]);
  return [...textsOf([field]), ...misplaced(entry), ...(isField ? [] : paths)];
}

/**
 * Likely names of a measure with mistakes: its `as`, or the name from any function and field that may have been meant.
 */
export function meantMeasures(entry: Entry): string[] {
  const { given, type } = entry;
  const { as, fn, field } = partsOf(given);
  if (typeof as === 'string') return [as, ...misplaced(entry)];
  const names = knownFields(type).map(({ name }) => name);
  const isField = typeof field === 'string' && names.includes(field);
  const isFunction = measureFunctions.some((one) => one === fn);
  // If a field and a function do not fit, assume that the function is wrong.
  const functions = isFunction && !isField ? [fn] : [...measureFunctions, ...textsOf([fn])];
  const fields = isField ? [field] : [...names, ...textsOf([field])];
  return [
    ...(isFunction ? [] : ['count']),
    ...functions.flatMap((one) => fields.map((name) => `${String(one)}_${name}`)),
    ...misplaced(entry),
  ];
}

const knownFields = (type: RecordType | undefined) => (type === undefined ? [] : fieldsOf(type));

const partsOf = (given: unknown): Record<string, unknown> =>
  typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};

/** Values of unknown keys: one may have been meant as "as" or "field". */
function misplaced({ given, known }: Entry): string[] {
  const parts = Object.entries(partsOf(given)).filter(([key]) => !known.includes(key));
  return textsOf(parts.map(([, value]) => value));
}

const textsOf = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string').map((value) => value.replace('.', '_'));
