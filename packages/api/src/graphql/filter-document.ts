import { isCycle, type Unit } from '@tallyhook/query';
import { fromPointer, Problem, toPointer, type Question, type QuestionCondition } from '@tallyhook/schemas';
import { moveMistakes } from '../questions/move-mistakes.ts';
import type { FilterShape } from './filter-inputs.ts';

type Filter = NonNullable<Question['filter']>;
type Given = Record<string, unknown>;
type Path = readonly (string | number)[];

/** A question filter converted from a GraphQL filter. */
export interface FilterDocument {
  filter: Filter;
  /** Maps the places in a problem back to the GraphQL input. */
  asGiven(problem: unknown): unknown;
}

/**
 * Converts a GraphQL filter to a question filter.
 *
 * ```ts
 * filterDocument({ status: { eq: 'open' }, due: { empty: false } }, shape).filter;
 * // { and: [{ field: 'status', op: 'eq', value: 'open' }, { field: 'due', op: 'nempty' }] }
 * ```
 * @throws Problem `invalid_question` for null in place of a condition; ignoring it would match more records.
 */
export function filterDocument(given: object, shape: FilterShape): FilterDocument {
  const places = new Map<object, Path>();
  const filter = readFilter(given, shape, { path: ['filter'], places });
  return {
    filter,
    asGiven: (problem) =>
      problem instanceof Problem ? moveMistakes(problem, (pointer) => placeOf(pointer, filter, places)) : problem,
  };
}

/** A position in the input, with the recorded positions of the converted parts. */
interface Place {
  path: Path;
  places: Map<object, Path>;
}

function readFilter(given: object, shape: FilterShape, place: Place): Filter {
  const parts = Object.entries(given).flatMap(([key, value]) => readPart(key, value, shape, inside(place, key)));
  return noted(joined(parts), place);
}

function readPart(key: string, value: unknown, shape: FilterShape, place: Place): Filter[] {
  if (value === null) throw nullGiven(key, place);
  const field = shape.fields.get(key);
  if (field) return readComparisons(field.name, value as Given, shape.related.get(key), place);
  if (key === 'not') return [noted({ not: readFilter(value as Given, shape, place) }, place)];
  const filters = (value as Given[]).map((one, index) => readFilter(one, shape, inside(place, index)));
  return key === 'or' ? [noted({ or: filters }, place)] : filters;
}

function readComparisons(field: string, comparisons: Given, related: FilterShape | undefined, place: Place): Filter[] {
  return Object.entries(comparisons).flatMap(([key, value]): Filter[] => {
    const at = inside(place, key);
    if (value === null) throw nullGiven(key, at);
    if (key !== 'related') return [noted(readCondition(field, key as QuestionCondition['op'], value), at)];
    return Object.entries(value as Given).flatMap(([other, one]) => {
      if (one === null) throw nullGiven(other, inside(at, other));
      const name = related!.fields.get(other)!.name;
      return readComparisons(`${field}.${name}`, one as Given, undefined, inside(at, other));
    });
  });
}

function readCondition(field: string, op: QuestionCondition['op'], value: unknown): QuestionCondition {
  if (op === 'empty' || op === 'nempty') return { field, op: (op === 'empty') === value ? 'empty' : 'nempty' };
  const read = op === 'within' || op === 'nwithin' ? withNumber(value) : value;
  return { field, op, value: read as QuestionCondition['value'] };
}

/** Accepts the number of a recurring unit as text too, for clients whose types declare date keys as text. */
function withNumber(period: unknown): unknown {
  if (typeof period !== 'object' || period === null) return period;
  const { unit, at } = period as { unit?: Unit; at?: unknown };
  return isCycle(unit) && typeof at === 'string' && /^\d{1,2}$/.test(at) ? { ...period, at: Number(at) } : period;
}

/** Combines conditions with `and`; existing `and` groups are flattened. */
function joined(parts: Filter[]): Filter {
  const flat = parts.flatMap((part) => ('and' in part ? part.and : [part]));
  return flat.length === 1 ? flat[0]! : { and: flat };
}

const inside = ({ path, places }: Place, key: string | number): Place => ({ path: [...path, key], places });

/** Records where a part was given; a part that also stands for its parent keeps its own position. */
function noted(part: Filter, { path, places }: Place): Filter {
  if (!places.has(part)) places.set(part, path);
  return part;
}

/** Maps a pointer into the filter back to the input; other pointers stay unchanged. */
function placeOf(pointer: string, filter: Filter, places: ReadonlyMap<object, Path>): string {
  const [first, ...steps] = fromPointer(pointer);
  if (first !== 'filter') return pointer;
  let part: unknown = filter;
  let found = places.get(filter) ?? ['filter'];
  for (const [index, step] of steps.entries()) {
    // The value of a condition is the argument of the comparison; a path inside it stays the same.
    if (typeof part === 'object' && part !== null && 'op' in part)
      return toPointer(step === 'value' ? [...found, ...steps.slice(index + 1)] : found);
    part = (part as Given | undefined)?.[step];
    if (typeof part === 'object' && part !== null) found = places.get(part) ?? found;
  }
  return toPointer(found);
}

function nullGiven(key: string, { path }: Place): Problem {
  const detail = `"${key}" in the filter is null: leave it out, or use {empty: true} to find records without a value`;
  return new Problem('invalid_question', `${detail}.`, {
    errors: [{ pointer: toPointer(path), code: 'wrong_type', detail }],
  });
}
