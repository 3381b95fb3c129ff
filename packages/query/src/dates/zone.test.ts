import assert from 'node:assert/strict';
import { dayMs, formatDay, parseDay } from './days.ts';
import { dayAt, isTimeZone, openZone, startOfDay } from './zone.ts';

const startOf = (zone: string, day: string) =>
  new Date(startOfDay(openZone(zone), parseDay(day)!)).toISOString().replace(':00.000Z', 'Z');
const dayOf = (zone: string, instant: string) => formatDay(dayAt(openZone(zone), Date.parse(instant)));

describe('time zone', () => {
  for (const name of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'america/new_york', 'US/Pacific']) {
    it(`accepts "${name}"`, () => assert.ok(isTimeZone(name)));
  }
  for (const name of ['', '+05:00', 'Mars/Phobos', 'America/New York', 'local', '__proto__', 'UTC+3']) {
    it(`does not accept "${name}"`, () => {
      assert.equal(isTimeZone(name), false);
      assert.throws(() => openZone(name), RangeError);
    });
  }

  const starts: [string, string, string][] = [
    ['UTC', '2026-03-08', '2026-03-08T00:00Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00Z'],
    ['Asia/Kathmandu', '2026-03-08', '2026-03-07T18:15Z'],
    ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30Z'],
    ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00Z'],
  ];
  for (const [zone, day, instant] of starts) {
    it(`begins ${day} in ${zone} at ${instant}`, () => assert.equal(startOf(zone, day), instant));
  }

  it('begins a day without midnight at its first hour', () => {
    assert.equal(startOf('America/Sao_Paulo', '2018-11-04'), '2018-11-04T03:00Z');
    assert.equal(dayOf('America/Sao_Paulo', '2018-11-04T02:59:59.999Z'), '2018-11-03');
  });

  it('gives a skipped day no time', () => {
    assert.equal(startOf('Pacific/Apia', '2011-12-30'), startOf('Pacific/Apia', '2011-12-31'));
  });

  it('stays in the same day if the clock goes back past midnight', () => {
    assert.equal(dayOf('America/St_Johns', '2010-11-07T02:30:30Z'), '2010-11-07');
    assert.equal(dayOf('America/St_Johns', '2010-11-07T03:00:00Z'), '2010-11-07');
    assert.equal(startOf('America/St_Johns', '2010-11-07'), '2010-11-07T02:30Z');
  });

  for (const name of [
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Europe/Dublin',
  ]) {
    it(`has the same local time as Intl at any moment in ${name}`, () => {
      const zone = openZone(name);
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short' });
      for (let at = Date.UTC(1900, 0, 2); at < Date.UTC(2099, 11, 30); at += 7.31 * dayMs) {
        assert.equal(formatDay(dayAt(zone, at)), format.format(at), new Date(at).toISOString());
      }
    });

    it(`begins each day in ${name} right after the previous one`, () => {
      const zone = openZone(name);
      for (let day = parseDay('1902-01-01')!; day < parseDay('2098-01-01')!; day += 1) {
        const start = startOfDay(zone, day);
        assert.deepEqual([dayAt(zone, start), dayAt(zone, start - 1)], [day, day - 1], formatDay(day));
      }
    });
  }
});
