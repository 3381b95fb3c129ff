import assert from 'node:assert/strict';
import type { RecordType } from '@tallyhook/schemas';
import { nearQuestion } from './near-question.ts';

const ticket: RecordType = {
  name: 'ticket',
  label: 'Ticket',
  plural: 'Tickets',
  app: 'work',
  offered: true,
  labelField: 'title',
  fields: [
    { name: 'title', label: 'Title', kind: 'text' },
    { name: 'estimate', label: 'Estimate', kind: 'number' },
    { name: 'per_month', label: 'Per month', kind: 'number' },
  ],
};

describe('nearly valid question', () => {
  for (const [what, given, expected] of [
    ['accepts the label of a type', { type: 'Tickets' }, { type: 'ticket' }],
    ['accepts a function as a measure', { measures: 'count' }, { measures: [{ fn: 'count' }] }],
    [
      'accepts a measure written as a call or as its column',
      { type: 'ticket', measures: ['sum(estimate)', 'avg:estimate', 'max_estimate', 'average(estimate)'] },
      {
        type: 'ticket',
        measures: [
          { fn: 'sum', field: 'estimate' },
          { fn: 'avg', field: 'estimate' },
          { fn: 'max', field: 'estimate' },
          { fn: 'avg', field: 'estimate' },
        ],
      },
    ],
    [
      'accepts a field name as a group, also with a period',
      { type: 'ticket', groupBy: ['title', 'createdAt:month'] },
      { type: 'ticket', groupBy: [{ field: 'title' }, { field: 'createdAt', unit: 'month' }] },
    ],
    [
      'prefers a field whose name ends like a period',
      { type: 'ticket', group_by: 'per_month' },
      { type: 'ticket', groupBy: [{ field: 'per_month' }] },
    ],
    ['accepts a minus to sort descending', { sort: '-total' }, { sort: [{ by: 'total', dir: 'desc' }] }],
    [
      'accepts a direction after the name',
      { order_by: ['total DESC', '+a'] },
      {
        sort: [
          { by: 'total', dir: 'desc' },
          { by: 'a', dir: 'asc' },
        ],
      },
    ],
    [
      'joins a list of conditions with "and", and accepts signs as operators',
      {
        filter: [
          { field: 'estimate', op: '>=', value: 3 },
          { field: 'title', operator: 'is_empty' },
        ],
      },
      {
        filter: {
          and: [
            { field: 'estimate', op: 'gte', value: 3 },
            { field: 'title', op: 'empty' },
          ],
        },
      },
    ],
    [
      'accepts a range with underscores',
      { filter: { or: [{ not: { field: 'createdAt', op: 'within', value: 'last_30_days' } }] } },
      { filter: { or: [{ not: { field: 'createdAt', op: 'within', value: 'last 30 days' } }] } },
    ],
    ['treats null as not given', { type: 'ticket', filter: null }, { type: 'ticket' }],
  ] as const) {
    it(what, () => assert.deepEqual(nearQuestion(given, [ticket]), expected));
  }

  it('keeps unknown parts for the question check to report', () => {
    for (const given of [
      7,
      null,
      'ticket',
      [],
      { type: 'tocket', measures: [{ fn: 'median' }], groupBy: [7], sort: [7], filter: 7, x: 1 },
    ]) {
      assert.deepEqual(nearQuestion(given, [ticket]), given);
    }
    const twice = { group_by: ['title'], groupBy: [{ field: 'title' }] };
    assert.deepEqual(nearQuestion(twice, [ticket]), { ...twice });
  });
});
