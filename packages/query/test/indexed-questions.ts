import type { Question, QuestionFilter } from '@tallyhook/schemas';
import fc, { type Arbitrary } from 'fast-check';
import { zones } from './random-questions.ts';
import { randomRecord } from './random-records.ts';

/** Indexes with one or two fields. */
export const indexKeys: Record<string, 1 | -1>[] = [
  { status: 1, closedAt: 1 },
  { assignee: 1, dueOn: 1 },
  { project: 1, assignee: 1 },
  { status: 1, project: -1 },
  { title: 1 },
  { createdAt: -1 },
  { dueOn: 1 },
  { estimate: 1, title: 1 },
  { title: 1, estimate: 1 },
  { labels: 1 },
];

const values = ['status', 'assignee', 'project', 'title'];
const dates = ['closedAt', 'dueOn', 'createdAt'];
const units = fc.constantFrom('day', 'week', 'month', 'quarter', 'year');
const day = fc.constantFrom('2026-03-08', '2026-03-01', '2025-12-31', '-400d', 'today', '1970-01-01');

const condition: Arbitrary<QuestionFilter> = fc.oneof(
  fc.constantFrom('open', 'review').map((value) => ({ field: 'status', op: 'eq' as const, value })),
  fc.constantFrom('p1', 'p2').map((value) => ({ field: 'assignee', op: 'in' as const, value: [value] })),
  fc.constantFrom('Ana', 'ana').map((value) => ({ field: 'title', op: 'eq' as const, value })),
  fc.constantFrom('a', 'b').map((digit) => ({ field: 'project', op: 'eq' as const, value: digit.repeat(24) })),
  fc
    .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq'), fc.constantFrom(...dates), day)
    .map(([op, field, value]) => ({ field, op: op as 'gt', value })),
  fc
    .tuple(fc.constantFrom('gt', 'lte'), fc.constantFrom(-1, 0, 0.25))
    .map(([op, value]) => ({ field: 'estimate', op: op as 'gt', value })),
);

const valueGroup = fc.constantFrom(...values).map((field) => ({ field }));
const dateGroup = fc.tuple(fc.constantFrom(...dates), units).map(([field, unit]) => ({ field, unit }));

/** Questions in the forms that indexes can answer, with or without a suitable index. */
export const indexableQuestion: Arbitrary<Question> = fc
  .record(
    {
      type: fc.constant('ticket'),
      groupBy: fc.oneof(
        valueGroup.map((one) => [one]),
        dateGroup.map((one) => [one]),
        fc.tuple(valueGroup, dateGroup),
        fc.tuple(dateGroup, valueGroup),
      ),
      measures: fc.oneof(
        { weight: 3, arbitrary: fc.constant([{ fn: 'count' as const }]) },
        fc.constantFrom(...values).map((field) => [{ fn: 'distinct' as const, field }]),
      ),
      filter: fc.array(condition, { maxLength: 2 }).map((and) => ({ and })),
      timezone: fc.constantFrom(...zones),
      weekStart: fc.constantFrom('monday', 'sunday', 'saturday'),
    },
    { requiredKeys: ['type', 'groupBy', 'measures', 'timezone'] },
  )
  .map((question) => question as Question);

/** Weeks around clock changes in New York and on Lord Howe Island, and around New Year. */
const beginnings = ['2025-12-20T00:00Z', '2026-03-01T00:00Z', '2026-10-01T00:00Z'].map((text) => Date.parse(text));
const weeksMs = 40 * 86_400_000;
const halfHourMs = 1_800_000;

/** Moves a date near the others, to keep few periods between them; midnight UTC stays midnight. */
function near(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  const [halfHours, midnight] = [Math.floor(value.getTime() / halfHourMs) * halfHourMs, value.getTime() % 86_400_000];
  const from = beginnings[Math.abs(Math.floor(value.getTime() / weeksMs)) % beginnings.length]!;
  const later = ((halfHours % weeksMs) + weeksMs) % weeksMs;
  return new Date(from + later - (midnight === 0 ? later % 86_400_000 : 0));
}

/** Records as they may be stored, with an occasional empty list. */
export const oddRecords: Arbitrary<Record<string, unknown>[]> = fc
  .tuple(
    fc.array(
      fc.tuple(
        randomRecord,
        fc.oneof(
          { weight: 12, arbitrary: fc.constant({}) },
          fc.constantFrom({ status: [] }, { project: [] }, { dueOn: [] }),
        ),
      ),
      { minLength: 1, maxLength: 30 },
    ),
    fc.integer({ max: 4, min: 0 }),
  )
  .map(([records, far]) =>
    records.map(([record, odd]) => {
      const entries = Object.entries(record).map(([name, value]) => [name, far === 0 ? value : near(value)]);
      return { ...(Object.fromEntries(entries) as object), ...odd };
    }),
  );
