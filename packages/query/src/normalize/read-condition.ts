import type { AnswerRange, Field, RecordType } from '@tallyhook/schemas';
import {
  limits,
  operandShapeOf,
  operators,
  otherOperators,
  rulesOf,
  type OperandShape,
  type Operator,
} from '../grammar.ts';
import { findFieldPath, type FieldPath } from './find-field.ts';
import { addMistake, kindOf, listed, type Mistakes, type Path } from './mistakes.ts';
import type { QuestionContext } from '../question-context.ts';
import type { Filter, Test } from './normalized-question.ts';
import type { Clock } from './read-dates.ts';
import { readPart, readStored, type Place } from './read-operand.ts';
import { readRange, type Comparison } from './read-range.ts';
import { readChoice, readList, readObject } from './read-shape.ts';

export interface FilterReader {
  /** Maximum number of conditions in the filter. */
  max: number;
  /** Absent if the question names no existing type; then only the structure is checked. */
  type: RecordType | undefined;
  types: readonly RecordType[];
  clock: Clock;
  /** Id of the person asking, if any. */
  me: string | undefined;
  choicesInUse: QuestionContext['choicesInUse'];
  mistakes: Mistakes;
  /** Collects the resolved date ranges of the filter. */
  ranges: AnswerRange[];
}

/** Reads one condition `{field, op, value}`. Undefined, with mistakes added, if it is invalid. */
export function readCondition(given: unknown, path: Path, reader: FilterReader): Filter | undefined {
  const { mistakes } = reader;
  const shape = { path, required: ['field', 'op'], optional: ['value'] };
  const condition = readObject(given, shape, mistakes);
  if (condition === undefined) return undefined;
  const has = (key: string) => Object.hasOwn(condition, key);
  const found = has('field')
    ? findFieldPath(condition.field, { ...reader, path: [...path, 'field'] }, mistakes)
    : undefined;
  const operator = has('op') ? readOperator(condition.op, found?.shown, [...path, 'op'], mistakes) : undefined;
  if (found === undefined || operator === undefined) return undefined;
  const field = found.shown;
  if (!allowsOperator(field, operator, [...path, 'op'], mistakes)) return undefined;
  const comparison = { field, operator, value: has('value') ? condition.value : undefined, path };
  const filter = hasOperand(comparison, mistakes) ? readTest(comparison, reader) : undefined;
  return filter && ofPath(filter, found, path);
}

/** Applies the tests of a filter to the record's own field, or to the field of related records. */
function ofPath(filter: Filter, found: FieldPath, path: Path): Filter {
  if ('not' in filter) return { not: ofPath(filter.not, found, path) };
  if (!('test' in filter)) return filter;
  const test = { ...filter, field: found.field };
  if (found.via === undefined) return test;
  const { field: via, target } = found.via;
  const related = (one: Test, index = 0) => ({ name: `_${[...path, index].join('_')}`, via, target, related: one });
  // Each value may come from a different related record.
  if (test.test !== 'allOf') return related(test);
  return { all: test.values.map((value, index) => related({ ...test, test: 'oneOf', values: [value] }, index)) };
}

/** Reads an operator. For an unknown one, suggests the field's operators. */
function readOperator(given: unknown, field: Field | undefined, path: Path, mistakes: Mistakes): Operator | undefined {
  if (operators.includes(given as Operator)) return given as Operator;
  const allowed = field === undefined ? operators : rulesOf(field).operators;
  return readChoice(given, { path, allowed, meant: otherOperators }, mistakes);
}

function allowsOperator(field: Field, operator: Operator, path: Path, mistakes: Mistakes): boolean {
  const known = rulesOf(field).operators;
  if (known.includes(operator)) return true;
  const what = field.many ? `a list of kind ${field.kind}` : `a field of kind ${field.kind}`;
  const sentence = `"${operator}" does not work with ${field.label} ("${field.name}"), ${what}`;
  // The operator exists, so this is not a typo: a similar spelling might mean the opposite.
  const suggestion = counterparts[operator]?.find((one) => known.includes(one));
  const advice = suggestion === undefined ? `use one of ${listed(known)}` : `use "${suggestion}"`;
  addMistake(mistakes, path, 'op_not_allowed', `${sentence}: ${advice}`, { allowed: known, suggestion });
  return false;
}

