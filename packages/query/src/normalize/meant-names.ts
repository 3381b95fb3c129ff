import type { RecordType } from '@tallyhook/schemas';
import { measureFunctions } from '../grammar.ts';
import { fieldsOf } from './find-field.ts';

interface Entry {
  given: unknown;
  /** The keys that such an entry has. */
  known: readonly string[];
  type: RecordType | undefined;
  types: readonly RecordType[];
}

/** What a group with a mistake may have been meant to be called: as it says, or as any field that it could be of. */
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

/** What a measure with a mistake may have been meant to be called: as it says, or as a function of a field. */
export function meantMeasures(entry: Entry): string[] {
  const { given, type } = entry;
  const { as, fn, field } = partsOf(given);
  if (typeof as === 'string') return [as, ...misplaced(entry)];
  const names = knownFields(type).map(({ name }) => name);
  const isField = typeof field === 'string' && names.includes(field);
  const isFunction = measureFunctions.some((one) => one === fn);
  // Of a field and a function that do not fit, the function is the wrong one.
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

/** What stands under keys that there are not: one of them may have been meant for "as" or "field". */
function misplaced({ given, known }: Entry): string[] {
  const parts = Object.entries(partsOf(given)).filter(([key]) => !known.includes(key));
  return textsOf(parts.map(([, value]) => value));
}

const textsOf = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string').map((value) => value.replace('.', '_'));
