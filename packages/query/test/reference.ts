/**
 * Answers questions by looping over records, slowly and without anything of the package: what the rules say, once more.
 * Dates go through the text that Intl writes of them.
 */
import {
  systemFields,
  type Field,
  type Question,
  type QuestionCondition,
  type QuestionFilter,
} from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import { ticket } from './sample-types.ts';

type Document = Record<string, unknown>;
type Key = string | number | boolean | null;

export interface ReferenceAnswer {
  rows: Record<string, unknown>[];
  overall: Record<string, unknown>;
  total: number;
}

interface Settings {
  timezone: string;
  weekStart: string;
  /** The day it is in the question's zone. */
  today: string;
}

export function answerByLoops(question: Question, records: Document[], now: Date): ReferenceAnswer {
  const timezone = question.timezone ?? 'UTC';
  const settings = {
    timezone,
    weekStart: question.weekStart ?? 'monday',
    today: localText(now, timezone).slice(0, 10),
  };
  const matching = records.filter((record) => matches(record, question.filter ?? { and: [] }, settings));
  const groups = new Map<string, { key: Key[]; members: Document[] }>();
  if ((question.groupBy ?? []).length > 0) {
    for (const record of matching) {
      for (const key of keysOf(record, question, settings)) {
        const name = JSON.stringify(key);
        if (!groups.has(name)) groups.set(name, { key, members: [] });
        groups.get(name)!.members.push(record);
      }
    }
  }
  const names = (question.groupBy ?? []).map((group) => group.as ?? group.field);
  const rows = [...groups.values()].map(({ key, members }) => ({
    key: Object.fromEntries(names.map((name, index) => [name, key[index]])),
    ...measure(members, question),
  }));
  rows.sort((one, other) => compareRows(one, other, question));
  return { rows: rows.slice(0, question.limit ?? 1000), overall: measure(matching, question), total: rows.length };
}

/** The values of a record's field that are of its kind, as the answer shows them; each once. */
function valuesOf(record: Document, name: string): (string | number | boolean | Date)[] {
  const field = fieldOf(name);
  const raw = record[name];
  const list = field.many && Array.isArray(raw) ? (raw as unknown[]) : [raw];
  const found: (string | number | boolean | Date)[] = [];
  for (const one of list) {
    const value = one instanceof ObjectId ? one.toHexString() : one;
    const fits =
      field.kind === 'number'
        ? typeof one === 'number'
        : field.kind === 'yesNo'
          ? typeof one === 'boolean'
          : field.kind === 'day' || field.kind === 'instant'
            ? one instanceof Date
            : field.kind === 'relation' || field.kind === 'file'
              ? one instanceof ObjectId
              : typeof one === 'string' && one !== '';
    if (fits && !found.includes(value as string)) found.push(value as string);
  }
  return found;
}

function fieldOf(name: string): Field {
  return [...ticket.fields, ...systemFields].find((field) => field.name === name)!;
}

function matches(record: Document, filter: QuestionFilter, settings: Settings): boolean {
  if ('and' in filter) return filter.and.every((part) => matches(record, part, settings));
  if ('or' in filter) return filter.or.some((part) => matches(record, part, settings));
  if ('not' in filter) return !matches(record, filter.not, settings);
  return meets(record, filter, settings);
}

function meets(record: Document, { field: name, op, value }: QuestionCondition, settings: Settings): boolean {
  const field = fieldOf(name);
  const values = valuesOf(record, name);
  const isDate = field.kind === 'day' || field.kind === 'instant';
  const list = (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'string' ? one.toLowerCase() : one,
  );
  const same = (one: unknown, wanted: unknown) =>
    field.kind === 'relation'
      ? one === wanted
      : one === (Array.isArray(value) ? value : [value])[list.indexOf(wanted as string)];
  const hasAny = () => values.some((one) => list.some((wanted) => same(one, wanted)));
  switch (op) {
    case 'empty':
      return values.length === 0;
    case 'nempty':
      return values.length > 0;
    case 'eq':
      return isDate ? compare(values[0], value, field, settings) === 0 : hasAny();
    case 'ne':
      return !hasAny();
    case 'in':
      return hasAny();
    case 'has':
      return value === undefined ? values.length > 0 : hasAny();
    case 'nin':
      return !hasAny();
    case 'hasNone':
      return value === undefined ? values.length === 0 : !hasAny();
    case 'hasAll':
      return list.every((wanted) => values.some((one) => same(one, wanted)));
    case 'contains':
      return values.some((one) => new RegExp(literally(value as string), 'iu').test(one as string));
    case 'ncontains':
      return !values.some((one) => new RegExp(literally(value as string), 'iu').test(one as string));
    case 'startsWith':
      return values.some((one) => new RegExp(`^${literally(value as string)}`, 'iu').test(one as string));
    case 'endsWith':
      return values.some((one) => new RegExp(`${literally(value as string)}$`, 'iu').test(one as string));
    case 'within':
    case 'nwithin':
      throw new Error('not yet');
    case 'between': {
      const [low, high] = value as [string | number, string | number];
      return compare(values[0], low, field, settings) >= 0 && compare(values[0], high, field, settings) <= 0;
    }
    case 'gt':
      return compare(values[0], value, field, settings) > 0;
    case 'gte':
      return compare(values[0], value, field, settings) >= 0;
    case 'lt':
      return compare(values[0], value, field, settings) < 0;
    case 'lte':
      return compare(values[0], value, field, settings) <= 0;
  }
}

