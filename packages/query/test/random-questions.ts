import {
  systemFields,
  type Field,
  type Question,
  type QuestionCondition,
  type QuestionFilter,
  type QuestionGroup,
  type QuestionHaving,
  type QuestionMeasure,
} from '@tallyhook/schemas';
import fc, { type Arbitrary } from 'fast-check';
import { havingOperators, rulesOf, type Operator } from '../src/grammar.ts';
import { days, ids, moments, numbers, people, valueOf, words } from './random-records.ts';
import { cycles } from './reference-dates.ts';
import { fieldOf } from './reference-row.ts';
import { project, ticket } from './sample-types.ts';

export const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

/** A field's name in questions, and its kind in the grammar. */
export interface Asked {
  path: string;
  field: Field;
  isRelated: boolean;
}

const ofType = (fields: readonly Field[]) => [...fields, ...systemFields];
const own = ofType(ticket.fields).map((field): Asked => ({ path: field.name, field, isRelated: false }));
const related = ticket.fields
  .filter(({ kind }) => kind === 'relation')
  .flatMap((relation) =>
    ofType(relation.target === 'project' ? project.fields : ticket.fields).map((field): Asked => {
      const many = Boolean(field.many) || Boolean(relation.many);
      return {
        path: `${relation.name}.${field.name}`,
        field: { ...field, ...(many ? { many } : {}) },
        isRelated: true,
      };
    }),
  );
export const fields = [...own, ...related];
const isDate = ({ field: { kind } }: Asked) => kind === 'day' || kind === 'instant';

const dayText = fc.oneof(
  days.map((day) => day.toISOString().slice(0, 10)),
  fc.constantFrom('today', '-1d', 'minus-30-d', '-400d', 'today-7d', 'today-1M', 'today/month', 'today-1q/quarter'),
);
const plainDay = days.map((day) => day.toISOString().slice(0, 10));
const instantText = fc.oneof(
  { weight: 2, arbitrary: moments.map((moment) => moment.toISOString()) },
  fc.constantFrom('now', 'now-36h', 'now-3M', 'now-90m'),
);
const stretchText = fc.constantFrom('now/hour', 'now-2h/hour', 'now-1M/month', 'now-1d/day');
const unit = fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const, 'year' as const);

/** Parts of cycles, for a day. */
const partOfCycle = fc
  .constantFrom(...Object.keys(cycles).filter((name) => name !== 'hourOfDay'))
  .chain((name) => fc.constantFrom(...cycles[name]!).map((at) => ({ unit: name, at })));

const rangeOfDays = fc.oneof(
  fc.constantFrom(
    'today',
    'yesterday',
    'tomorrow',
    'this week',
    'this month',
    'this year',
    'last month',
    'last 30 days',
  ),
  fc.constantFrom('last_7_days', 'next 2 quarters', 'last 3 months including current', 'this quarter', 'last 10 years'),
  fc.constantFrom('next 2 weeks including current', 'last 2 years', 'next week', 'last 40 weeks', 'next 9 months'),
  fc.constantFrom(
    '2026-03-01..2026-03-31',
    '..2026-03-08',
    'today-7d..',
    '-30d..today',
    '..today/year',
    'today..today',
  ),
  fc.constantFrom('today-1M/month..today-1M/month', 'today-2q..', '..today+1y', '2026-03-08..'),
  plainDay.map((day) => `${day}..`),
  fc.record({ unit, at: plainDay }),
  partOfCycle,
);
const rangeOfInstants = fc.oneof(
  { weight: 2, arbitrary: rangeOfDays },
  fc.constantFrom('this hour', 'last 36 hours', 'next 90 minutes', 'hour to date', 'month to date', 'year to date'),
  fc.constantFrom(
    'now-2h..now',
    'now-1d..',
    'now-2h/hour..now+1h/hour',
    'now-30m/minute..',
    'now-1M/month..now',
    '..now',
  ),
  instantText.map((text) => `${text}..`),
  instantText.map((text) => `..${text}`),
  fc.constantFrom(...cycles.hourOfDay!).map((at) => ({ unit: 'hourOfDay', at })),
);

const parts: readonly Operator[] = ['contains', 'ncontains', 'startsWith', 'endsWith'];
const wholeTexts = words.filter((word) => word !== '');
const partTexts = [...wholeTexts.filter((word) => word.length <= 1_000 && !word.includes('\0')), 'a', 'é', 'b', '.'];

