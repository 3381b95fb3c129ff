import type { Question } from '@tallyhook/schemas';
import type { Document } from 'mongodb';
import { lastMoment, statuses } from '../data/tickets.ts';
import { counts, countsOfOthers, distincts, group, pairs, pipeline, sets, type Shape } from './raw-shapes.ts';

/** A raw way that needs an index: one that begins with the first of these fields and contains the others. */
export interface IndexedShape {
  fields: readonly string[];
  /** The way, given the key of the index. */
  by: (key: Document) => Shape;
}

const withIndex = (fields: readonly string[], shape: Shape): IndexedShape => ({ fields, by: () => shape });
/** A pipeline that reads only the index. */
const covered = (fields: readonly string[], stages: Document[]): IndexedShape => {
  return { fields, by: (key) => pipeline(stages, key) };
};

/** One question and the raw ways to the same numbers, by their names in the table. */
export interface QuestionCase {
  name: string;
  question: Question;
  /** Raw ways without an index. */
  plain: Record<string, Shape>;
  /** Raw ways with an index. */
  indexed: Record<string, IndexedShape>;
}

const dayMs = 86_400_000;
const month = (field: string, timezone = 'UTC') => ({ $dateTrunc: { date: `$${field}`, unit: 'month', timezone } });
const monthText = (field: string, timezone = 'UTC') => ({
  $concat: [{ $dateToString: { date: `$${field}`, format: '%Y-%m', timezone } }, '-01'],
});
const eachStatus = Object.fromEntries(statuses.map((status) => [status, { status }]));
const recent = { status: { $in: ['open', 'in_progress'] }, openedAt: { $gte: new Date(lastMoment - 30 * dayMs) } };
const late = { dep_delay: { $gte: 61 } };
const origins = { EWR: { origin: 'EWR' }, JFK: { origin: 'JFK' }, LGA: { origin: 'LGA' } };
const carriers = ['9E', 'AA', 'AS', 'B6', 'DL', 'EV', 'F9', 'FL', 'HA', 'MQ', 'OO', 'UA', 'US', 'VX', 'WN', 'YV'];
const eachCarrier = Object.fromEntries(carriers.map((carrier) => [carrier, { carrier }]));

/** A condition per month. `offsetHours` is how far local midnight is behind UTC at the start. */
function eachMonth(field: string, first: string, length: number, offsetHours: (month: number) => number) {
  const starts = Array.from({ length: length + 1 }, (_, index) => {
    const [year, month] = first.split('-').map(Number) as [number, number];
    const midnight = new Date(Date.UTC(year, month - 1 + index, 1));
    const from = new Date(midnight.getTime() + offsetHours(midnight.getUTCMonth() + 1) * 3_600_000);
    return { key: midnight.toISOString().slice(0, 10), from };
  });
  const conditions = starts.slice(0, -1).map(({ key, from }, index): [string, Document] => {
    return [key, { [field]: { $gte: from, $lt: starts[index + 1]!.from } }];
  });
  return Object.fromEntries(conditions);
}

const utc = () => 0;
const newYork = (month: number) => (month >= 4 && month <= 11 ? 4 : 5);
const openedMonths = eachMonth('openedAt', '2023-10', 36, utc);
const monthsByStatus = Object.fromEntries(
  Object.entries(openedMonths).flatMap(([key, condition]) =>
    statuses.map((status): [string, Document] => [`${key} · ${status}`, { status, ...condition }]),
  ),
);

const monthAndStatus = (of: object) => group({ month: of, status: '$status' });
const averageDelay: Document[] = [{ $group: { _id: '$origin', n: { $avg: '$dep_delay' } } }];
const byLabel = [{ $unwind: '$labels' }, ...group('$labels')];
const count = [{ fn: 'count' as const }];
const averageSeats: Document[] = [{ $group: { _id: '$manufacturer', n: { $avg: '$seats' } } }];
const ticket = 'bench_ticket';
const flight = 'flight';

