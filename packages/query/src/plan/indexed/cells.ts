import type { ReadDocument, ReadResults } from '../read.ts';
import { keysOf, type Key } from '../../answer/keys.ts';
import { addUnits, formatDay, startOfPeriod } from '../../dates/days.ts';
import { dayAt, openZone, startOfDay } from '../../dates/zone.ts';
import type { Period } from '../../grammar.ts';
import type { Group, NormalizedQuestion } from '../../normalize/normalized-question.ts';
import { readIds } from '../plan.ts';
import { presentCondition } from '../stored-kinds.ts';
import { maxCells, type Asked } from './asked.ts';

/** The records of one group, or pair of groups. */
export interface Cell {
  /** In the order of the question's groups. */
  keys: Key[];
  /**
   * What their records match in addition to the filter. Every record that passes the filter matches exactly one cell.
   */
  matches: ReadDocument[];
}

/** The possible groups given the results; undefined if there are too many. */
export function cellsOf(question: NormalizedQuestion, asked: Asked, results: ReadResults): Cell[] | undefined {
  const { values, periods } = asked;
  const keys = values ? valueKeys(question, values, rowsOf(results, readIds.values)) : [];
  if (keys.length > maxCells) return undefined;
  if (!periods) return keys.map((key) => ({ keys: [key], matches: [valueMatch(values!, key)] }));
  const spans = spansOf(results);
  if (!values) return periodCells(question, periods, spans.get(null));
  const isFirst = question.groups[0] === values;
  const cells: Cell[] = [];
  for (const key of keys) {
    const parts = periodCells(question, periods, spans.get(key));
    if (parts === undefined || cells.length + parts.length > maxCells) return undefined;
    const match = valueMatch(values, key);
    for (const part of parts) {
      cells.push({ keys: isFirst ? [key, ...part.keys] : [...part.keys, key], matches: [match, ...part.matches] });
    }
  }
  return cells;
}

/** Distinct keys of the found values; several values may be empty. */
function valueKeys(question: NormalizedQuestion, group: Group, rows: readonly ReadDocument[]): Key[] {
  const how = { group, form: 'stored', zone: openZone('UTC'), weekStart: question.weekStart } as const;
  return [...new Set(rows.flatMap(({ _id }) => keysOf(_id, how)))];
}

function valueMatch({ field }: Group, key: Key): ReadDocument {
  if (key === null) return { [field.name]: { $not: presentCondition(field) } };
  return { [field.name]: { $eq: field.kind === 'relation' ? { $oid: key } : key } };
}

interface Span {
  first: Date;
  last: Date;
}

/** First and last date of each value. */
function spansOf(results: ReadResults): Map<unknown, Span> {
  const lasts = new Map(rowsOf(results, readIds.last).map(({ _id, date }) => [_id, date as Date]));
  const spans = new Map<unknown, Span>();
  for (const { _id, date } of rowsOf(results, readIds.first)) {
    spans.set(_id, { first: date as Date, last: lasts.get(_id)! });
  }
  for (const { first, last } of rowsOf(results, readIds.span)) {
    spans.set(null, { first: first as Date, last: last as Date });
  }
  return spans;
}

/** Periods from the first to the last date, and the records without a date. */
function periodCells(question: NormalizedQuestion, { field, unit }: Group, span: Span | undefined): Cell[] | undefined {
  const { timezone, weekStart } = question;
  const cells: Cell[] = [{ keys: [null], matches: [{ [field.name]: { $not: presentCondition(field) } }] }];
  if (!span) return cells;
  const zone = openZone(field.kind === 'day' ? 'UTC' : timezone);
  const [first, last] = [span.first, span.last].map((date) => dayAt(zone, date.getTime())) as [number, number];
  for (let day = startOfPeriod(first, unit as Period, weekStart); day <= last;) {
    const next = addUnits(day, 1, unit as Period);
    const [from, to] = [day, next].map((one) => new Date(startOfDay(zone, one))) as [Date, Date];
    cells.push({ keys: [formatDay(day)], matches: [{ [field.name]: { $gte: from, $lt: to } }] });
    if (cells.length > maxCells) return undefined;
    day = next;
  }
  return cells;
}

function rowsOf(results: ReadResults, id: string): ReadDocument[] {
  const result = results[id];
  return result?.kind === 'aggregate' ? result.rows : [];
}
