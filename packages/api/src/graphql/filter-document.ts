import { Problem, type Question, type QuestionCondition } from '@tallyhook/schemas';
import type { FilterShape } from './filter-inputs.ts';

type Filter = NonNullable<Question['filter']>;
type Given = Record<string, unknown>;

/**
 * A filter as GraphQL took it, as the filter of a question.
 *
 * ```ts
 * filterDocument({ status: { eq: 'open' }, due: { empty: false } }, shape);
 * // { and: [{ field: 'status', op: 'eq', value: 'open' }, { field: 'due', op: 'nempty' }] }
 * ```
 * @throws Problem `invalid_question` for null where a condition is expected: it would let more records count.
 */
export function filterDocument(given: object, shape: FilterShape): Filter {
  const parts = Object.entries(given).flatMap(([key, value]) => readPart(key, value, shape));
  return joined(parts);
}

function readPart(key: string, value: unknown, shape: FilterShape): Filter[] {
  if (value === null) throw nullGiven(key);
  const field = shape.fields.get(key);
  if (field) return readComparisons(field.name, value as Given, shape.related.get(key));
  if (key === 'not') return [{ not: filterDocument(value as Given, shape) }];
  const filters = (value as Given[]).map((one) => filterDocument(one, shape));
  return key === 'or' ? [{ or: filters }] : filters;
}

function readComparisons(path: string, comparisons: Given, related: FilterShape | undefined): Filter[] {
  return Object.entries(comparisons).flatMap(([key, value]): Filter[] => {
    if (value === null) throw nullGiven(key);
    if (key !== 'related') return [readCondition(path, key as QuestionCondition['op'], value)];
    return Object.entries(value as Given).flatMap(([other, one]) => {
      if (one === null) throw nullGiven(other);
      return readComparisons(`${path}.${related!.fields.get(other)!.name}`, one as Given, undefined);
    });
  });
}

function readCondition(field: string, op: QuestionCondition['op'], value: unknown): QuestionCondition {
  if (op === 'empty' || op === 'nempty') return { field, op: (op === 'empty') === value ? 'empty' : 'nempty' };
  return { field, op, value: value as QuestionCondition['value'] };
}

/** Joins what must all hold; conditions that were joined already do not nest deeper for it. */
function joined(parts: Filter[]): Filter {
  const flat = parts.flatMap((part) => ('and' in part ? part.and : [part]));
  return flat.length === 1 ? flat[0]! : { and: flat };
}

function nullGiven(key: string): Problem {
  const detail = `"${key}" of the filter is null: leave it out, or ask for records without a value with {empty: true}`;
  return new Problem('invalid_question', `${detail}.`, {
    errors: [{ pointer: '#/filter', code: 'wrong_type', detail }],
  });
}
