/**
 * An independent implementation of the rules: answers questions by looping over records, slowly and without using the
 * package.
 */
import {
  type Field,
  type Question,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionGroup,
} from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import { cycleOf, cycles, dayOf, hourOf, lies, periodOf, stretchOf, type Settings } from './reference-dates.ts';
import { isSplit, orderRows } from './reference-order.ts';
import { isOfCycle, maxEmpty, periodsOf } from './reference-periods.ts';
import { fieldOf, others, type Key, type ReferenceRow } from './reference-row.ts';

export type Document = Record<string, unknown>;
/** A branch's records by type. */
export type World = Record<'ticket' | 'project', Document[]>;
export interface ReferenceAnswer {
  rows: Record<string, unknown>[];
  overall: Record<string, unknown>;
  total: number;
  /** Whether rows of a first group that is shown may be missing. */
  isPartial: boolean;
}

interface Asked {
  question: Question;
  world: World;
  settings: Settings;
}

export function answerByLoops(question: Question, world: World, now: Date): ReferenceAnswer {
  const settings = { timezone: question.timezone ?? 'UTC', weekStart: question.weekStart ?? 'monday', now };
  const asked = { question, world, settings };
  const matching = matchingRecords(asked);
  const groups = question.groupBy ?? [];
  const found = groups.length === 0 ? [] : groupRecords(matching, groups, asked);
  const limit = question.limit ?? 1000;
  const real = found.filter((row) => isAsked(row, asked));
  const empty = emptyPeriods(found, asked).filter((row) => isAsked(row, asked));
  const rows = real.length + empty.length > limit ? real : [...real, ...empty];
  for (const row of rows) row.totals = totalsOf(row, rows, asked);
  orderRows(rows, question);
  const { kept, isPartial } = withinLimit(rows, limit, question);
  const shown = kept.map((row) => shownRow(row, question));
  return { rows: shown, overall: measure(matching, asked), total: rows.length, isPartial };
}

/** As many rows as fit. Where first groups stay together, whole ones, unless not even the first fits. */
function withinLimit(rows: ReferenceRow[], limit: number, question: Question) {
  if (rows.length <= limit || question.groupBy!.length === 1) return { kept: rows.slice(0, limit), isPartial: false };
  const firstOf = ({ keys: [key] }: ReferenceRow) => JSON.stringify(key);
  const rest = new Set(rows.slice(limit).map(firstOf));
  const whole = rows.filter((row) => !rest.has(firstOf(row)));
  return whole.length === 0 || !isSplit(question)
    ? { kept: rows.slice(0, limit), isPartial: true }
    : { kept: whole, isPartial: false };
}

/** The records that match a question. */
export function matchingRecords({ question, world, settings }: Asked): Document[] {
  const filter = question.filter ?? { and: [] };
  return world.ticket.filter((record) => matches(record, filter, { question, world, settings }));
}

type Value = string | number | boolean | Date;

/** The distinct values of a record's field, or of its related records. */
function valuesOf(record: Document, path: string, world: World): Value[] {
  const { field, relation } = fieldOf(path);
  if (relation === undefined) return valuesIn(record, field);
  const ids = valuesIn(record, relation);
  const related = world[relation.target as keyof World].filter(({ _id }) => ids.includes(String(_id)));
  return each(related.flatMap((one) => valuesIn(one, field)));
}

/** The values of the field's kind. */
function valuesIn(record: Document, field: Field): Value[] {
  const raw = record[field.name];
  const list = field.many && Array.isArray(raw) ? (raw as unknown[]) : [raw];
  const found = list.flatMap((one): Value[] => {
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
    return fits ? [one instanceof ObjectId ? one.toHexString() : (one as Value)] : [];
  });
  return each(found);
}

function each<Item>(items: Item[]): Item[] {
  const found: Item[] = [];
  for (const item of items)
    if (!found.some((one) => one === item || (item instanceof Date && +item === +(one as Date)))) found.push(item);
  return found;
}

function matches(record: Document, filter: QuestionFilter, asked: Asked): boolean {
  if ('and' in filter) return filter.and.every((part) => matches(record, part, asked));
  if ('or' in filter) return filter.or.some((part) => matches(record, part, asked));
  if ('not' in filter) return !matches(record, filter.not, asked);
  return meets(valuesOf(record, filter.field, asked.world), filter, asked);
}

const opposites: Record<string, QuestionCondition['op']> = {
  ne: 'eq',
  nin: 'in',
  hasNone: 'has',
  ncontains: 'contains',
  nwithin: 'within',
  empty: 'nempty',
};

