import assert from 'node:assert/strict';
import { types } from '../chart/sample-answers.ts';
import { describeReport } from './describe-report.ts';

describe('what a report asks', () => {
  it('is said in one sentence', () => {
    assert.equal(describeReport({ type: 'ticket', chart: 'number' }, types), 'Number of Tickets.');
    assert.equal(
      describeReport(
        {
          type: 'ticket',
          chart: 'bars',
          filter: {
            and: [{ field: 'status', op: 'ne', value: 'in_progress' }, { not: { field: 'due', op: 'empty' } }],
          },
          groupBy: [{ field: 'createdAt', unit: 'month' }, { field: 'status' }],
          measures: [{ fn: 'sum', field: 'estimate' }],
        },
        types,
      ),
      'Sum of estimate of Tickets by Created at (month), then by Status where Status is not In progress and not (due has no value).',
    );
  });
});
