import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import type { CollectionFacts, ReadDocument, ReadResults } from '../read.ts';
import { normalizeQuestion } from '../../normalize/normalize-question.ts';
import { sampleContext } from '../../../test/sample-types.ts';
import { makeNextPlan, makePlan } from '../make-plan.ts';
import type { Plan } from '../plan.ts';

const keys: CollectionFacts['indexes'][number]['key'][] = [
  { _id: 1 },
  { status: 1, closedAt: 1 },
  { assignee: 1, project: 1 },
  { title: 1 },
  { labels: 1 },
  { price: 1, status: 1 },
  { createdBy: 'hashed' },
];
const indexes = keys.map((key) => ({ name: `${Object.keys(key).join('_')}_`, key }));
const sample: ReadDocument[] = Array.from({ length: 100 }, (_, index) => ({
  status: index < 70 ? 'closed' : index < 90 ? 'open' : null,
  closedAt: new Date(Date.UTC(2026, index % 3, 10)),
  assignee: `p${index % 20}`,
  project: 'a'.repeat(24),
  title: `title ${index}`,
  labels: ['bug'],
  price: index,
  createdBy: 'p1',
}));
const facts: CollectionFacts = { collection: 'tickets', indexes, approximateCount: 300_000, sample };

const contextOf = (more: Partial<CollectionFacts> = {}) => sampleContext({ facts: { ticket: { ...facts, ...more } } });
const planOf = (question: Omit<Question, 'type'>, more?: Partial<CollectionFacts>): Plan => {
  const context = contextOf(more);
  return makePlan(normalizeQuestion({ type: 'ticket', ...question }, context), context);
};
const groups = (...rows: ReadDocument[]) => ({ kind: 'aggregate' as const, rows });
const nextOf = (plan: Plan, results: ReadResults) => makeNextPlan(plan, results, contextOf())!;
const hintsOf = ({ reads }: Plan) => reads.map(({ hint }) => hint);
const status = { field: 'status' };
const month = { field: 'closedAt', unit: 'month' } as const;

describe('question that one index answers', () => {
  const values = { id: 'values', kind: 'aggregate', collection: 'tickets' };
  const look = { ...values, pipeline: [{ $group: { _id: '$status' } }, { $limit: 401 }] };
  const count = { kind: 'count', collection: 'tickets', hint: 'status_closedAt_', follows: true };
  const open = { ...count, id: 'cell["open"]', match: { status: { $eq: 'open' } } };
  const none = { ...count, id: 'cell[null]', match: { status: { $not: { $gt: '' } } } };
  const all = { id: 'overall', kind: 'count', collection: 'tickets', match: {}, follows: true };

  it('finds the values and immediately counts those of the sample, except the commonest', () => {
    const { maker, reads } = planOf({ groupBy: [status] });
    assert.equal(maker, 'looking');
    assert.deepEqual(reads, [look, open, none, all]);
  });

  it('prefers known values to those of the sample', () => {
    const { reads } = planOf({ groupBy: [status] }, { values: { status: ['closed', 'open'], title: ['a'] } });
    assert.deepEqual(reads, [look, open, all]);
  });

  it('then counts the remaining values; the commonest group is the rest', () => {
    const found = { values: groups({ _id: null }, { _id: '' }, { _id: 'closed' }, { _id: 'odd' }) };
    const zero = { kind: 'count', count: 0 } as const;
    const { maker, reads, cells } = nextOf(planOf({ groupBy: [status] }), {
      ...found,
      'cell["open"]': zero,
      'cell[null]': zero,
      overall: zero,
    });
    assert.equal(maker, 'indexed');
    assert.deepEqual(reads, [{ ...count, id: 'cell["odd"]', match: { status: { $eq: 'odd' } } }]);
    assert.deepEqual(cells, [
      { keys: [null], read: 'cell[null]' },
      { keys: ['closed'] },
      { keys: ['odd'], read: 'cell["odd"]' },
    ]);
  });

  it('counts every group if there is a filter', () => {
    const filter = { field: 'closedAt', op: 'gte' as const, value: '2026-03-01' };
    const plan = planOf({ groupBy: [status], filter });
    const { reads } = nextOf(plan, { values: groups({ _id: 'closed' }) });
    const match = { $and: [{ closedAt: { $gte: new Date('2026-03-01') } }, { status: { $eq: 'closed' } }] };
    assert.deepEqual(reads, [{ ...count, id: 'cell["closed"]', match }]);
  });

  it('counts the local periods from the first to the last date of each value', () => {
    const plan = planOf({ groupBy: [month, status], timezone: 'America/New_York' });
    const looks = plan.reads.filter(({ follows }) => !follows).map(({ id }) => id);
    assert.deepEqual(looks, ['values', 'first', 'last', 'span']);
    const guessed = plan.reads.filter(({ follows }) => follows);
    assert.equal(guessed.length, 3 * 4, 'three values with three months and none');
    const { reads, cells } = nextOf(plan, {
      values: groups({ _id: 'open' }),
      first: groups({ _id: 'open', date: new Date('2026-03-01T04:59Z') }),
      last: groups({ _id: 'open', date: new Date('2026-03-01T05:00Z') }),
      span: groups(),
    });
    assert.deepEqual(
      cells?.map(({ keys }) => keys),
      [
        [null, 'open'],
        ['2026-02-01', 'open'],
        ['2026-03-01', 'open'],
      ],
    );
    const [, february] = reads;
    assert.deepEqual(february?.kind === 'count' && february.match, {
      $and: [
        { status: { $eq: 'open' } },
        { closedAt: { $gte: new Date('2026-02-01T05:00Z'), $lt: new Date('2026-03-01T05:00Z') } },
      ],
    });
  });

  it('reads the distinct values of each group', () => {
    const measures: Question['measures'] = [{ fn: 'distinct', field: 'project' }];
    const plan = planOf({ groupBy: [{ field: 'assignee' }], measures });
    const { reads } = nextOf(plan, { values: groups({ _id: 'p1' }, { _id: null }) });
    const project = { project: { $gte: { $oid: '0'.repeat(24) } } };
    assert.deepEqual(
      reads.map((read) => [read.kind, 'field' in read && read.field, 'match' in read && read.match]),
      [
        ['distinct', 'project', { $and: [{ assignee: { $eq: 'p1' } }, project] }],
        ['distinct', 'project', { $and: [{ assignee: { $not: { $gt: '' } } }, project] }],
      ],
    );
  });

  it('falls back to a scan if there are too many groups', () => {
    const many = Array.from({ length: 301 }, (_, index) => ({ _id: `value ${index}` }));
    assert.equal(nextOf(planOf({ groupBy: [status] }), { values: groups(...many) }).maker, 'folded');
    const span = { first: new Date('1900-01-01'), last: new Date('2099-01-01') };
    const found = { first: groups({ _id: null, date: span.first }), last: groups({ _id: null, date: span.last }) };
    const filter = { field: 'status', op: 'eq' as const, value: 'open' };
    assert.equal(nextOf(planOf({ groupBy: [month], filter }), found).maker, 'folded');
  });

  it('falls back to a scan if the lookup failed', () => {
    assert.equal(nextOf(planOf({ groupBy: [status] }), {}).maker, 'folded');
  });

  it('falls back to a scan if an index was removed', () => {
    const plan = nextOf(planOf({ groupBy: [status] }), { values: groups({ _id: 'open' }, { _id: 'closed' }) });
    assert.equal(nextOf(plan, {}).maker, 'folded');
  });
});

