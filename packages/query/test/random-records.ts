import type { Field, RecordType } from '@tallyhook/schemas';
import fc, { type Arbitrary } from 'fast-check';
import { ObjectId } from 'mongodb';
import type { World } from './reference.ts';
import { project, ticket } from './sample-types.ts';

/** Ids in relations; not all of them belong to records. */
export const ids = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(24));
export const words = [
  '',
  'Ana',
  'ana',
  'anA.',
  'Éa (b)',
  'ÉA',
  '$where',
  '[a-z]*',
  'a\nb',
  '中',
  '\uE000',
  '😀',
  'x y',
  'a\0b',
  'long '.repeat(250),
];
export const people = ['p1', 'p2', '$p3'];

/** Hours around clock changes, midnights, and many others. */
export const moments: Arbitrary<Date> = fc.oneof(
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
export const days = fc.oneof(
  fc.integer({ min: 20_500, max: 20_540 }).map((day) => new Date(day * 86_400_000)),
  moments.map((moment) => new Date(Math.floor(moment.getTime() / 86_400_000) * 86_400_000)),
);
export const numbers = fc.oneof(
  fc.integer({ min: -8, max: 8 }).map((quarters) => quarters / 4),
  fc.constantFrom(0.1, 0.2, 0.3, 1e6, 12345.67),
  // Values that cancel out.
  fc.constantFrom(-0.1, -0.3, -1e6, 98765.43, -98765.43, 1e15, -1e15),
);
const idValues = fc.constantFrom(...ids).map((id) => new ObjectId(id));

export const valueOf: Record<Field['kind'], (field: Field) => Arbitrary<unknown>> = {
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

/** Invalid stored values: different empty values, and values of other kinds. */
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

/** Records as they may be stored. */
const recordOf = (type: RecordType): Arbitrary<Record<string, unknown>> =>
  fc
    .record({
      ...Object.fromEntries(type.fields.map((field) => [field.name, fieldValue(field)])),
      createdAt: moments,
      createdBy: fc.constantFrom(...people),
      updatedAt: fc.oneof({ weight: 5, arbitrary: moments }, oddities),
      updatedBy: fc.constantFrom(...people),
    })
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));

export const randomRecord = recordOf(ticket);

/** Tickets and projects; a few of each have ids that relations contain, in random order. */
export const randomWorld: Arbitrary<World> = fc
  .record({
    ticket: fc.oneof(
      { weight: 1, arbitrary: fc.array(recordOf(ticket), { maxLength: 3 }) },
      { weight: 6, arbitrary: fc.array(recordOf(ticket), { minLength: 20, maxLength: 50 }) },
    ),
    project: fc.array(recordOf(project), { minLength: 0, maxLength: 4, size: 'max' }),
    tickets: fc.shuffledSubarray(ids, { minLength: 0, maxLength: 3 }),
    projects: fc.shuffledSubarray(ids, { minLength: 0, maxLength: 4 }),
  })
  .map(({ ticket: made, project: others, tickets, projects }) => ({
    ticket: withIds(made, tickets),
    project: withIds(others, projects),
  }));

const withIds = (records: Record<string, unknown>[], known: string[]): Record<string, unknown>[] =>
  records.map((record, index) => ({ _id: new ObjectId(known[index]), ...record }));

/** The record as writes store it: list fields have lists of distinct, valid values. */
function withSets(record: Record<string, unknown>): Record<string, unknown> {
  const lists = ticket.fields.flatMap(({ name, many, kind }): [string, unknown][] => {
    const list = record[name];
    if (!many || list === undefined) return [];
    const isOfKind = (one: unknown) => (kind === 'relation' ? one instanceof ObjectId : typeof one === 'string' && one);
    const values = (Array.isArray(list) ? (list as unknown[]) : []).filter(isOfKind);
    return [[name, [...new Map(values.map((one) => [String(one), one])).values()]]];
  });
  return { ...record, ...Object.fromEntries(lists) };
}

export const worldOfSets = (world: World): World => ({ ...world, ticket: world.ticket.map(withSets) });
