import { systemFields, type Field, type Question, type QuestionFilter } from '@tallyhook/schemas';
import fc, { type Arbitrary } from 'fast-check';
import { ObjectId } from 'mongodb';
import { rulesOf } from '../src/grammar.ts';
import { ticket } from './sample-types.ts';

export const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

/** Ids that relations hold; the last names no record. */
const ids = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(24));
const words = ['', 'Ana', 'ana', 'anA.', 'Éa (b)', 'ÉA', '$where', '[a-z]*', 'a\nb', '中', '\uE000', '😀', 'x y'];
const people = ['p1', 'p2', '$p3'];

/** Hours around changes of the clock, midnights, and all sorts of others. */
const moments: Arbitrary<Date> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        '2026-03-08T07:00Z',
        '2026-11-01T06:00Z',
        '2025-03-09T05:00Z',
        '2026-04-04T15:00Z',
        '2026-10-03T15:30Z',
        '2025-12-31T18:15Z',
        '2026-01-01T05:00Z',
        '1985-12-31T18:30Z',
        '1970-01-01T00:00Z',
        '2026-03-09T12:00Z',
      ),
      fc.integer({ min: -40 * 3_600_000, max: 40 * 3_600_000 }),
    )
    .map(([around, offsetMs]) => new Date(Date.parse(around) + offsetMs)),
  fc.date({ min: new Date('1900-01-03'), max: new Date('2099-12-20'), noInvalidDate: true }),
  fc.constantFrom('2026-03-08T05:00Z', '2026-03-09T04:00Z', '2026-03-01T00:00Z').map((text) => new Date(text)),
);
const days = fc.oneof(
  fc.integer({ min: 20_500, max: 20_540 }).map((day) => new Date(day * 86_400_000)),
  moments.map((moment) => new Date(Math.floor(moment.getTime() / 86_400_000) * 86_400_000)),
);
const numbers = fc.oneof(
  fc.integer({ min: -8, max: 8 }).map((quarters) => quarters / 4),
  fc.constantFrom(0.1, 0.2, 0.3, 1e6, 12345.67),
);
const idValues = fc.constantFrom(...ids).map((id) => new ObjectId(id));

const valueOf: Record<Field['kind'], (field: Field) => Arbitrary<unknown>> = {
  text: () => fc.constantFrom(...words),
  choice: ({ options }) => fc.constantFrom(...options!.map(({ value }) => value)),
  number: () => numbers,
  day: () => days,
  instant: () => moments,
  yesNo: () => fc.boolean(),
  relation: () => idValues,
  person: () => fc.constantFrom(...people),
  file: () => idValues,
};

/** What a field may hold although it should not: empty values of each sort, and values of other kinds. */
const oddities = fc.constantFrom(null, '', undefined, undefined, 7, 'odd', true, new Date(0), { a: 1 });

const fieldValue = (field: Field): Arbitrary<unknown> => {
  const value = valueOf[field.kind](field);
  const whole = field.many
    ? fc.oneof(
        { weight: 6, arbitrary: fc.array(fc.oneof({ weight: 9, arbitrary: value }, oddities), { maxLength: 4 }) },
        value,
      )
    : value;
  return fc.oneof({ weight: 5, arbitrary: whole }, oddities);
};

/** Records as they may lie in the database. */
export const randomRecord: Arbitrary<Record<string, unknown>> = fc
  .record({
    ...Object.fromEntries(ticket.fields.map((field) => [field.name, fieldValue(field)])),
    createdAt: moments,
    createdBy: fc.constantFrom(...people),
  })
  .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));

/** The record as writes leave it: in fields of many, lists of different values of the field's kind. */
export function withSets(record: Record<string, unknown>): Record<string, unknown> {
  const lists = ticket.fields.flatMap(({ name, many, kind }): [string, unknown][] => {
    const list = record[name];
    if (!many || list === undefined) return [];
    const isOfKind = (one: unknown) => (kind === 'relation' ? one instanceof ObjectId : typeof one === 'string' && one);
    const values = (Array.isArray(list) ? (list as unknown[]) : []).filter(isOfKind);
    return [[name, [...new Map(values.map((one) => [String(one), one])).values()]]];
  });
  return { ...record, ...Object.fromEntries(lists) };
}

