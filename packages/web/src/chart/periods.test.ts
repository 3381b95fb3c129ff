import assert from 'node:assert/strict';
import { fillPeriods, nextPeriod } from './periods.ts';

describe('the periods of a time line', () => {
  it('follow each other over the ends of months and years', () => {
    assert.equal(nextPeriod('2024-02-28', 'day'), '2024-02-29');
    assert.equal(nextPeriod('2025-12-29', 'week'), '2026-01-05');
    assert.equal(nextPeriod('2025-12-01', 'month'), '2026-01-01');
    assert.equal(nextPeriod('2025-10-01', 'quarter'), '2026-01-01');
    assert.equal(nextPeriod('0099-01-01', 'year'), '0100-01-01');
  });

  it('are all there between the first and the last, in order, and what has no date comes last', () => {
    assert.deepEqual(fillPeriods([null, '2026-04-01', '2025-10-01'], 'quarter', 'monday'), [
      '2025-10-01',
      '2026-01-01',
      '2026-04-01',
      null,
    ]);
    assert.deepEqual(fillPeriods([null], 'day', 'monday'), [null]);
    assert.deepEqual(fillPeriods([], 'day', 'monday'), []);
  });

  it('are those with records alone where there would be thousands', () => {
    assert.deepEqual(fillPeriods(['2026-01-01', '0001-01-01'], 'day', 'monday'), ['0001-01-01', '2026-01-01']);
  });

  it('lose none that is off the steps of the calendar', () => {
    assert.deepEqual(fillPeriods(['2026-01-05', '2026-01-07', '2026-01-19'], 'week', 'monday'), [
      '2026-01-05',
      '2026-01-07',
      '2026-01-19',
    ]);
  });

  it('are in the order of their cycle where they come again, and none is added', () => {
    assert.deepEqual(fillPeriods([10, null, 9, 2], 'hourOfDay', 'monday'), [2, 9, 10, null]);
    assert.deepEqual(fillPeriods([1, 6, 7], 'dayOfWeek', 'monday'), [1, 6, 7]);
    assert.deepEqual(fillPeriods([1, 6, 7], 'dayOfWeek', 'sunday'), [7, 1, 6]);
  });
});
