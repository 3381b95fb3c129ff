import assert from 'node:assert/strict';
import { formatDay } from './days.ts';
import { hasWrongCount, isMoment, parsePoint, parseRange, type Edge } from './range-value.ts';
import { openZone } from './zone.ts';

/** Monday afternoon in UTC, and morning in New York, the day after its clocks went forward. */
const now = Date.parse('2026-03-09T12:34:56Z');

function shown(edge: Edge | undefined): string {
  if (edge === undefined) return '';
  return 'day' in edge ? formatDay(edge.day) : new Date(edge.instant).toISOString().replace('.000Z', 'Z');
}

function range(text: string, { zone = 'UTC', isOfInstants = true, weekStart = 'monday' as const, at = now } = {}) {
  const found = parseRange(text, { now: at, zone: openZone(zone), weekStart, isOfInstants });
  return found && `${shown(found.from)} ${shown(found.before)}`;
}

describe('range in words', () => {
  const rows: [string, string][] = [
    ['today', '2026-03-09 2026-03-10'],
    ['yesterday', '2026-03-08 2026-03-09'],
    ['tomorrow', '2026-03-10 2026-03-11'],
    ['this week', '2026-03-09 2026-03-16'],
    ['last month', '2026-02-01 2026-03-01'],
    ['Last  Month', '2026-02-01 2026-03-01'],
    ['next quarter', '2026-04-01 2026-07-01'],
    ['this year', '2026-01-01 2027-01-01'],
    ['last 7 days', '2026-03-02 2026-03-09'],
    ['last_30_days', '2026-02-07 2026-03-09'],
    ['last 1 day', '2026-03-08 2026-03-09'],
    ['next 3 months', '2026-04-01 2026-07-01'],
    ['last 3 months including current', '2026-01-01 2026-04-01'],
    ['next 2 weeks including current', '2026-03-09 2026-03-23'],
    ['this hour', '2026-03-09T12:00:00Z 2026-03-09T13:00:00Z'],
    ['last 90 minutes', '2026-03-09T11:04:00Z 2026-03-09T12:34:00Z'],
    ['month to date', '2026-03-01 2026-03-09T12:34:56Z'],
    ['hour to date', '2026-03-09T12:00:00Z 2026-03-09T12:34:56Z'],
  ];
  for (const [text, expected] of rows) it(`knows "${text}"`, () => assert.equal(range(text), expected));

  it('ends with today for days, and now for instants', () => {
    assert.equal(range('month to date', { isOfInstants: false }), '2026-03-01 2026-03-10');
  });

  it('begins weeks on the day that the question names', () => {
    assert.equal(range('this week', { weekStart: 'sunday' as never }), '2026-03-08 2026-03-15');
  });

  it('begins hours by the local clock', () => {
    assert.equal(range('this hour', { zone: 'Asia/Kathmandu' }), '2026-03-09T12:15:00Z 2026-03-09T13:15:00Z');
  });

  it('takes today from the local clock', () => {
    const at = Date.parse('2026-03-09T03:00:00Z');
    assert.equal(range('today', { zone: 'America/New_York', at }), '2026-03-08 2026-03-09');
  });
});