describe('immediate scan', () => {
  const rows: [string, Omit<Question, 'type'>, Partial<CollectionFacts>?][] = [
    ['for few records', { groupBy: [status] }, { approximateCount: 10_000 }],
    ['without known values', { groupBy: [status] }, { sample: undefined }],
    ['without an index of the group', { groupBy: [{ field: 'done' }] }],
    ['for an index that does not begin with the group', { groupBy: [month] }],
    ['for an index without an order', { groupBy: [{ field: 'createdBy' }] }],
    ['for a group of many values', { groupBy: [{ field: 'labels' }] }],
    ['for a group of numbers', { groupBy: [{ field: 'price' }] }],
    ['for a field with nearly unique values', { groupBy: [{ field: 'title' }] }],
    ['for other measures', { groupBy: [status], measures: [{ fn: 'sum', field: 'price' }] }],
    ['for a filter on another field', { groupBy: [status], filter: { field: 'done', op: 'eq', value: true } }],
    ['for a negated condition', { groupBy: [status], filter: { field: 'status', op: 'ne', value: 'open' } }],
  ];
  for (const [words, question, more] of rows) {
    it(words, () => assert.equal(planOf(question, more).maker, 'folded'));
  }
});

describe('scan', () => {
  const natural = { $natural: 1 };
  const by = [{ field: 'done' }];
  const rows: [string, Question['filter'], unknown][] = [
    ['uses no index for `contains`', { field: 'title', op: 'contains', value: 'a' }, natural],
    ['uses no index for `is not`', { field: 'title', op: 'ne', value: 'title 7' }, natural],
    ['uses no index for `has no value`', { field: 'status', op: 'empty' }, natural],
    ['uses no index for `has a value`', { field: 'status', op: 'nempty' }, natural],
    ['uses no index for a filter that keeps most records', { field: 'status', op: 'eq', value: 'closed' }, natural],
    ['may use an index for a filter that keeps few records', { field: 'title', op: 'eq', value: 'title 7' }, undefined],
    [
      'may use an index if one of the conditions keeps few records',
      {
        and: [
          { field: 'title', op: 'eq', value: 'title 7' },
          { field: 'title', op: 'contains', value: 'a' },
        ],
      },
      undefined,
    ],
    [
      'uses no index if only some of the conditions must hold',
      {
        or: [
          { field: 'title', op: 'eq', value: 'title 7' },
          { field: 'title', op: 'contains', value: 'a' },
        ],
      },
      natural,
    ],
    ['more often uses an index that covers the whole question', { field: 'price', op: 'gte', value: 60 }, undefined],
  ];
  for (const [words, filter, hint] of rows) {
    const groupBy = words.includes('covers the whole question') ? [status, { field: 'price' }] : by;
    it(words, () => assert.deepEqual(hintsOf(planOf({ groupBy, filter })), [hint]));
  }

  it('needs no hint without a filter or without an index', () => {
    assert.deepEqual(hintsOf(planOf({ groupBy: by })), [undefined]);
    const filter = { field: 'title', op: 'contains' as const, value: 'a' };
    assert.deepEqual(hintsOf(planOf({ groupBy: by, filter }, { indexes: indexes.slice(0, 1) })), [undefined]);
  });
});
