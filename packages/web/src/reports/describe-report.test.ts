import assert from 'node:assert/strict';
import type { Unit } from '../chart/cycles.ts';
import { createFormats } from '../chart/formats.ts';
import { types } from '../chart/sample-answers.ts';
import { describeFilter, describeReport } from './describe-report.ts';
import { periodFormat } from './period-format.ts';

describe('report description', () => {
  it('is one sentence', () => {
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

  it('includes group conditions, order and limit', () => {
    assert.equal(
      describeReport(
        {
          type: 'ticket',
          chart: 'bars',
          groupBy: [
            { field: 'createdAt', unit: 'month' },
            { field: 'status', top: 3, other: true },
          ],
          having: [
            { measure: 'count', op: 'gte', value: 2 },
            { measure: 'count', op: 'between', value: [1, 9] },
          ],
          sort: [{ by: 'createdAt', dir: 'desc' }, { by: 'count' }],
          limit: 5,
        },
        types,
      ),
      'Number of Tickets by Created at (month), then by Status (the 3 largest), only groups whose value is at least 2 and is between 1 and 9, sorted by Created at (latest first), then Number of Tickets (smallest first), the first 5.',
    );
  });

  it('keeps an unknown operator or value, also the name of an inherited property', () => {
    const filter = { field: 'title', op: 'constructor', value: 'toString' } as never;
    assert.match(describeFilter(filter, { type: 'ticket', types, names: {} }), / constructor toString$/);
  });

  it('formats periods as charts do when given a locale', () => {
    const period = periodFormat(createFormats('en-GB', 'UTC'), 'Europe/Berlin');
    const words = (unit: Unit, at: string | number, own?: typeof period) =>
      describeFilter(
        { field: 'due', op: 'within', value: { unit, at } },
        {
          type: 'ticket',
          types,
          ...(own && { period: own }),
        },
      );
    assert.equal(words('quarter', '2023-01-01', period), 'due is within Q1 2023');
    assert.equal(words('dayOfWeek', 1, period), 'due is within Monday');
    assert.equal(words('hourOfDay', 0, period), 'due is within the hour 00:00');
    assert.equal(words('dayOfMonth', 31, period), 'due is within day of the month 31');
    assert.match(words('hour', '2026-10-25T02:00:00+01:00', period), /25 Oct 2026, 02:00 (CET|GMT\+1)$/);
    assert.equal(words('quarter', '2023-01-01'), 'due is within the quarter of 2023-01-01');
  });

  it('keeps a period that does not exist', () => {
    const period = periodFormat(createFormats('en-GB', 'UTC'));
    for (const [unit, at] of [
      ['month', 'zzz'],
      ['month', '2026-13-45'],
      ['year', ''],
      ['hour', 'zzz'],
      ['day', '+999999-01-01'],
      ['dayOfWeek', 'x'],
    ] as const) {
      const filter = { field: 'due', op: 'within', value: { unit, at } } as const;
      assert.equal(describeFilter(filter, { type: 'ticket', types, period }), `due is within ${at}`.trimEnd(), unit);
    }
  });

  it('names the first of many values', () => {
    const value = Array.from({ length: 23 }, (_, index) => `p${index}`);
    const words = describeFilter({ field: 'status', op: 'nin', value }, { type: 'ticket', types });
    assert.match(words, /^Status \D+ p0, p1, .*p18, p19 and 3 more$/);
  });
});
