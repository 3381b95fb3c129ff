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

describe('a question that is nearly one', () => {
  for (const [what, given, expected] of [
    ['the label of a type stands for the type', { type: 'Tickets' }, { type: 'ticket' }],
    ['a measure may be its function alone', { measures: 'count' }, { measures: [{ fn: 'count' }] }],
    [
      'a measure may be written as a call or as its column',
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
      'a group may be a name, also with its period',
      { type: 'ticket', groupBy: ['title', 'createdAt:month'] },
      { type: 'ticket', groupBy: [{ field: 'title' }, { field: 'createdAt', unit: 'month' }] },
    ],
    [
      'a field whose name ends as a period does is a field',
      { type: 'ticket', group_by: 'per_month' },
      { type: 'ticket', groupBy: [{ field: 'per_month' }] },
    ],
    ['a minus sorts from the largest', { sort: '-total' }, { sort: [{ by: 'total', dir: 'desc' }] }],
    [
      'a direction may follow',
      { order_by: ['total DESC', '+a'] },
      {
        sort: [
          { by: 'total', dir: 'desc' },
          { by: 'a', dir: 'asc' },
        ],
      },
    ],
    [
      'a list of conditions is joined by and, and signs are operators',
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
      'a range may be written with underscores',
      { filter: { or: [{ not: { field: 'createdAt', op: 'within', value: 'last_30_days' } }] } },
      { filter: { or: [{ not: { field: 'createdAt', op: 'within', value: 'last 30 days' } }] } },
    ],
    ['null stands for nothing given', { type: 'ticket', filter: null }, { type: 'ticket' }],
  ] as const) {
    it(what, () => assert.deepEqual(nearQuestion(given, [ticket]), expected));
  }

  it('keeps what it does not know, for the check of questions to name', () => {
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
