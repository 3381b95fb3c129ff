import assert from 'node:assert/strict';
import { dayAt, openZone } from '../dates/zone.ts';
import { localDate, localPeriod, daySpansOf, startOfSpan } from './local-time.ts';

const date = (text: string) => new Date(text);
const newYork = openZone('America/New_York');

describe('local time of an instant', () => {
  it('is the instant itself in UTC', () => assert.equal(localDate('$at', openZone('UTC')), '$at'));

  it('considers only the offsets within the bounds of the filter', () => {
    assert.deepEqual(localDate('$at', newYork, { gte: date('2026-01-01'), lte: date('2026-02-01') }), {
      $add: ['$at', -5 * 3_600_000],
    });
    assert.deepEqual(localDate('$at', newYork, { gte: date('2026-01-01'), lte: date('2026-06-01') }), {
      $add: ['$at', { $cond: [{ $gte: ['$at', date('2026-03-08T07:00Z')] }, -4 * 3_600_000, -5 * 3_600_000] }],
    });
  });

  it('is arbitrary if the bounds contradict each other', () => {
    const bounds = { gte: date('2026-06-01'), lte: date('1950-01-01') };
    assert.deepEqual(localDate('$at', newYork, bounds), { $add: ['$at', -4 * 3_600_000] });
  });

  it('finds one of hundreds of offsets by binary search', () => {
    const depth = (node: unknown): number => {
      const branches = (node as { $cond?: unknown[] }).$cond;
      return branches === undefined ? 0 : 1 + Math.max(depth(branches[1]), depth(branches[2]));
    };
    const { $add } = localDate('$at', newYork) as { $add: [unknown, unknown] };
    assert.ok(newYork.offsets.length > 300);
    assert.equal(depth($add[1]), 9);
  });
});

describe('period of a date', () => {
  const utc = { zone: openZone('UTC'), weekStart: 'sunday' as const };

  it('is computed by division with remainder for days and weeks', () => {
    const rest = (first: Date, lengthMs: number) => ({
      $subtract: ['$at', { $mod: [{ $subtract: ['$at', first] }, lengthMs] }],
    });
    const weekAgo = localPeriod('$at', { ...utc, unit: 'week' }) as {
      $subtract: [unknown, { $mod: [{ $subtract: [unknown, Date] }, number] }];
    };
    const first = weekAgo.$subtract[1].$mod[0].$subtract[1];
    assert.equal(first.getUTCDay(), 0);
    assert.ok(first < date('0000-01-01'));
    assert.deepEqual(weekAgo, rest(first, 7 * 86_400_000));
    assert.deepEqual(localPeriod('$at', { ...utc, unit: 'month' }), {
      $dateTrunc: { date: '$at', unit: 'month', timezone: 'UTC' },
    });
  });
});

describe('stretch of time in which no day begins', () => {
  const hour = 3_600_000;
  const rows: [string, string | undefined, number][] = [
    ['UTC', undefined, 0],
    ['America/New_York', undefined, hour],
    ['Asia/Kathmandu', '1920-01-01T18:15:00.000Z', hour / 4],
    ['Asia/Tokyo', undefined, hour],
    ['Australia/Lord_Howe', '1985-03-03T13:00:00.000Z', hour / 2],
  ];
  for (const [name, since, gapMs] of rows) {
    it(`splits a day at a gap of ${gapMs / hour} hours in ${name}`, () => {
      const found = daySpansOf(openZone(name))!;
      assert.equal(found.gapMs, gapMs);
      if (since !== undefined) assert.equal(new Date(found.since).toISOString(), since);
    });
  }

  it('does not exist for a zone that recently had a third offset', () => {
    assert.equal(daySpansOf(openZone('Pacific/Apia')), undefined);
  });

  it('is computed by division with remainder; earlier dates and other values stay unchanged', () => {
    const since = date('1970-01-01T04:00Z');
    const rest = { $mod: [{ $subtract: ['$at', since] }, 86_400_000] };
    assert.deepEqual(startOfSpan('$at', { since: since.getTime(), gapMs: 0 }), {
      $cond: [{ $gte: ['$at', since] }, { $subtract: ['$at', rest] }, '$at'],
    });
    const untilCut = { $cond: [{ $lt: ['$$rest', hour] }, '$$rest', { $subtract: ['$$rest', hour] }] };
    assert.deepEqual(startOfSpan('$at', { since: since.getTime(), gapMs: hour }), {
      $cond: [{ $gte: ['$at', since] }, { $subtract: ['$at', { $let: { vars: { rest }, in: untilCut } }] }, '$at'],
    });
  });

  for (const name of [
    'UTC',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'America/St_Johns',
    'America/Toronto',
    'Europe/London',
    'Africa/Monrovia',
    'Africa/Casablanca',
  ]) {
    it(`begins on the day of the instant in ${name}`, () => {
      const zone = openZone(name);
      const { since, gapMs } = daySpansOf(zone)!;
      const aroundChanges = zone.starts.flatMap((start) =>
        [-hour, -1, 0, 1, hour / 2, hour, 2 * hour].map((by) => start + by),
      );
      const everyMonth = Array.from({ length: 2_500 }, (_, month) => Date.UTC(1895, month, 1) + 31_234_567 * month);
      for (const at of [...aroundChanges, ...everyMonth].filter((one) => one >= since)) {
        const rest = (at - since) % 86_400_000;
        const start = at - (rest < gapMs ? rest : rest - gapMs);
        assert.equal(dayAt(zone, start), dayAt(zone, at), new Date(at).toISOString());
      }
    });
  }
});