describe('range between two points', () => {
  const rows: [string, string][] = [
    ['2025-01-01..2025-01-31', '2025-01-01 2025-02-01'],
    ['2025-01-01 .. 2025-01-31', '2025-01-01 2025-02-01'],
    ['..2025-01-31', ' 2025-02-01'],
    ['today-7d..', '2026-03-02 '],
    ['-30d..today', '2026-02-07 2026-03-10'],
    ['startOfMonth..today', '2026-03-01 2026-03-10'],
    ['today/month..today/month', '2026-03-01 2026-04-01'],
    ['today-1M/month..today-1M/month', '2026-02-01 2026-03-01'],
    ['..today+1y-1d', ' 2027-03-09'],
    ['now-2h..now', '2026-03-09T10:34:56Z 2026-03-09T12:34:56Z'],
    ['now-2h/hour..', '2026-03-09T10:00:00Z '],
    ['now/day..now', '2026-03-09 2026-03-09T12:34:56Z'],
    ['2026-03-01T00:00:00+01:00..2026-03-02', '2026-02-28T23:00:00Z 2026-03-03'],
  ];
  for (const [text, expected] of rows) it(`knows "${text}"`, () => assert.equal(range(text), expected));

  it('keeps the time of day across a clock change', () => {
    assert.equal(range('now-3d..', { zone: 'America/New_York' }), '2026-03-06T13:34:56Z ');
    assert.equal(range('now-72h..', { zone: 'America/New_York' }), '2026-03-06T12:34:56Z ');
  });

  it('moves a skipped time to the first moment after it', () => {
    const at = Date.parse('2026-03-09T06:30:00Z');
    assert.equal(range('now-1d..', { zone: 'America/New_York', at }), '2026-03-08T07:00:00Z ');
  });
});

describe('point', () => {
  const clock = { now, zone: openZone('UTC'), weekStart: 'monday' as const, isOfInstants: true };
  const rows: [text: string, stretch: string, isInstant: boolean][] = [
    ['2026-03-01', '2026-03-01 2026-03-02', false],
    ['-30d', '2026-02-07 2026-02-08', false],
    ['today-7d', '2026-03-02 2026-03-03', false],
    ['startOfMonth-1month', '2026-02-01 2026-02-02', false],
    ['today-1M/month', '2026-02-01 2026-03-01', false],
    ['now/hour', '2026-03-09T12:00:00Z 2026-03-09T13:00:00Z', false],
    ['now-2h', '2026-03-09T10:34:56Z 2026-03-09T10:34:56Z', true],
    ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00Z 2026-03-01T08:30:00Z', true],
  ];
  for (const [text, stretch, isInstant] of rows) {
    it(`reads "${text}" as the start and end of a range`, () => {
      const point = parsePoint(text, clock)!;
      assert.equal(`${shown(point.from)} ${shown(point.before)}`, stretch);
      assert.equal(isMoment(point), isInstant);
    });
  }

  it('is not an instant if it is a day that the zone skipped', () => {
    const point = parsePoint('2011-12-30', { ...clock, zone: openZone('Pacific/Apia') })!;
    assert.equal(isMoment(point), false);
  });

  for (const text of [
    '',
    'yesterday',
    'this month',
    'today-3m',
    'today-2h',
    'now-3',
    'today/decade',
    '9999-12-31/week',
  ]) {
    it(`does not accept "${text}"`, () => assert.equal(parsePoint(text, clock), undefined));
  }

  for (const text of ['now', 'now-2h', 'now/hour', '2026-03-01T00:00:00Z']) {
    it(`does not accept "${text}" for days`, () =>
      assert.equal(parsePoint(text, { ...clock, isOfInstants: false }), undefined));
  }
});

describe('other text', () => {
  const texts = ['', '..', 'last 0 days', 'last 1001 days', 'last days', 'this 3 days', 'today-3m..', 'today-2h..'];
  for (const text of [...texts, 'now-3..', '2026-02-30..', 'a..b', 'now/decade..', '1..2..3', 'last 3 decades']) {
    it(`is not a range: "${text}"`, () => assert.equal(range(text), undefined));
  }
  for (const text of ['this hour', 'now-2h..', '2026-03-01T00:00:00Z..', 'now..']) {
    it(`is not a range of days: "${text}"`, () => assert.equal(range(text, { isOfInstants: false }), undefined));
  }

  it('is distinguished from a range with a wrong count', () => {
    const texts = [
      'last 0 days',
      'last 1001 days',
      'next_99999_weeks including current',
      'last 3 hours',
      'last 3 eons',
    ];
    assert.deepEqual(texts.map(hasWrongCount), [true, true, true, false, false]);
  });
});