function meets(values: Value[], { field: path, op, value }: QuestionCondition, asked: Asked): boolean {
  const opposite = opposites[op];
  if (opposite !== undefined) return !meets(values, { field: path, op: opposite, value }, asked);
  const { kind } = fieldOf(path).field;
  const list: unknown[] = (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    kind === 'relation' ? String(one).toLowerCase() : one,
  );
  const text = (before: string, after: string) =>
    values.some((one) => new RegExp(`${before}${literally(value as string)}${after}`, 'iu').test(one as string));
  switch (op) {
    case 'nempty':
      return values.length > 0;
    case 'contains':
      return text('', '');
    case 'startsWith':
      return text('^', '');
    case 'endsWith':
      return text('', '$');
    case 'in':
    case 'has':
      return value === undefined ? values.length > 0 : values.some((one) => list.includes(one));
    case 'hasAll':
      return list.every((wanted) => values.includes(wanted as string));
    default:
      return values.some((one) => compares(one, op, value, { kind, asked }));
  }
}

function compares(one: Value, op: string, value: unknown, { kind, asked }: { kind: string; asked: Asked }): boolean {
  if (one instanceof Date && isOfCycle(value)) return cycleOf(one, value.unit, kind, asked.settings) === value.at;
  if (one instanceof Date && isOfHour(value)) return hourOf(one, asked.settings) === value.at;
  if (one instanceof Date) return lies(one, stretchOf(op, value, asked.settings), kind, asked.settings);
  return comparesPlainly(one, op, kind === 'relation' ? String(value).toLowerCase() : value);
}

const isOfHour = (value: unknown): value is { unit: string; at: string } =>
  typeof value === 'object' && value !== null && 'unit' in value && value.unit === 'hour';

function comparesPlainly(one: unknown, op: string, value: unknown): boolean {
  const [low, high] = (Array.isArray(value) ? value : [value, value]) as [number, number];
  const number = one as number;
  if (op === 'eq') return one === value;
  if (op === 'between') return number >= low && number <= high;
  return op === 'gt' ? number > low : op === 'gte' ? number >= low : op === 'lt' ? number < low : number <= low;
}

/** A pattern of escaped code points, so that none is an operator. */
function literally(text: string): string {
  return [...text].map((character) => `\\u{${character.codePointAt(0)!.toString(16)}}`).join('');
}

function groupRecords(records: Document[], groups: QuestionGroup[], asked: Asked): ReferenceRow[] {
  const found = new Map<string, { keys: ReferenceRow['keys']; members: Document[] }>();
  const tops = groups.map((group) => (group.top === undefined ? undefined : topKeys(records, group, asked)));
  for (const record of records) {
    let all: ReferenceRow['keys'][] = [[]];
    groups.forEach((group, index) => {
      const keys = keptKeys(keysOf(record, group, asked), group, tops[index]);
      all = all.flatMap((some) => keys.map((key) => [...some, key]));
    });
    for (const keys of all) {
      const name = JSON.stringify(keys);
      if (!found.has(name)) found.set(name, { keys, members: [] });
      found.get(name)!.members.push(record);
    }
  }
  return [...found.values()].map(({ keys, members }) => ({
    keys,
    measures: measure(members, asked),
    isFilled: false,
    members,
  }));
}

/** Different values of the parts are added up. */
function totalsOf({ keys: [key] }: ReferenceRow, rows: ReferenceRow[], asked: Asked): Record<string, unknown> {
  const parts = rows.filter(({ keys: [other] }) => JSON.stringify(other) === JSON.stringify(key));
  const members = parts.flatMap((part) => part.members ?? []);
  const different = (asked.question.measures ?? []).flatMap(({ fn, field, as }) => {
    const name = as ?? `distinct_${field}`;
    return fn === 'distinct' ? [[name, parts.reduce((sum, { measures }) => sum + (measures[name] as number), 0)]] : [];
  });
  return { ...measure(members, asked), ...(Object.fromEntries(different) as object) };
}

function keysOf(record: Document, { field: path, unit = 'day' }: QuestionGroup, { world, settings }: Asked): Key[] {
  const { kind } = fieldOf(path).field;
  const keys = valuesOf(record, path, world).map((value) =>
    !(value instanceof Date)
      ? value
      : Object.hasOwn(cycles, unit)
        ? cycleOf(value, unit, kind, settings)
        : unit === 'hour'
          ? hourOf(value, settings)
          : periodOf(dayOf(value, kind, settings), unit, settings),
  );
  return keys.length === 0 ? [null] : each(keys);
}

/** The top values of a field by the first measure, regardless of the other group; no value comes last. */
function topKeys(records: Document[], group: QuestionGroup, asked: Asked): Key[] {
  const measures = (asked.question.measures ?? [{ fn: 'count' as const }]).slice(0, 1);
  const rows = groupRecords(records, [{ ...group, top: undefined }], {
    ...asked,
    question: { ...asked.question, measures },
  });
  const { weekStart } = asked.question;
  const things = { type: '', groupBy: [{ ...group, field: 'title', as: 'thing' }], measures, weekStart };
  orderRows(rows, things);
  return rows.slice(0, group.top).map(({ keys: [key] }) => key![0]);
}

