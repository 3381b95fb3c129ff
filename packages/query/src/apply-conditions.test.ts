import assert from 'node:assert/strict';
import type { DashboardCondition, Report } from '@tallyhook/schemas';
import { sampleContext } from '../test/sample-types.ts';
import { applyConditions } from './apply-conditions.ts';

const context = sampleContext();
const report: Report = { type: 'ticket', chart: 'number' };
const open: DashboardCondition = { field: 'status', kind: 'choice', op: 'in', value: ['open'] };
const recent: DashboardCondition = { field: 'createdAt', kind: 'instant', op: 'within', value: 'last 30 days' };
const apply = (given: Report, ...conditions: DashboardCondition[]) => applyConditions(given, conditions, context);

describe('conditions of a dashboard', () => {
  it('are added to the filter of a report', () => {
    const { filter } = apply(report, open, recent).report;
    assert.deepEqual(filter, {
      and: [
        { field: 'status', op: 'in', value: ['open'] },
        { field: 'createdAt', op: 'within', value: 'last 30 days' },
      ],
    });
    const either = { or: [{ field: 'price', op: 'gt', value: 1 } as const] };
    assert.deepEqual(apply({ ...report, filter: either }, open).report.filter, {
      and: [either, { field: 'status', op: 'in', value: ['open'] }],
    });
    assert.deepEqual(apply(report).report, report);
  });

  it('do not apply to records without such a field, or with another kind of field', () => {
    const wrong: DashboardCondition[] = [
      { field: 'colour', kind: 'text', op: 'eq', value: 'red' },
      { field: 'status', kind: 'text', op: 'eq', value: 'open' },
      { field: 'project', kind: 'relation', target: 'note', op: 'nempty' },
      { field: 'status', kind: 'choice', op: 'in', value: ['unheard of'] },
    ];
    const { report: filtered, unfiltered } = apply(report, ...wrong, recent);
    assert.deepEqual(filtered.filter, { and: [{ field: 'createdAt', op: 'within', value: 'last 30 days' }] });
    assert.deepEqual(
      unfiltered.map(({ field }) => field),
      ['colour', 'status', 'project', 'status'],
    );
  });

  it('on a day fit an instant, unless they need hours', () => {
    assert.deepEqual(apply(report, { ...recent, kind: 'day' }).unfiltered, []);
    const hours: DashboardCondition = { field: 'dueOn', kind: 'instant', op: 'within', value: 'last 3 hours' };
    assert.equal(apply(report, hours).unfiltered.length, 1);
  });
});
