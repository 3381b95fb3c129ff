import assert from 'node:assert/strict';
import type { ScheduleTrigger } from '@tallyhook/schemas';
import { findScheduleMistake, nextTime } from './schedule-times.ts';

const berlin = 'Europe/Berlin';

function timesAfter(trigger: Omit<ScheduleTrigger, 'kind'>, from: string, count: number, zone = berlin): string[] {
  const times: string[] = [];
  for (let at = new Date(from); times.length < count; times.push(at.toISOString()))
    at = nextTime({ kind: 'schedule', ...trigger }, zone, at)!;
  return times.map((time) => time.replace(':00.000Z', 'Z'));
}

describe('Times of a schedule', () => {
  it('follow the clock of the workspace over the change to summer time and back', () => {
    assert.deepEqual(timesAfter({ at: '08:00' }, '2026-03-28T00:00:00Z', 2), [
      '2026-03-28T07:00Z',
      '2026-03-29T06:00Z',
    ]);
    assert.deepEqual(timesAfter({ at: '08:00' }, '2026-10-24T00:00:00Z', 2), [
      '2026-10-24T06:00Z',
      '2026-10-25T07:00Z',
    ]);
  });

  it('come once on a day whose time is skipped, and once on a day that has it twice', () => {
    const [before, skipped, after] = timesAfter({ at: '02:30' }, '2026-03-28T00:00:00Z', 3);
    assert.deepEqual([before, skipped, after], ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z']);
    assert.deepEqual(timesAfter({ at: '02:30' }, '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  it('can be on some days of the week, in another zone, or a cron', () => {
    const days = ['monday', 'friday'] as const;
    assert.deepEqual(timesAfter({ at: '08:00', days: [...days] }, '2026-11-27T08:00:00Z', 2), [
      '2026-11-30T07:00Z',
      '2026-12-04T07:00Z',
    ]);
    assert.deepEqual(timesAfter({ at: '08:00', timezone: 'Asia/Kathmandu' }, '2026-11-27T00:00:00Z', 1), [
      '2026-11-27T02:15Z',
    ]);
    assert.deepEqual(timesAfter({ cron: '*/20 8 * * 1-5' }, '2026-11-27T07:30:00Z', 3, 'UTC'), [
      '2026-11-27T08:00Z',
      '2026-11-27T08:20Z',
      '2026-11-27T08:40Z',
    ]);
  });

  it('are checked: wrong patterns, patterns that never match, unknown zones', () => {
    assert.equal(findScheduleMistake({ cron: '0 8 * * 1-5', timezone: berlin }), undefined);
    assert.match(
      findScheduleMistake({ cron: '61 * * * *' })!.detail,
      /"61 \* \* \* \*" is not minute, hour.*: Invalid value for minute/,
    );
    assert.match(findScheduleMistake({ cron: '0 8 31 2 *' })!.detail, /has no next time/);
    assert.deepEqual(findScheduleMistake({ timezone: 'Europe/Nowhere' })!.key, 'timezone');
  });
});
