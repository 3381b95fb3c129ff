import assert from 'node:assert/strict';
import { dayMs, formatDay, parseDay } from '../dates/days.ts';
import { openZone, startOfDay } from '../dates/zone.ts';
import { rangeBefore } from './range-before.ts';

const zone = openZone('Europe/Berlin');
const now = Date.parse('2026-11-28T14:30:00Z');

/** The range before one of a day field, as text with both days included. */
function ofDays(from: string, to: string, words = '') {
  const range = { from: parseDay(from)! * dayMs, before: (parseDay(to)! + 1) * dayMs };
  const { compared, isPart } = rangeBefore(range, words, { zone, isOfDays: true, now, weekStart: 'monday' });
  const day = (instant: number) => formatDay(Math.floor(instant / dayMs));
  return `${day(compared.from)} to ${day(compared.before - 1)}${isPart ? ', in part' : ''}`;
}

/** The same for an instant field, as instants. */
function ofInstants(from: number, before: number, words = '') {
  const { compared } = rangeBefore({ from, before }, words, { zone, isOfDays: false, now, weekStart: 'monday' });
  return [compared.from, compared.before].map((instant) => new Date(instant).toISOString());
}

const startOf = (day: string) => startOfDay(zone, parseDay(day)!);

describe('the range before', () => {
  it('has as many days, right before', () => {
    assert.equal(ofDays('2026-11-01', '2026-11-07'), '2026-10-25 to 2026-10-31');
    assert.equal(ofDays('2026-10-29', '2026-11-27', 'last 30 days'), '2026-09-29 to 2026-10-28');
  });

  it('of whole months has as many months, whatever their length', () => {
    assert.equal(ofDays('2026-03-01', '2026-03-31'), '2026-02-01 to 2026-02-28');
    assert.equal(ofDays('2026-07-01', '2026-09-30', 'last quarter'), '2026-04-01 to 2026-06-30');
    assert.equal(ofDays('2025-01-01', '2025-12-31', 'last year'), '2024-01-01 to 2024-12-31');
  });

  it('of a period that is not over ends at the same place', () => {
    assert.equal(ofDays('2026-11-01', '2026-11-30', 'this month'), '2026-10-01 to 2026-10-28, in part');
    assert.equal(ofDays('2026-01-01', '2026-12-31', 'this year'), '2025-01-01 to 2025-11-28, in part');
    assert.equal(ofDays('2026-11-23', '2026-11-29', 'this week'), '2026-11-16 to 2026-11-21, in part');
  });

  it('of a period to date is moved by that period', () => {
    assert.equal(ofDays('2026-11-01', '2026-11-28', 'month to date'), '2026-10-01 to 2026-10-28');
    assert.equal(ofDays('2026-01-01', '2026-11-28', 'year to date'), '2025-01-01 to 2025-11-28');
  });

  it('of instants keeps the time of day, over a change of the clock too', () => {
    assert.deepEqual(ofInstants(startOf('2026-11-01'), startOf('2026-12-01'), 'this month'), [
      '2026-09-30T22:00:00.000Z',
      '2026-10-28T14:30:00.000Z',
    ]);
    const fromMonth = ofInstants(startOf('2026-11-01'), now, 'month to date');
    assert.deepEqual(fromMonth, ['2026-09-30T22:00:00.000Z', '2026-10-28T14:30:00.000Z']);
  });

  it('of hours has as many hours', () => {
    const hourMs = 3_600_000;
    assert.deepEqual(ofInstants(now - 2 * hourMs, now), ['2026-11-28T10:30:00.000Z', '2026-11-28T12:30:00.000Z']);
  });
});
