import assert from 'node:assert/strict';
import { formatHour, hourAt, parseHour } from './hours.ts';
import { openZone } from './zone.ts';

const keyAt = (text: string, zone: string) => formatHour(openZone(zone), Date.parse(text));

describe('local hour in a time zone', () => {
  it('has local time and offset as its key, even for an hour that repeats', () => {
    assert.equal(keyAt('2026-11-01T05:59:00Z', 'America/New_York'), '2026-11-01T01:00:00-04:00');
    assert.equal(keyAt('2026-11-01T06:00:00Z', 'America/New_York'), '2026-11-01T01:00:00-05:00');
    assert.equal(keyAt('2026-03-09T12:10:00Z', 'Asia/Kathmandu'), '2026-03-09T17:00:00+05:45');
    assert.equal(keyAt('2026-03-09T12:10:00Z', 'UTC'), '2026-03-09T12:00:00+00:00');
  });

  it('is cut short if the clock changes within it', () => {
    assert.equal(keyAt('2026-04-04T14:59:00Z', 'Australia/Lord_Howe'), '2026-04-05T01:00:00+11:00');
    assert.equal(keyAt('2026-04-04T15:00:00Z', 'Australia/Lord_Howe'), '2026-04-05T01:00:00+10:30');
    const { from, before } = hourAt(openZone('Australia/Lord_Howe'), Date.parse('2026-04-04T15:10:00Z'));
    assert.deepEqual(
      [from, before].map((one) => new Date(one).toISOString()),
      ['2026-04-04T15:00:00.000Z', '2026-04-04T15:30:00.000Z'],
    );
  });

  for (const name of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']) {
    it(`follows the previous hour and is found by its key, for two years in ${name}`, () => {
      const zone = openZone(name);
      let instant = hourAt(zone, Date.UTC(2005, 0, 1)).from;
      const keys = new Set<string>();
      while (instant < Date.UTC(2007, 0, 1)) {
        const hour = hourAt(zone, instant);
        assert.equal(hour.from, instant);
        const key = formatHour(zone, instant);
        assert.deepEqual(parseHour(key, zone), hour, key);
        assert.equal(formatHour(zone, hour.before - 1), key);
        assert.equal(keys.has(key), false, key);
        keys.add(key);
        instant = hour.before;
      }
    });
  }

  it('does not accept keys of another zone or invalid keys', () => {
    const zone = openZone('America/New_York');
    for (const text of [
      '2026-03-09T12:00:00+01:00',
      '2026-02-30T12:00:00-05:00',
      '2026-03-09',
      '2026-03-09T25:00:00-04:00',
    ])
      assert.equal(parseHour(text, zone), undefined, text);
  });
});
