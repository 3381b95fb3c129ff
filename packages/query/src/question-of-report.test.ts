import assert from 'node:assert/strict';
import { questionOfReport } from '@tallyhook/query';
import type { QuestionGroup, Report } from '@tallyhook/schemas';
import { sampleContext } from '../test/sample-types.ts';

const { types } = sampleContext();
const groupsOf = (chart: Report['chart'], ...groupBy: QuestionGroup[]) =>
  questionOfReport({ type: 'ticket', chart, groupBy }, types).groupBy;

describe('question of a report', () => {
  it('is the report without its chart', () => {
    const report: Report = { type: 'ticket', chart: 'number', measures: [{ fn: 'sum', field: 'price' }], limit: 3 };
    assert.deepEqual(questionOfReport({ ...report, $schema: 'report' }, types), {
      type: 'ticket',
      measures: [{ fn: 'sum', field: 'price' }],
      limit: 3,
    });
  });

  it('includes periods without records if a line or bars show time', () => {
    const month: QuestionGroup = { field: 'closedAt', unit: 'month' };
    for (const chart of ['line', 'bars'] as const) {
      assert.deepEqual(groupsOf(chart, month), [{ ...month, fill: true }]);
      assert.deepEqual(groupsOf(chart, { field: 'project.startsOn' }, { field: 'status' }), [
        { field: 'project.startsOn', fill: true },
        { field: 'status' },
      ]);
    }
    for (const chart of ['pie', 'table'] as const) assert.deepEqual(groupsOf(chart, month), [month]);
  });

  it('leaves them out if the report says so or keeps only the top periods', () => {
    const few: QuestionGroup[] = [
      { field: 'closedAt', fill: false },
      { field: 'dueOn', top: 3 },
    ];
    assert.deepEqual(groupsOf('bars', ...few), few);
  });

  it('leaves them out if the first groups in another order are requested', () => {
    const month: QuestionGroup = { field: 'closedAt', unit: 'month', as: 'month' };
    const asked = (by: string, limit?: number) =>
      questionOfReport(
        { type: 'ticket', chart: 'bars', groupBy: [month], sort: [{ by }], ...(limit && { limit }) },
        types,
      ).groupBy;
    assert.deepEqual(asked('count', 5), [month]);
    assert.deepEqual(asked('count'), [{ ...month, fill: true }]);
    assert.deepEqual(asked('month', 5), [{ ...month, fill: true }]);
  });

  it('keeps mistakes for the question check to report', () => {
    for (const groupBy of [[null], 'closedAt', [{ field: 'statsu' }], [{ field: 7 }]]) {
      const report = { type: 'ticket', chart: 'line', groupBy } as unknown as Report;
      assert.deepEqual(questionOfReport(report, types), { type: 'ticket', groupBy });
    }
    const report = { type: 'tickett', chart: 'line', groupBy: [{ field: 'closedAt' }] } as const;
    assert.deepEqual(questionOfReport({ ...report, groupBy: [...report.groupBy] }, types), {
      type: 'tickett',
      groupBy: [{ field: 'closedAt' }],
    });
  });
});
