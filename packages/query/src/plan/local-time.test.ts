import assert from 'node:assert/strict';
import { openZone } from '../dates/zone.ts';
import { localDate, localPeriod, stretches, stretchOf } from './local-time.ts';

const date = (text: string) => new Date(text);
const newYork = openZone('America/New_York');

describe('the local time of an instant', () => {
  it('is the instant itself in UTC', () => assert.equal(localDate('$at', openZone('UTC')), '$at'));

  it('tells apart only the offsets between the bounds of the filter', () => {
    assert.deepEqual(localDate('$at', newYork, { gte: date('2026-01-01'), lte: date('2026-02-01') }), {
      $add: ['$at', -5 * 3_600_000],
    });
    assert.deepEqual(localDate('$at', newYork, { gte: date('2026-01-01'), lte: date('2026-06-01') }), {
      $add: ['$at', { $cond: [{ $gte: ['$at', date('2026-03-08T07:00Z')] }, -4 * 3_600_000, -5 * 3_600_000] }],
    });
  });

  it('is any where the bounds contradict each other', () => {
    const bounds = { gte: date('2026-06-01'), lte: date('1950-01-01') };
    assert.deepEqual(localDate('$at', newYork, bounds), { $add: ['$at', -4 * 3_600_000] });
  });

  it('takes halves of the offsets, so that few comparisons find one of hundreds', () => {
    const depth = (node: unknown): number => {
      const branches = (node as { $cond?: unknown[] }).$cond;
      return branches === undefined ? 0 : 1 + Math.max(depth(branches[1]), depth(branches[2]));
    };
    const { $add } = localDate('$at', newYork) as { $add: [unknown, unknown] };
    assert.ok(newYork.offsets.length > 300);
    assert.equal(depth($add[1]), 9);
  });
});

describe('the period of a date', () => {
  const utc = { zone: openZone('UTC'), weekStart: 'sunday' as const };

  it('is what is left without the rest of a division, for days and weeks', () => {
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

describe('a stretch of time that no period cuts', () => {
  const rows: [string, string | undefined, number][] = [
    ['UTC', undefined, 24],
    ['America/New_York', '1970-01-01T00:00:00.000Z', 1],
    ['Asia/Kathmandu', '1986-01-01T18:15:00.000Z', 24],
    ['Asia/Tokyo', '1951-09-08T15:00:00.000Z', 24],
    ['Australia/Lord_Howe', '1970-01-01T00:00:00.000Z', 0.5],
    ['Pacific/Chatham', '1970-01-01T00:00:00.000Z', 0.25],
    ['Africa/Monrovia', '1972-01-08T00:00:00.000Z', 24],
  ];
  for (const [name, since, hours] of rows) {
    it(`has ${hours} hours in ${name}`, () => {
      const found = stretches(openZone(name))!;
      assert.equal(found.lengthMs, hours * 3_600_000);
      if (since !== undefined) assert.equal(new Date(found.since).toISOString(), since);
    });
  }

  it('is computed by a comparison, two subtractions and a division; what came before, and what is no date, stays', () => {
    const since = date('1970-01-01');
    assert.deepEqual(stretchOf('$at', newYork), {
      $cond: [
        { $gte: ['$at', since] },
        { $subtract: ['$at', { $mod: [{ $subtract: ['$at', since] }, 3_600_000] }] },
        '$at',
      ],
    });
  });
});
