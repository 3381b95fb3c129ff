import assert from 'node:assert/strict';
import type { Unit, WeekStart } from './cycles.ts';
import { otherKey, type Key } from './group-keys.ts';
import { fillPeriods, findGaps, nextPeriod } from './periods.ts';

describe('periods of a time line', () => {
  it('follow each other across months and years', () => {
    assert.equal(nextPeriod('2024-02-28', 'day'), '2024-02-29');
    assert.equal(nextPeriod('2025-12-29', 'week'), '2026-01-05');
    assert.equal(nextPeriod('2025-12-01', 'month'), '2026-01-01');
    assert.equal(nextPeriod('2025-10-01', 'quarter'), '2026-01-01');
    assert.equal(nextPeriod('0099-01-01', 'year'), '0100-01-01');
  });

  it('fill the gaps between first and last, in order, with “no date” last', () => {
    assert.deepEqual(fillPeriods([null, '2026-04-01', '2025-10-01'], 'quarter', 'monday'), [
      '2025-10-01',
      '2026-01-01',
      '2026-04-01',
      null,
    ]);
    assert.deepEqual(fillPeriods([null], 'day', 'monday'), [null]);
    assert.deepEqual(fillPeriods([], 'day', 'monday'), []);
  });

  it('have a gap where one does not follow the previous one, in every unit', () => {
    const gaps = (unit: Unit, keys: Key[], weekStart: WeekStart = 'monday') => [...findGaps(keys, { unit, weekStart })];
    assert.deepEqual(gaps('day', ['2024-02-28', '2024-02-29', '2024-03-02', otherKey, null]), [2]);
    assert.deepEqual(gaps('year', ['0099-01-01', '0100-01-01', '1999-01-01', '2000-01-01']), [2]);
    const hours = ['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00', '2026-11-01T03:00:00-05:00'];
    assert.deepEqual(gaps('hour', hours), [2]);
    const halves = ['2026-04-05T01:00:00+11:00', '2026-04-05T01:00:00+10:30', '2026-04-05T02:00:00+10:30'];
    assert.deepEqual(gaps('hour', halves), []);
    assert.deepEqual(gaps('hourOfDay', [9, 10, 14, null]), [2]);
    assert.deepEqual(gaps('dayOfWeek', [7, 1, 3], 'sunday'), [2]);
  });

  it('put “all others” and “no date” last, in every unit', () => {
    assert.deepEqual(fillPeriods([null, otherKey, '2026-03-01', '2026-01-01'], 'month', 'monday'), [
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
      otherKey,
      null,
    ]);
    assert.deepEqual(fillPeriods([otherKey, null, 3, 1], 'dayOfWeek', 'monday'), [1, 3, otherKey, null]);
    assert.deepEqual(fillPeriods([otherKey], 'year', 'monday'), [otherKey]);
  });

  it('sort hours as moments, also when the clock goes back', () => {
    const [first, second] = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'] as const;
    const keys = [null, second, otherKey, '2026-10-25T03:00:00+01:00', first];
    assert.deepEqual(fillPeriods(keys, 'hour', 'monday'), [first, second, keys[3], otherKey, null]);
  });

  it('are not filled if there would be thousands', () => {
    assert.deepEqual(fillPeriods(['2026-01-01', '0001-01-01'], 'day', 'monday'), ['0001-01-01', '2026-01-01']);
  });

  it('keep every key that does not match the calendar', () => {
    assert.deepEqual(fillPeriods(['2026-01-05', '2026-01-07', '2026-01-19'], 'week', 'monday'), [
      '2026-01-05',
      '2026-01-07',
      '2026-01-19',
    ]);
  });

  it('sort recurring periods by their cycle and add none', () => {
    assert.deepEqual(fillPeriods([10, null, 9, 2], 'hourOfDay', 'monday'), [2, 9, 10, null]);
    assert.deepEqual(fillPeriods([1, 6, 7], 'dayOfWeek', 'monday'), [1, 6, 7]);
    assert.deepEqual(fillPeriods([1, 6, 7], 'dayOfWeek', 'sunday'), [7, 1, 6]);
  });
});
