import { toPointer, type AnswerRange, type Field, type RecordType } from '@tallyhook/schemas';
import { limits, operandShapeOf, operators, rulesOf, type OperandShape, type Operator } from '../grammar.ts';
import { findField } from './find-field.ts';
import { addMistake, addUnknown, kindOf, quoted, type Mistakes, type Path } from './mistakes.ts';
import type { Bounds, Filter, Test } from './normalized-question.ts';
import { readDateBounds, shownRange, type Clock } from './read-dates.ts';
import { readNumber, readStored, readWords } from './read-operand.ts';
import { readChoice, readList, readObject } from './read-shape.ts';

export interface FilterReader {
  /** Absent when the question names none that exists: then only the shape is checked. */
  type: RecordType | undefined;
  clock: Clock;
  mistakes: Mistakes;
  /** Filled with what the days of the filter came to. */
  ranges: AnswerRange[];
}

interface Comparison {
  field: Field;
  operator: Operator;
  value: unknown;
  path: Path;
}

/** Reads one condition `{field, op, value}`; undefined, with its mistakes, when it cannot be run. */
export function readCondition(given: unknown, path: Path, reader: FilterReader): Filter | undefined {
  const { mistakes, type } = reader;
  const shape = { path, required: ['field', 'op'], optional: ['value'] };
  const condition = readObject(given, shape, mistakes);
  if (condition === undefined) return undefined;
  const has = (key: string) => Object.hasOwn(condition, key);
  const field = has('field') ? findField(condition.field, { path: [...path, 'field'], type }, mistakes) : undefined;
  const operator = has('op')
    ? readChoice(condition.op, { path: [...path, 'op'], allowed: operators }, mistakes)
    : undefined;
  if (field === undefined || operator === undefined) return undefined;
  if (!allowsOperator(field, operator, [...path, 'op'], mistakes)) return undefined;
  const comparison = { field, operator, value: has('value') ? condition.value : undefined, path };
  return hasOperand(comparison, mistakes) ? readTest(comparison, reader) : undefined;
}

function allowsOperator(field: Field, operator: Operator, path: Path, mistakes: Mistakes): boolean {
  const known = rulesOf(field).operators;
  if (known.includes(operator)) return true;
  const what = field.many ? `a list of kind ${field.kind}` : `of kind ${field.kind}`;
  const sentence = `"${operator}" does not fit ${field.label} ("${field.name}"), which is ${what}`;
  addUnknown(mistakes, path, { code: 'op_not_allowed', sentence, given: operator, known });
  return false;
}

const operandWords: Record<OperandShape, string> = {
  none: 'no value: leave it out',
  one: 'one value',
  list: 'a list of values',
  listOrNone: 'a list of values, or none',
  pair: 'a list of two values',
};

function hasOperand({ field, operator, value, path }: Comparison, mistakes: Mistakes): boolean {
  const shape = operandShapeOf(operator, field);
  const fits: Record<OperandShape, boolean> = {
    none: value === undefined,
    one: value !== undefined && (typeof value !== 'object' || value === null),
    list: Array.isArray(value),
    listOrNone: value === undefined || Array.isArray(value),
    pair: Array.isArray(value) && value.length === 2,
  };
  if (fits[shape]) return true;
  if (value === undefined) {
    addMistake(mistakes, path, 'missing_key', `"${operator}" takes ${operandWords[shape]}: add "value"`, {
      allowed: ['value'],
    });
  } else {
    const code = shape === 'none' ? 'value_not_allowed' : 'wrong_type';
    const got = Array.isArray(value) ? `a list of ${value.length}` : kindOf(value);
    addMistake(mistakes, [...path, 'value'], code, `"${operator}" takes ${operandWords[shape]}; got ${got}`);
  }
  return false;
}

function readTest(comparison: Comparison, reader: FilterReader): Filter | undefined {
  const { field, operator, value, path } = comparison;
  const at = { path: [...path, 'value'], field };
  switch (operator) {
    case 'nempty':
      return { field, test: 'present' };
    case 'empty':
      return { not: { field, test: 'present' } };
    case 'contains': {
      const text = readWords(value, at, 'text', reader.mistakes);
      return text === undefined ? undefined : { field, test: 'containing', text };
    }
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

function readOneOf([given]: [unknown], at: { path: Path; field: Field }, mistakes: Mistakes): Test | undefined {
  const value = readStored(given, at, mistakes);
  return value === undefined ? undefined : { field: at.field, test: 'oneOf', values: [value] };
}

function readListTest(
  given: unknown,
  test: 'oneOf' | 'allOf',
  { path, field }: { path: Path; field: Field },
  mistakes: Mistakes,
): Test | undefined {
  const list = readList(given, { path, least: 1, most: limits.operands }, mistakes);
  const values = list?.map((one, index) => readStored(one, { path: [...path, index], field }, mistakes));
  return values?.every((value) => value !== undefined) ? { field, test, values } : undefined;
}

function readRange(comparison: Comparison, reader: FilterReader): Test | undefined {
  const bounds = comparison.operator === 'between' ? readBetween(comparison, reader) : readBounds(comparison, reader);
  if (bounds === undefined) return undefined;
  const { field, path } = comparison;
  if (field.kind !== 'number') reader.ranges.push(shownRange(field, bounds, toPointer(path)));
  return { field, test: 'range', ...bounds };
}

function readBetween(comparison: Comparison, reader: FilterReader): Bounds | undefined {
  const { value, path, field } = comparison;
  const [low, high] = (value as unknown[]).map((one, index) =>
    readBounds({ ...comparison, operator: index === 0 ? 'gte' : 'lte', value: one }, reader, [...path, 'value', index]),
  );
  if (low === undefined || high === undefined) return undefined;
  const from = Number(low.gte);
  if (high.lt === undefined ? from <= Number(high.lte) : from < Number(high.lt)) return { ...low, ...high };
  const detail = `${field.label} ("${field.name}") is asked to be between ${quoted(value)}, where the second comes before the first: swap them`;
  addMistake(reader.mistakes, [...path, 'value'], 'wrong_value', detail);
  return undefined;
}

function readBounds(
  { field, operator, value, path }: Comparison,
  { mistakes, clock }: FilterReader,
  valuePath: Path = [...path, 'value'],
): Bounds | undefined {
  if (field.kind === 'number') {
    const number = readNumber(value, { path: valuePath, field }, mistakes);
    return number === undefined ? undefined : { [operator]: number };
  }
  return readDateBounds(value, { path: valuePath, field, operator, clock }, mistakes);
}
