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

describe('a condition', () => {
  const rows: [string, object, object][] = [
    ['`eq` finds the same text', { field: 'title', op: 'eq', value: 'a' }, { title: { $eq: 'a' } }],
    [
      '`eq` takes a text that looks like a field as a text',
      { field: 'title', op: 'eq', value: '$price' },
      { title: { $eq: '$price' } },
    ],
    ['`ne` keeps records without a value', { field: 'title', op: 'ne', value: 'a' }, { title: { $not: { $eq: 'a' } } }],
    [
      '`in` finds one of several',
      { field: 'status', op: 'in', value: ['open', 'review'] },
      { status: { $in: ['open', 'review'] } },
    ],
    [
      '`nin` keeps records without a value',
      { field: 'status', op: 'nin', value: ['open', 'review'] },
      { status: { $not: { $in: ['open', 'review'] } } },
    ],
    [
      '`contains` takes every character as itself',
      { field: 'title', op: 'contains', value: 'a.b*[c]$|(d)' },
      { title: { $regex: 'a\\.b\\*\\[c\\]\\$\\|\\(d\\)', $options: 'i' } },
    ],
    [
      '`empty` finds what is no text, or an empty one',
      { field: 'title', op: 'empty' },
      { title: { $not: { $gt: '' } } },
    ],
    ['`nempty` finds texts that are not empty', { field: 'title', op: 'nempty' }, { title: { $gt: '' } }],
    [
      '`empty` finds what is no number',
      { field: 'estimate', op: 'empty' },
      { estimate: { $not: { $gte: -Infinity } } },
    ],
    [
      '`empty` finds what is no date',
      { field: 'dueOn', op: 'empty' },
      { dueOn: { $not: { $gte: new Date(-8.64e15) } } },
    ],
    [
      '`empty` finds what is neither yes nor no',
      { field: 'done', op: 'empty' },
      { done: { $not: { $in: [true, false] } } },
    ],
    [
      '`empty` finds what is no id',
      { field: 'project', op: 'empty' },
      { project: { $not: { $gte: { $oid: '0'.repeat(24) } } } },
    ],
    ['`gt` of a number', { field: 'estimate', op: 'gt', value: 5 }, { estimate: { $gt: 5 } }],
    ['`gte` of a number', { field: 'estimate', op: 'gte', value: 5 }, { estimate: { $gte: 5 } }],
    ['`lt` of a number', { field: 'estimate', op: 'lt', value: 5 }, { estimate: { $lt: 5 } }],
    ['`lte` of a number', { field: 'estimate', op: 'lte', value: 5 }, { estimate: { $lte: 5 } }],
    [
      '`between` takes both ends',
      { field: 'estimate', op: 'between', value: [1, 2] },
      { estimate: { $gte: 1, $lte: 2 } },
    ],
    ['`eq` of yes or no', { field: 'done', op: 'eq', value: false }, { done: { $eq: false } }],
    ['`ne` of yes or no', { field: 'done', op: 'ne', value: true }, { done: { $not: { $eq: true } } }],
    [
      '`in` of a relation',
      { field: 'project', op: 'in', value: [id, other] },
      { project: { $in: [{ $oid: id }, { $oid: other }] } },
    ],
    [
      '`has` of a relation alone asks for any',
      { field: 'project', op: 'has' },
      { project: { $gte: { $oid: '0'.repeat(24) } } },
    ],
    [
      '`hasNone` of a relation alone asks for none at all',
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
      '`hasNone` finds lists with none of the values, and no list',
      { field: 'labels', op: 'hasNone', value: ['bug'] },
      { labels: { $not: { $eq: 'bug' } } },
    ],
    ['a person is compared by id', { field: 'assignee', op: 'eq', value: 'p1' }, { assignee: { $eq: 'p1' } }],
  ];
  for (const [words, condition, match] of rows) {
    it(words, () => assert.deepEqual(matchOf(condition), match));
  }
});

describe('a condition on days', () => {
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
    it(`${op} ${JSON.stringify(value)} takes the days of the zone for an instant`, () => {
      assert.deepEqual(matchOf({ field: 'closedAt', op, value }), { closedAt: bounds });
    });
  }

  it('takes the same dates for a day field in every zone', () => {
    for (const timezone of ['UTC', 'America/New_York', 'Asia/Kathmandu']) {
      assert.deepEqual(matchOf({ field: 'dueOn', op: 'eq', value: '2026-03-08' }, timezone), {
        dueOn: { $gte: date('2026-03-08'), $lt: date('2026-03-09') },
      });
    }
  });
});

describe('a filter', () => {
  const first = { field: 'title', op: 'eq', value: 'a' };
  const second = { field: 'estimate', op: 'gt', value: 1 };
  const [title, estimate] = [{ title: { $eq: 'a' } }, { estimate: { $gt: 1 } }];

  const rows: [string, unknown, object][] = [
    ['of no conditions matches everything', { and: [] }, {}],
    ['of one condition is that condition', { and: [first] }, title],
    ['joins by `and`', { and: [first, second] }, { $and: [title, estimate] }],
    ['joins by `or`', { or: [first, second] }, { $or: [title, estimate] }],
    ['leaves out what does not restrict', { and: [{ and: [] }, first] }, title],
    ['turns a condition around', { not: first }, { title: { $not: { $eq: 'a' } } }],
    ['turns several around', { not: { and: [first, second] } }, { $nor: [{ $and: [title, estimate] }] }],
    ['turns everything around into nothing', { not: { and: [] } }, { $nor: [{}] }],
    [
      'nests',
      { and: [first, { or: [second, { not: first }] }] },
      { $and: [title, { $or: [estimate, { title: { $not: { $eq: 'a' } } }] }] },
    ],
  ];
  for (const [words, filter, match] of rows) {
    it(words, () => assert.deepEqual(matchOf(filter), match));
  }

  it('is no stage where everything matches', () => assert.deepEqual(matchStages({ all: [] }), []));
});