function operand({ field }: Asked, op: Operator): Arbitrary<unknown> {
  if (op === 'within' || op === 'nwithin') return field.kind === 'day' ? rangeOfDays : rangeOfInstants;
  if (field.kind === 'day') return dayText;
  if (field.kind === 'instant') return fc.oneof(dayText, stretchText, ...(op === 'eq' ? [] : [instantText]));
  if (field.kind === 'relation') return fc.constantFrom(...ids, ids[0]!.toUpperCase());
  if (field.kind === 'person') return fc.constantFrom(...people);
  if (field.kind === 'text') return fc.constantFrom(...(parts.includes(op) ? partTexts : wholeTexts));
  return valueOf[field.kind](field);
}

/** A condition with an operator on a field. */
export function conditionWith(asked: Asked, op: Operator): Arbitrary<QuestionCondition> {
  const value = operand(asked, op);
  const list = fc.array(value, { minLength: 1, maxLength: 3 }).map((some) => ({ value: some }));
  const isReference = asked.field.kind === 'relation' || asked.field.kind === 'person';
  const rest: Arbitrary<object> =
    op === 'empty' || op === 'nempty'
      ? fc.constant({})
      : (op === 'has' || op === 'hasNone') && isReference
        ? fc.oneof({ weight: 3, arbitrary: list }, fc.constant({}))
        : ['in', 'nin', 'has', 'hasAll', 'hasNone'].includes(op)
          ? list
          : op === 'between'
            ? betweenOf(asked)
            : value.map((one) => ({ value: one }));
  return rest.map((one) => ({ field: asked.path, op, ...one }));
}

function betweenOf({ field }: Asked): Arbitrary<object> {
  const plain: Arbitrary<unknown> = field.kind === 'number' ? numbers : plainDay;
  const pairs = fc.tuple(plain, plain).map((pair) => pair.sort((one, other) => (one! < other! ? -1 : 1)));
  const relative: Record<string, string[][]> = {
    day: [
      ['today-7d', 'today/year'],
      ['-400d', 'today-1M/month'],
      ['today', '2026-03-02'],
      ['today-3M', 'startOfYear-1y'],
    ],
    instant: [
      ['today-7d', 'now'],
      ['now-36h', 'today'],
      ['now-1M/month', 'now/hour'],
      ['now', 'today-30d'],
    ],
  };
  const named = relative[field.kind];
  const any = named === undefined ? pairs : fc.oneof({ weight: 2, arbitrary: pairs }, fc.constantFrom(...named));
  return any.map((value) => ({ value }));
}

const condition = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom(...own) },
    fc.constantFrom(...own.filter(isDate)),
    fc.constantFrom(...related),
  )
  .chain((asked) => fc.constantFrom(...rulesOf(asked.field).operators).chain((op) => conditionWith(asked, op)));

/** Filters of every form with both conditions; most keep many records. */
export function filterOfBoth(one: QuestionCondition, other: QuestionCondition): Arbitrary<QuestionFilter> {
  return fc.constantFrom<QuestionFilter[]>(
    { or: [one, other] },
    { or: [one, { not: other }] },
    { and: [{ or: [one, other] }] },
    { not: { and: [one, other] } },
    { not: { and: [{ not: one }, other] } },
    { and: [one, { not: other }] },
    { and: [{ not: one }, { not: other }] },
    { and: [one, other] },
  );
}

/** Filters of every form with one condition. */
export function filterAround(one: QuestionCondition): Arbitrary<QuestionFilter> {
  const rest = fc.letrec<{ node: QuestionFilter }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      condition,
      fc.array(tie('node'), { maxLength: 2 }).map((and) => ({ and })),
      fc.array(tie('node'), { minLength: 1, maxLength: 2 }).map((or) => ({ or })),
      tie('node').map((not) => ({ not })),
    ),
  })).node;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<QuestionFilter>({ and: [one] }) },
    { weight: 2, arbitrary: fc.constant<QuestionFilter>(one) },
    { weight: 2, arbitrary: rest.map((other): QuestionFilter => ({ or: [one, other] })) },
    { weight: 1, arbitrary: rest.map((other): QuestionFilter => ({ and: [one, other] })) },
    { weight: 1, arbitrary: fc.constant<QuestionFilter>({ not: one }) },
    { weight: 1, arbitrary: rest.map((other): QuestionFilter => ({ and: [{ not: one }, { not: other }] })) },
  );
}

/** A group by a field and unit, with `fill`, `top` and `other` where allowed. */
export function groupWith(asked: Asked, period: QuestionGroup['unit']): Arbitrary<QuestionGroup> {
  const top = fc.record({ top: fc.integer({ min: 1, max: 3 }), other: fc.boolean() });
  const fill = fc.constant({ fill: true });
  const more: Arbitrary<object> = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: top },
    ...(period === undefined ? [] : [{ weight: 3, arbitrary: fill }]),
  );
  return more.map((rest) => ({ field: asked.path, ...(period === undefined ? {} : { unit: period }), ...rest }));
}