/** Equivalent operators of other kinds or of lists; the first that fits is suggested. */
const counterparts: Partial<Record<Operator, readonly Operator[]>> = {
  eq: ['has'],
  ne: ['hasNone', 'nwithin'],
  in: ['has', 'eq'],
  nin: ['hasNone', 'ne'],
  has: ['in', 'eq'],
  hasNone: ['nin', 'ne', 'nwithin'],
  hasAll: ['has'],
  contains: ['has'],
  ncontains: ['hasNone'],
  within: ['between'],
};

const operandWords: Record<OperandShape, string> = {
  none: 'no value',
  one: 'one value',
  list: 'a list of values',
  listOrNone: 'a list of values, or no value',
  pair: 'a list of two values',
  range: 'a text such as "last 30 days", or a period with "unit" and "at"',
};

function hasOperand({ field, operator, value, path }: Comparison, mistakes: Mistakes): boolean {
  const shape = operandShapeOf(operator, field);
  const fits: Record<OperandShape, boolean> = {
    none: value === undefined,
    one: value !== undefined && (typeof value !== 'object' || value === null),
    list: Array.isArray(value),
    listOrNone: value === undefined || Array.isArray(value),
    pair: Array.isArray(value) && value.length === 2,
    range: typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value)),
  };
  if (fits[shape]) return true;
  if (value === undefined) {
    addMistake(mistakes, path, 'missing_key', `"${operator}" takes ${operandWords[shape]}: add "value"`, {
      allowed: ['value'],
    });
  } else {
    const code = shape === 'none' ? 'value_not_allowed' : 'wrong_type';
    const got = Array.isArray(value) ? `a list of ${value.length}` : kindOf(value);
    const advice = shape === 'none' ? ': leave it out' : '';
    addMistake(mistakes, [...path, 'value'], code, `"${operator}" takes ${operandWords[shape]}, got ${got}${advice}`);
  }
  return false;
}

function readTest(comparison: Comparison, reader: FilterReader): Filter | undefined {
  const { field, operator, value, path } = comparison;
  const { me, choicesInUse } = reader;
  const at = { path: [...path, 'value'], field, me, choicesInUse };
  switch (operator) {
    case 'nempty':
      return { field, test: 'present' };
    case 'empty':
      return { not: { field, test: 'present' } };
    case 'contains':
      return readContaining(value, at, {}, reader.mistakes);
    case 'ncontains':
      return negated(readContaining(value, at, {}, reader.mistakes));
    case 'startsWith':
      return readContaining(value, at, { at: 'start' }, reader.mistakes);
    case 'endsWith':
      return readContaining(value, at, { at: 'end' }, reader.mistakes);
    case 'nwithin':
      return negated(readRange({ ...comparison, operator: 'within' }, reader));
    case 'eq':
      if (field.kind === 'day' || field.kind === 'instant') return readRange(comparison, reader);
      return readOneOf([value], at, reader.mistakes);
    case 'ne':
      return negated(readOneOf([value], at, reader.mistakes));
    case 'in':
    case 'has':
      return value === undefined ? { field, test: 'present' } : readListTest(value, 'oneOf', at, reader.mistakes);
    case 'nin':
    case 'hasNone':
      return negated(
        value === undefined ? { field, test: 'present' } : readListTest(value, 'oneOf', at, reader.mistakes),
      );
    case 'hasAll':
      return readListTest(value, 'allOf', at, reader.mistakes);
    default:
      return readRange(comparison, reader);
  }
}

function negated(test: Test | undefined): Filter | undefined {
  return test && { not: test };
}

function readContaining(
  given: unknown,
  { path, field }: { path: Path; field: Field },
  where: { at?: 'start' | 'end' },
  mistakes: Mistakes,
): Test | undefined {
  const text = readPart(given, { path, field }, mistakes);
  return text === undefined ? undefined : { field, test: 'containing', text, ...where };
}

function readOneOf([given]: [unknown], at: Place, mistakes: Mistakes): Test | undefined {
  const value = readStored(given, at, mistakes);
  return value === undefined ? undefined : { field: at.field, test: 'oneOf', values: [value] };
}

function readListTest(
  given: unknown,
  test: 'oneOf' | 'allOf',
  { path, field, ...asked }: Place,
  mistakes: Mistakes,
): Test | undefined {
  const list = readList(given, { path, min: 1, max: limits.operands }, mistakes);
  const values = list?.map((one, index) => readStored(one, { path: [...path, index], field, ...asked }, mistakes));
  return values?.every((value) => value !== undefined) ? { field, test, values } : undefined;
}
