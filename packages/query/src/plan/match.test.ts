import assert from 'node:assert/strict';
import { normalizeQuestion } from '../normalize/normalize-question.ts';
import { compileMatch, matchStages } from './match.ts';
import { sampleContext } from '../../test/sample-types.ts';

const id = 'a'.repeat(24);
const other = 'b'.repeat(24);
const date = (text: string) => new Date(text);

function matchOf(filter: unknown, timezone = 'America/New_York') {
  return compileMatch(normalizeQuestion({ type: 'ticket', filter }, sampleContext({ timezone })).filter);
}

describe('condition', () => {
  const rows: [string, object, object][] = [
    ['`eq` finds the same text', { field: 'title', op: 'eq', value: 'a' }, { title: { $eq: 'a' } }],
    [
      '`eq` treats a text that looks like a field as text',
      { field: 'title', op: 'eq', value: '$price' },
      { title: { $eq: '$price' } },
    ],
    ['`ne` keeps records without a value', { field: 'title', op: 'ne', value: 'a' }, { title: { $not: { $eq: 'a' } } }],
    [
      '`in` finds any of several values',
      { field: 'status', op: 'in', value: ['open', 'review'] },
      { status: { $in: ['open', 'review'] } },
    ],
    [
      '`nin` keeps records without a value',
      { field: 'status', op: 'nin', value: ['open', 'review'] },
      { status: { $not: { $in: ['open', 'review'] } } },
    ],
    [
      '`contains` takes every character literally',
      { field: 'title', op: 'contains', value: 'a.b*[c]$|(d)' },
      { title: { $regex: 'a\\.b\\*\\[c\\]\\$\\|\\(d\\)', $options: 'i' } },
    ],
    [
      '`empty` finds empty texts and values that are not text',
      { field: 'title', op: 'empty' },
      { title: { $not: { $gt: '' } } },
    ],
    ['`nempty` finds texts that are not empty', { field: 'title', op: 'nempty' }, { title: { $gt: '' } }],
    [
      '`empty` finds values that are not numbers',
      { field: 'estimate', op: 'empty' },
      { estimate: { $not: { $gte: -Infinity } } },
    ],
    [
      '`empty` finds values that are not dates',
      { field: 'dueOn', op: 'empty' },
      { dueOn: { $not: { $gte: new Date(-8.64e15) } } },
    ],
    [
      '`empty` finds values that are neither true nor false',
      { field: 'done', op: 'empty' },
      { done: { $not: { $in: [true, false] } } },
    ],
    [
      '`empty` finds values that are not ids',
      { field: 'project', op: 'empty' },
      { project: { $not: { $gte: { $oid: '0'.repeat(24) } } } },
    ],
    ['`gt` of a number', { field: 'estimate', op: 'gt', value: 5 }, { estimate: { $gt: 5 } }],
    ['`gte` of a number', { field: 'estimate', op: 'gte', value: 5 }, { estimate: { $gte: 5 } }],
    ['`lt` of a number', { field: 'estimate', op: 'lt', value: 5 }, { estimate: { $lt: 5 } }],
    ['`lte` of a number', { field: 'estimate', op: 'lte', value: 5 }, { estimate: { $lte: 5 } }],
    [
      '`between` includes both ends',
      { field: 'estimate', op: 'between', value: [1, 2] },
      { estimate: { $gte: 1, $lte: 2 } },
    ],
    ['`eq` of a yes-or-no field', { field: 'done', op: 'eq', value: false }, { done: { $eq: false } }],
    ['`ne` of a yes-or-no field', { field: 'done', op: 'ne', value: true }, { done: { $not: { $eq: true } } }],
    [
      '`in` of a relation',
      { field: 'project', op: 'in', value: [id, other] },
      { project: { $in: [{ $oid: id }, { $oid: other }] } },
    ],
    [
      '`has` of a relation without a value finds any related record',
      { field: 'project', op: 'has' },
      { project: { $gte: { $oid: '0'.repeat(24) } } },
    ],
    [
      '`hasNone` of a relation without a value finds no related record',
      { field: 'related', op: 'hasNone' },
      { related: { $not: { $gte: { $oid: '0'.repeat(24) } } } },
    ],
    [
      '`has` finds lists with one of the values',
      { field: 'labels', op: 'has', value: ['bug', 'idea'] },
      { labels: { $in: ['bug', 'idea'] } },
    ],
    [
      '`hasAll` finds lists with all of the values',
      { field: 'labels', op: 'hasAll', value: ['bug', 'idea'] },
      { labels: { $all: ['bug', 'idea'] } },
    ],
    [
      '`hasNone` finds lists with none of the values, and missing lists',
      { field: 'labels', op: 'hasNone', value: ['bug'] },
      { labels: { $not: { $eq: 'bug' } } },
    ],
    ['a person is compared by id', { field: 'assignee', op: 'eq', value: 'p1' }, { assignee: { $eq: 'p1' } }],
  ];
  for (const [words, condition, match] of rows) {
    it(words, () => assert.deepEqual(matchOf(condition), match));
  }
});