const anyMeasure: Arbitrary<QuestionMeasure> = fc.oneof(
  fc.constant<QuestionMeasure>({ fn: 'count' }),
  fc
    .constantFrom(...own)
    .chain(({ path, field }) => fc.constantFrom(...rulesOf(field).functions).map((fn) => ({ fn, field: path }))),
);

function havingOf({ fn, field: path, as }: QuestionMeasure): Arbitrary<QuestionHaving> {
  const isDated = (fn === 'min' || fn === 'max') && path !== undefined && fieldOf(path).field.kind !== 'number';
  const value: Arbitrary<string | number> = isDated
    ? dayText
    : fn === 'count' || fn === 'distinct'
      ? fc.integer({ min: 0, max: 4 })
      : numbers;
  const pair = fc.tuple(isDated ? plainDay : value, isDated ? plainDay : value);
  return fc.constantFrom(...havingOperators).chain((op) => {
    const given =
      op === 'between' ? pair.map((two) => two.sort((a, b) => (a < b ? -1 : 1)) as (string | number)[]) : value;
    return given.map((one) => ({ measure: as!, op, value: one }));
  });
}

/** Adds to the filter the span to fill. */
function filterWithSpan({
  filter,
  group,
}: {
  filter?: QuestionFilter;
  group: QuestionGroup;
}): Arbitrary<QuestionFilter | undefined> {
  const asked = fields.find(({ path }) => path === group.field)!;
  if (!group.fill) return fc.constant(filter);
  const spans: readonly Operator[] = ['within', 'within', 'between', 'eq', 'gt', 'gte', 'lt', 'lte'];
  const span = fc.array(
    fc.constantFrom(...spans).chain((op) => conditionWith(asked, op)),
    { minLength: 1, maxLength: 2 },
  );
  return span.map((some) => filterWithMore(filter, some));
}

/** Adds conditions to the filter on one level: repeated nesting would exceed the maximum depth. */
function filterWithMore(filter: QuestionFilter | undefined, more: readonly QuestionFilter[]): QuestionFilter {
  const first = filter === undefined ? [] : 'and' in filter ? filter.and : [filter];
  return { and: [...first, ...more] };
}

/** The filter, with the lower bound that groups by hour require. */
function filterFor(groups: readonly QuestionGroup[], filter: QuestionFilter | undefined): { filter?: QuestionFilter } {
  const since = groups
    .filter(({ unit: one }) => one === 'hour')
    .map(({ field }): QuestionFilter => ({ field, op: 'gte', value: '1990-01-01' }));
  if (since.length === 0) return filter === undefined ? {} : { filter };
  return { filter: filterWithMore(filter, since) };
}

/** A valid question of any form with the required features. */
export function questionAround(given: {
  filter?: QuestionFilter;
  group: QuestionGroup;
  second: QuestionGroup;
  measure: QuestionMeasure;
  timezone: string;
}): Arbitrary<Question> {
  return fc
    .record({
      others: fc.array(anyMeasure, { maxLength: 3 }),
      isFirst: fc.boolean(),
      hasSecond: fc.nat({ max: 4 }).map((one) => one > 0),
      isSecondFirst: fc.boolean(),
      weekStart: fc.constantFrom('monday' as const, 'sunday' as const, 'saturday' as const),
      limit: fc.constantFrom(1, 3, 1_000, 1_000, 1_000, undefined),
      filter: fc.oneof(fc.constant(given.filter), filterWithSpan(given)),
    })
    .chain(({ filter, others, isFirst, hasSecond, isSecondFirst, weekStart, limit }) => {
      const measures = (isFirst ? [given.measure, ...others] : [...others, given.measure]).map((one, index) => ({
        ...one,
        as: `m${index}`,
      }));
      const pair = hasSecond ? [given.group, given.second] : [given.group];
      const groupBy = (isSecondFirst ? pair.reverse() : pair).map((one, index) => ({ ...one, as: `g${index}` }));
      const names = [...groupBy, ...measures].map(({ as }) => as);
      const sort = fc.array(
        fc.record({ by: fc.constantFrom(...names), dir: fc.constantFrom('asc' as const, 'desc' as const) }),
        { minLength: 1, maxLength: 3 },
      );
      const having = fc.array(fc.constantFrom(...measures).chain(havingOf), { minLength: 1, maxLength: 2 });
      return fc
        .record({ sort: fc.option(sort, { freq: 2 }), having: fc.oneof(fc.constant(null), fc.constant(null), having) })
        .map((more) => ({
          type: 'ticket',
          ...filterFor(groupBy, filter),
          groupBy,
          measures,
          ...(more.having === null ? {} : { having: more.having }),
          ...(more.sort === null ? {} : { sort: more.sort }),
          ...(limit === undefined ? {} : { limit }),
          timezone: given.timezone,
          weekStart,
        }));
    });
}
