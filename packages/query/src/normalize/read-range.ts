import { toPointer, type AnswerRange, type Field } from '@tallyhook/schemas';
import { endsBeforeItBegins } from '../dates/never-in-order.ts';
import type { Operator } from '../grammar.ts';
import { addMistake, quoted, type Mistakes, type Path } from './mistakes.ts';
import type { Bounds, Test } from './normalized-question.ts';
import { rangeClock, readDateBounds, shownRange, type Clock } from './read-dates.ts';
import { readNumber } from './read-operand.ts';
import { isOfCycle, readCycle, readPeriods } from './read-periods.ts';

export interface Comparison {
  field: Field;
  operator: Operator;
  value: unknown;
  path: Path;
}

export interface RangeReader {
  clock: Clock;
  mistakes: Mistakes;
  /** Collects the resolved date ranges. */
  ranges: AnswerRange[];
}

/** Reads a comparison of a number, a day or an instant as bounds, or as a part of a cycle. */
export function readRange(comparison: Comparison, reader: RangeReader): Test | undefined {
  const { field, path, operator, value } = comparison;
  if (operator === 'within' && isOfCycle(value))
    return readCycle(value, { path: [...path, 'value'], field, clock: reader.clock }, reader.mistakes);
  const bounds = readAnyBounds(comparison, reader);
  if (bounds === undefined) return undefined;
  if (field.kind !== 'number') reader.ranges.push(shownRange(field, bounds, toPointer(path)));
  return { field, test: 'range', ...bounds };
}

function readAnyBounds(comparison: Comparison, reader: RangeReader): Bounds | undefined {
  const { operator, value, path, field } = comparison;
  if (operator === 'between') return readBetween(comparison, reader);
  if (operator !== 'within') return readBounds(comparison, reader);
  return readPeriods(value, { path: [...path, 'value'], field, clock: reader.clock }, reader.mistakes);
}

function readBetween(comparison: Comparison, reader: RangeReader): Bounds | undefined {
  const { value, path, field } = comparison;
  const [low, high] = (value as unknown[]).map((one, index) =>
    readBounds({ ...comparison, operator: index === 0 ? 'gte' : 'lte', value: one }, reader, [...path, 'value', index]),
  );
  if (low === undefined || high === undefined) return undefined;
  if (!isMistake(value as unknown[], field, reader.clock)) return { ...low, ...high };
  const detail = `${field.label} ("${field.name}") cannot be between ${quoted(value)}, where the second value comes before the first: swap them`;
  addMistake(reader.mistakes, [...path, 'value'], 'wrong_value', detail);
  return undefined;
}

/** Days that may be in order on another day are no mistake; until then, the range is empty. */
function isMistake([low, high]: unknown[], field: Field, clock: Clock): boolean {
  if (typeof low === 'number') return low > Number(high);
  return endsBeforeItBegins(`${String(low)}..${String(high)}`, rangeClock(field, clock));
}

function readBounds(
  { field, operator, value, path }: Comparison,
  { mistakes, clock }: RangeReader,
  valuePath: Path = [...path, 'value'],
): Bounds | undefined {
  if (field.kind !== 'number') return readDateBounds(value, { path: valuePath, field, operator, clock }, mistakes);
  const number = readNumber(value, { path: valuePath, field }, mistakes);
  if (number === undefined) return undefined;
  return operator === 'eq' ? { gte: number, lte: number } : { [operator]: number };
}