describe('condition on days', () => {
  const inNewYork: [string, unknown, object][] = [
    ['eq', '2026-03-08', { $gte: date('2026-03-08T05:00Z'), $lt: date('2026-03-09T04:00Z') }],
    ['gt', '2026-03-08', { $gte: date('2026-03-09T04:00Z') }],
    ['gte', '2026-03-08', { $gte: date('2026-03-08T05:00Z') }],
    ['lt', '2026-03-08', { $lt: date('2026-03-08T05:00Z') }],
    ['lte', '2026-03-08', { $lt: date('2026-03-09T04:00Z') }],
    ['between', ['2026-03-08', '2026-03-08'], { $gte: date('2026-03-08T05:00Z'), $lt: date('2026-03-09T04:00Z') }],
    ['gt', '2026-03-08T12:00:00Z', { $gt: date('2026-03-08T12:00Z') }],
    ['lte', '2026-03-08T12:00:00Z', { $lte: date('2026-03-08T12:00Z') }],
    [
      'between',
      ['2026-03-08', '2026-03-08T12:00:00Z'],
      { $gte: date('2026-03-08T05:00Z'), $lte: date('2026-03-08T12:00Z') },
    ],
  ];
  for (const [op, value, bounds] of inNewYork) {
    it(`${op} ${JSON.stringify(value)} uses local days for an instant`, () => {
      assert.deepEqual(matchOf({ field: 'closedAt', op, value }), { closedAt: bounds });
    });
  }

  it('uses the same dates for a day field in every zone', () => {
    for (const timezone of ['UTC', 'America/New_York', 'Asia/Kathmandu']) {
      assert.deepEqual(matchOf({ field: 'dueOn', op: 'eq', value: '2026-03-08' }, timezone), {
        dueOn: { $gte: date('2026-03-08'), $lt: date('2026-03-09') },
      });
    }
  });
});

describe('filter', () => {
  const first = { field: 'title', op: 'eq', value: 'a' };
  const second = { field: 'estimate', op: 'gt', value: 1 };
  const [title, estimate] = [{ title: { $eq: 'a' } }, { estimate: { $gt: 1 } }];

  const rows: [string, unknown, object][] = [
    ['matches everything without conditions', { and: [] }, {}],
    ['is the condition itself if there is only one', { and: [first] }, title],
    ['joins with `and`', { and: [first, second] }, { $and: [title, estimate] }],
    ['joins with `or`', { or: [first, second] }, { $or: [title, estimate] }],
    ['omits parts that do not restrict', { and: [{ and: [] }, first] }, title],
    ['negates a condition', { not: first }, { title: { $not: { $eq: 'a' } } }],
    ['negates several conditions', { not: { and: [first, second] } }, { $nor: [{ $and: [title, estimate] }] }],
    ['negates everything into nothing', { not: { and: [] } }, { $nor: [{}] }],
    [
      'nests',
      { and: [first, { or: [second, { not: first }] }] },
      { $and: [title, { $or: [estimate, { title: { $not: { $eq: 'a' } } }] }] },
    ],
  ];
  for (const [words, filter, match] of rows) {
    it(words, () => assert.deepEqual(matchOf(filter), match));
  }

  it('needs no stage if everything matches', () => assert.deepEqual(matchStages({ all: [] }), []));
});