const fields = [...ticket.fields, ...systemFields.filter(({ name }) => name.startsWith('created'))];

const dates = fields.filter(({ kind }) => kind === 'day' || kind === 'instant');

const dayText = fc.oneof(
  days.map((day) => day.toISOString().slice(0, 10)),
  fc.constantFrom('today', '-1d', 'minus-30-d', '-400d'),
);
const instantText = moments.map((moment) => moment.toISOString());

function operand(field: Field, op: string): Arbitrary<unknown> {
  const isOrder = op !== 'eq';
  if (field.kind === 'day') return dayText;
  if (field.kind === 'instant') return isOrder ? fc.oneof(dayText, instantText) : dayText;
  if (field.kind === 'relation') return fc.constantFrom(...ids, ids[0]!.toUpperCase());
  if (field.kind === 'text' || field.kind === 'person') {
    return fc.constantFrom(...words.filter((word) => word !== ''), ...people, 'a', 'é');
  }
  return valueOf[field.kind](field);
}

const condition: Arbitrary<QuestionFilter> = fc
  .oneof(fc.constantFrom(...fields), fc.constantFrom(...dates))
  .chain((field) =>
    fc.constantFrom(...rulesOf(field).operators.filter((op) => !op.endsWith('within'))).chain((op) => {
      const value = operand(field, op);
      const isAlone = op === 'empty' || op === 'nempty';
      const isList = ['in', 'nin', 'has', 'hasAll', 'hasNone'].includes(op);
      const given = isAlone
        ? fc.constant({})
        : isList
          ? fc.array(value, { minLength: 1, maxLength: 3 }).map((list) => ({ value: list }))
          : op === 'between'
            ? betweenOf(field, value)
            : value.map((one) => ({ value: one }));
      return given.map((rest) => ({ field: field.name, op, ...rest }));
    }),
  );

function betweenOf(field: Field, value: Arbitrary<unknown>): Arbitrary<object> {
  const plain = field.kind === 'number' ? value : days.map((day) => day.toISOString().slice(0, 10));
  return fc
    .tuple(plain, plain)
    .map((pair) => ({ value: pair.sort((one, other) => ((one as number) < (other as number) ? -1 : 1)) }));
}

const filter: Arbitrary<QuestionFilter> = fc.letrec<{ node: QuestionFilter }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    condition,
    fc.array(tie('node'), { maxLength: 2 }).map((and) => ({ and })),
    fc.array(tie('node'), { minLength: 1, maxLength: 2 }).map((or) => ({ or })),
    tie('node').map((not) => ({ not })),
  ),
})).node;

const groupable = fields.filter((field) => rulesOf(field).groupable);
const anyFilter = fc.oneof(
  filter,
  fc.array(condition, { minLength: 1, maxLength: 2 }).map((and) => ({ and })),
);

const group = fc.oneof(fc.constantFrom(...groupable), fc.constantFrom(...dates)).chain((field) => {
  const { units } = rulesOf(field);
  const unit = units.length === 0 ? fc.constant({}) : fc.constantFrom({}, ...units.map((one) => ({ unit: one })));
  return unit.map((rest) => ({ field: field.name, ...rest }));
});

const measure = fc.oneof(
  fc.constant({ fn: 'count' as const }),
  fc
    .constantFrom(...fields)
    .chain((field) => fc.constantFrom(...rulesOf(field).functions).map((fn) => ({ fn, field: field.name }))),
);

/** Questions that can be run, of every form. */
export const randomQuestion: Arbitrary<Question> = fc
  .record(
    {
      type: fc.constant('ticket'),
      filter: anyFilter,
      groupBy: fc
        .uniqueArray(group, { maxLength: 2, selector: ({ field }) => field })
        .map((groups) => groups.map((one, index) => ({ ...one, as: `group${index}` }))),
      measures: fc
        .array(measure, { minLength: 1, maxLength: 4 })
        .map((measures) => measures.map((one, index) => ({ ...one, as: `m${index}` }))),
      limit: fc.constantFrom(1, 3, 1000),
      timezone: fc.constantFrom(...zones),
      weekStart: fc.constantFrom('monday', 'sunday', 'saturday'),
    },
    { requiredKeys: ['type', 'groupBy', 'measures', 'timezone'] },
  )
  .map((question) => question as Question);