function keptKeys(keys: Key[], { other }: QuestionGroup, top: Key[] | undefined): ReferenceRow['keys'] {
  if (top === undefined) return keys.map((key) => [key]);
  const kept = keys.filter((key) => top.includes(key)).map((key): [Key] => [key]);
  return other && keys.some((key) => !top.includes(key)) ? [...kept, others] : kept;
}

/** Rows for missing periods, for every value of the other group; none if there are too many. */
function emptyPeriods(rows: ReferenceRow[], asked: Asked): ReferenceRow[] {
  const { question } = asked;
  const groups = question.groupBy ?? [];
  if (!groups.some(({ fill }) => fill)) return [];
  const known = new Map(rows.map(({ keys }) => [JSON.stringify(keys), keys]));
  let all: ReferenceRow['keys'][] = [[]];
  for (const [index, group] of groups.entries()) {
    const names = new Map(rows.map(({ keys }) => [JSON.stringify(keys[index]), keys[index]!]));
    if (group.fill) for (const day of periodsOf(rows, index, asked)) names.set(JSON.stringify([day]), [day]);
    all = all.flatMap((some) => [...names.values()].map((key) => [...some, key]));
    if (all.length > 50_000) return [];
  }
  const isPeriod = (keys: ReferenceRow['keys']) =>
    groups.some(({ fill }, index) => fill && (keys[index] as [Key])[0] !== null);
  const missing = all.filter((keys) => isPeriod(keys) && !known.has(JSON.stringify(keys)));
  if (missing.length > maxEmpty) return [];
  return missing.map((keys) => ({ keys, measures: measure([], asked), isFilled: true }));
}

/** Conditions on groups compare measures as shown. */
function isAsked({ measures }: ReferenceRow, { question, settings }: Asked): boolean {
  return (question.having ?? []).every(({ measure: name, op, value }) => {
    const shown = measures[name];
    const plainOp = op === 'ne' ? 'eq' : op;
    const isMet =
      shown !== null &&
      (typeof shown === 'string'
        ? lies(new Date(shown), stretchOf(plainOp, value, settings), shown.includes('T') ? 'instant' : 'day', settings)
        : comparesPlainly(shown, plainOp, value));
    return isMet !== (op === 'ne');
  });
}

function measure(members: Document[], { question, world }: Asked): Record<string, unknown> {
  const measures = question.measures ?? [{ fn: 'count' as const }];
  return Object.fromEntries(
    measures.map(({ fn, field: path, as }) => {
      if (path === undefined) return [as ?? 'count', members.length];
      const name = as ?? `${fn}_${path}`;
      const { kind } = fieldOf(path).field;
      const all = members.flatMap((record) => valuesOf(record, path, world));
      if (fn === 'count') return [name, members.filter((record) => valuesOf(record, path, world).length > 0).length];
      if (fn === 'distinct') return [name, each(all).length];
      if (fn === 'min' || fn === 'max') return [name, extreme(all as number[], fn, kind)];
      const values = all as number[];
      const [sum, size] = [exactSum(values), exactSum(values.map(Math.abs))];
      if (fn === 'sum') return [name, round(sum, size)];
      return [name, values.length === 0 ? null : round(sum / values.length, size / values.length)];
    }),
  );
}

function extreme(values: (number | Date)[], fn: 'min' | 'max', kind: string): unknown {
  let found = values[0];
  for (const value of values) if (fn === 'min' ? value < found! : value > found!) found = value;
  if (found === undefined) return null;
  if (typeof found === 'number') return found;
  return kind === 'day' ? found.toISOString().slice(0, 10) : found.toISOString();
}

/** The exact sum, rounded once to the nearest double: doubles are integer multiples of a small enough power of two. */
function exactSum(values: readonly number[]): number {
  const unit = 2 ** -300;
  const sum = values.reduce((total, value) => total + BigInt(value / unit), 0n);
  return Number(sum) * unit;
}

/** Rounds to 12 digits, but keeps only digits within the first 13 of all that was added up. */
function round(value: number, size: number): number {
  const first = (one: number): number => Number(one.toExponential(6).split('e')[1]);
  const digits = value === 0 ? 0 : Math.min(12, 13 - (first(size) - first(value)));
  return digits < 1 ? 0 : Number(value.toPrecision(digits));
}

function shownRow({ keys, measures, isFilled }: ReferenceRow, { groupBy = [] }: Question): Record<string, unknown> {
  const key = groupBy.flatMap(({ field, as }, index) => {
    const one = keys[index]!;
    return one === others ? [] : [[as ?? field.replace('.', '_'), one[0]]];
  });
  return {
    key: Object.fromEntries(key) as object,
    ...measures,
    ...(key.length < groupBy.length ? { other: true } : {}),
    ...(isFilled ? { filled: true } : {}),
  };
}