/** Less than, equal to or more than 0; NaN, which meets no comparison, where there is no value. A day is compared as a whole. */
function compare(one: unknown, wanted: unknown, field: Field, settings: Settings): number {
  if (one === undefined) return NaN;
  if (typeof one === 'number') return one - (wanted as number);
  const text = wanted as string;
  if (text.includes('T')) return (one as Date).getTime() - Date.parse(text);
  const day = localText(one as Date, field.kind === 'day' ? 'UTC' : settings.timezone).slice(0, 10);
  const wantedDay = dayOf(text, settings);
  return day < wantedDay ? -1 : day > wantedDay ? 1 : 0;
}

function dayOf(text: string, { today }: Settings): string {
  if (text === 'today') return today;
  const relative = /^(?:minus-|-)(\d+)-?d$/.exec(text);
  return relative ? stepDays(today, -Number(relative[1])) : text;
}

function keysOf(record: Document, question: Question, settings: Settings): Key[][] {
  let keys: Key[][] = [[]];
  for (const { field: name, unit = 'day' } of question.groupBy ?? []) {
    const { kind } = fieldOf(name);
    const values = valuesOf(record, name).map((value): Key => {
      if (!(value instanceof Date)) return value;
      return periodOf(localText(value, kind === 'day' ? 'UTC' : settings.timezone).slice(0, 10), unit, settings);
    });
    keys = keys.flatMap((key) => (values.length === 0 ? [null] : values).map((value) => [...key, value]));
  }
  return keys;
}

function periodOf(day: string, unit: string, { weekStart }: Settings): string {
  if (unit === 'day') return day;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  if (unit === 'quarter') {
    const month = Number(day.slice(5, 7));
    return `${day.slice(0, 4)}-${month <= 3 ? '01' : month <= 6 ? '04' : month <= 9 ? '07' : '10'}-01`;
  }
  let first = day;
  const weekday = (text: string) =>
    new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(text)).toLowerCase();
  while (weekday(first) !== weekStart) first = stepDays(first, -1);
  return first;
}

function stepDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD HH:MM:SS` by the clock of a zone. */
function localText(date: Date, timeZone: string): string {
  if (!formats.has(timeZone)) {
    const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
    formats.set(timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, ...style }));
  }
  return formats.get(timeZone)!.format(date);
}

function measure(members: Document[], question: Question): Record<string, unknown> {
  const measures = question.measures ?? [{ fn: 'count' as const }];
  return Object.fromEntries(
    measures.map(({ fn, field, as }) => {
      if (field === undefined) return [as ?? 'count', members.length];
      const name = as ?? `${fn}_${field}`;
      const all = members.flatMap((record) => valuesOf(record, field));
      if (fn === 'count') return [name, members.filter((record) => valuesOf(record, field).length > 0).length];
      if (fn === 'distinct') return [name, new Set(all.map((value) => (value instanceof Date ? +value : value))).size];
      if (fn === 'min' || fn === 'max') return [name, extreme(all as number[], fn, fieldOf(field))];
      const sum = (all as number[]).reduce((total, value) => total + value, 0);
      return [name, fn === 'sum' ? round(sum) : all.length === 0 ? null : round(sum / all.length)];
    }),
  );
}

function extreme(values: (number | Date)[], fn: 'min' | 'max', { kind }: Field): unknown {
  let found = values[0];
  for (const value of values) if (fn === 'min' ? value < found! : value > found!) found = value;
  if (found === undefined) return null;
  if (typeof found === 'number') return found;
  return kind === 'day' ? localText(found, 'UTC').slice(0, 10) : found.toISOString();
}

const round = (value: number): number => Number(value.toPrecision(12));

/** Periods in time, then those with a value, then by the first measure from the largest, then by key. */
function compareRows(one: Document, other: Document, question: Question): number {
  const groups = (question.groupBy ?? []).map(({ field, as }) => ({
    name: as ?? field,
    isPeriod: ['day', 'instant'].includes(fieldOf(field).kind),
  }));
  const keyOf = (row: Document, name: string) => (row.key as Record<string, Key>)[name]!;
  const first = Object.keys(one).find((name) => name !== 'key')!;
  const steps = [
    ...groups.filter((group) => group.isPeriod).flatMap(({ name }) => [emptyLast(name), byKey(name)]),
    ...groups.filter((group) => !group.isPeriod).map(({ name }) => emptyLast(name)),
    () => compareMeasures(other[first], one[first]),
    ...groups.filter((group) => !group.isPeriod).map(({ name }) => byKey(name)),
  ];
  for (const step of steps) if (step() !== 0) return step();
  return 0;

  function emptyLast(name: string) {
    return () => Number(keyOf(one, name) === null) - Number(keyOf(other, name) === null);
  }
  function byKey(name: string) {
    return () => {
      const [a, b] = [keyOf(one, name), keyOf(other, name)];
      if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
      return Number(a) - Number(b);
    };
  }
}

function compareMeasures(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return (one as number) < (other as number) ? -1 : (one as number) > (other as number) ? 1 : 0;
}

/** A pattern of code points by their numbers, in which nothing is an operator. */
function literally(text: string): string {
  return [...text].map((character) => `\\u{${character.codePointAt(0)!.toString(16)}}`).join('');
}
