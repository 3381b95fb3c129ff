import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import type { CollectionFacts } from '../read.ts';
import { normalizeQuestion } from '../../normalize/normalize-question.ts';
import { sampleContext } from '../../../test/sample-types.ts';
import { makePlan } from '../make-plan.ts';

const keys: CollectionFacts['indexes'][number]['key'][] = [
  { assignee: 1, estimate: 1, status: 1 },
  { estimate: 1, assignee: 1 },
  { assignee: 1, estimate: -1 },
  { title: 1 },
  { title: 'hashed', price: 1 },
  { labels: 1, estimate: 1 },
  { closedAt: 1, estimate: 1 },
];
const indexes = keys.map((key) => ({ name: Object.keys(key).join('_'), key }));
const facts: CollectionFacts = { collection: 'tickets', indexes, approximateCount: 300_000 };
const context = sampleContext({ facts: { ticket: facts } });
const hintOf = (question: Omit<Question, 'type'>) => {
  const { reads } = makePlan(normalizeQuestion({ type: 'ticket', ...question }, context), context);
  assert.equal(reads.length, 1);
  return reads[0]!.hint;
};

const byAssignee = [{ field: 'assignee' }];
const sum = { fn: 'sum', field: 'estimate' } as const;
const average = { fn: 'avg', field: 'estimate' } as const;

describe('sum by groups over all records', () => {
  it('is read from an index of the group and the summed field only', () => {
    assert.equal(hintOf({ groupBy: byAssignee, measures: [sum] }), 'assignee_estimate');
    assert.equal(hintOf({ groupBy: byAssignee, measures: [average, { fn: 'count' }] }), 'assignee_estimate');
  });

  const others: [string, Omit<Question, 'type'>][] = [
    ['without a sum', { groupBy: [{ field: 'title' }], measures: [{ fn: 'count', field: 'title' }] }],
    ['with a measure that no index covers', { groupBy: byAssignee, measures: [sum, { fn: 'max', field: 'price' }] }],
    ['without groups', { measures: [sum] }],
    ['by lists', { groupBy: [{ field: 'labels' }], measures: [sum] }],
    ['by periods', { groupBy: [{ field: 'closedAt', unit: 'month' }], measures: [sum] }],
    ['if the index is hashed', { groupBy: [{ field: 'title' }], measures: [{ fn: 'sum', field: 'price' }] }],
  ];
  for (const [words, question] of others) {
    it(`is read from the records ${words}`, () => assert.equal(hintOf(question), undefined));
  }

  it('is read by the filter if there is one', () => {
    const filter = { field: 'title', op: 'contains', value: 'x' } as const;
    assert.deepEqual(hintOf({ groupBy: byAssignee, measures: [sum], filter }), { $natural: 1 });
  });
});