export const questionCases: readonly QuestionCase[] = [
  {
    name: 'tickets: all',
    question: { type: ticket, measures: count },
    plain: { metadata: async (collection) => ({ null: await collection.estimatedDocumentCount() }) },
    indexed: {},
  },
  {
    name: 'tickets by status',
    question: { type: ticket, groupBy: [{ field: 'status' }], measures: count },
    plain: { group: pipeline(group('$status')) },
    indexed: {
      'counts, one by rest': withIndex(['status'], countsOfOthers(eachStatus, 'closed')),
      covered: covered(['status'], group('$status')),
    },
  },
  {
    name: 'sum of estimates by assignee',
    question: { type: ticket, groupBy: [{ field: 'assignee' }], measures: [{ fn: 'sum', field: 'estimate' }] },
    plain: { group: pipeline(group('$assignee', '$estimate')) },
    indexed: { covered: covered(['assignee', 'estimate'], group('$assignee', '$estimate')) },
  },
  {
    name: 'tickets by month (UTC) and status',
    question: {
      type: ticket,
      groupBy: [{ field: 'openedAt', unit: 'month' }, { field: 'status' }],
      measures: count,
      timezone: 'UTC',
    },
    plain: {
      dateTrunc: pipeline(monthAndStatus(month('openedAt'))),
      dateToString: pipeline(monthAndStatus(monthText('openedAt'))),
    },
    indexed: {
      counts: withIndex(['status', 'openedAt'], counts(monthsByStatus)),
      covered: covered(['status', 'openedAt'], monthAndStatus(month('openedAt'))),
    },
  },
  {
    name: 'open or in progress, last 30 days, by priority',
    question: {
      type: ticket,
      filter: {
        and: [
          { field: 'status', op: 'in', value: ['open', 'in_progress'] },
          { field: 'openedAt', op: 'gte', value: recent.openedAt.$gte.toISOString() },
        ],
      },
      groupBy: [{ field: 'priority' }],
      measures: count,
    },
    plain: { group: pipeline(group('$priority', 1, recent)) },
    indexed: { covered: covered(['status', 'openedAt', 'priority'], group('$priority', 1, recent)) },
  },
  {
    name: 'different assignees by status',
    question: { type: ticket, groupBy: [{ field: 'status' }], measures: [{ fn: 'distinct', field: 'assignee' }] },
    plain: { pairs: pairs('$status', '$assignee'), sets: sets('$status', '$assignee') },
    indexed: {
      distinct: withIndex(['status', 'assignee'], distincts('assignee', eachStatus)),
      covered: { fields: ['status', 'assignee'], by: (key) => pairs('$status', '$assignee', key) },
    },
  },
  {
    name: 'tickets by label (many)',
    question: { type: ticket, groupBy: [{ field: 'labels' }], measures: count },
    plain: { unwind: pipeline(byLabel) },
    indexed: {},
  },
  {
    name: 'title contains “webhook”, by status',
    question: {
      type: ticket,
      filter: { field: 'title', op: 'contains', value: 'webhook' },
      groupBy: [{ field: 'status' }],
      measures: count,
    },
    plain: { group: pipeline(group('$status', 1, { title: { $regex: 'webhook', $options: 'i' } })) },
    indexed: {},
  },
  {
    name: 'flights by carrier',
    question: { type: flight, groupBy: [{ field: 'carrier' }], measures: count },
    plain: { group: pipeline(group('$carrier')) },
    indexed: {
      'counts, one by rest': withIndex(['carrier'], countsOfOthers(eachCarrier, 'UA')),
      covered: covered(['carrier'], group('$carrier')),
    },
  },
  {
    name: 'flights by month, New York',
    question: {
      type: flight,
      groupBy: [{ field: 'time_hour', unit: 'month' }],
      measures: count,
      timezone: 'America/New_York',
    },
    plain: {
      dateTrunc: pipeline(group(month('time_hour', 'America/New_York'))),
      dateToString: pipeline(group(monthText('time_hour', 'America/New_York'))),
    },
    indexed: {
      counts: withIndex(['time_hour'], counts(eachMonth('time_hour', '2013-01', 12, newYork))),
      covered: covered(['time_hour'], group(month('time_hour', 'America/New_York'))),
    },
  },
  {
    name: 'flights by month, UTC',
    question: { type: flight, groupBy: [{ field: 'time_hour', unit: 'month' }], measures: count, timezone: 'UTC' },
    plain: {
      dateTrunc: pipeline(group(month('time_hour'))),
      dateToString: pipeline(group(monthText('time_hour'))),
    },
    indexed: {
      counts: withIndex(['time_hour'], counts(eachMonth('time_hour', '2013-01', 13, utc))),
      covered: covered(['time_hour'], group(month('time_hour'))),
    },
  },
  {
    name: 'different planes by origin',
    question: { type: flight, groupBy: [{ field: 'origin' }], measures: [{ fn: 'distinct', field: 'plane' }] },
    plain: { pairs: pairs('$origin', '$plane'), sets: sets('$origin', '$plane') },
    indexed: {
      distinct: withIndex(['origin', 'plane'], distincts('plane', origins)),
      covered: { fields: ['origin', 'plane'], by: (key) => pairs('$origin', '$plane', key) },
    },
  },
  {
    name: 'average delay by origin',
    question: { type: flight, groupBy: [{ field: 'origin' }], measures: [{ fn: 'avg', field: 'dep_delay' }] },
    plain: { group: pipeline(averageDelay) },
    indexed: { covered: covered(['origin', 'dep_delay'], averageDelay) },
  },
  {
    name: 'more than an hour late, by origin',
    question: {
      type: flight,
      filter: { field: 'dep_delay', op: 'gte', value: 61 },
      groupBy: [{ field: 'origin' }],
      measures: count,
    },
    plain: { group: pipeline(group('$origin', 1, late)) },
    indexed: {
      covered: covered(['dep_delay', 'origin'], group('$origin', 1, late)),
      counts: withIndex(
        ['origin', 'dep_delay'],
        counts(Object.fromEntries(Object.entries(origins).map(([key, origin]) => [key, { ...origin, ...late }]))),
      ),
    },
  },
  {
    name: '3,322 planes by engine',
    question: { type: 'plane', groupBy: [{ field: 'engine' }], measures: count },
    plain: { group: pipeline(group('$engine')) },
    indexed: {},
  },
  {
    name: '3,322 planes, average seats by manufacturer',
    question: { type: 'plane', groupBy: [{ field: 'manufacturer' }], measures: [{ fn: 'avg', field: 'seats' }] },
    plain: { group: pipeline(averageSeats) },
    indexed: {},
  },
];
