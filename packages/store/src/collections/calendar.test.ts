import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatDay, parseDay, parseInstant } from './calendar.ts';

describe('Days', () => {
  for (const day of ['2026-03-01', '2024-02-29', '2000-02-29', '0099-12-31', '0000-01-01', '9999-12-31']) {
    it(`parses and formats ${day}`, () => {
      assert.equal(parseDay(day)!.toISOString().slice(10), 'T00:00:00.000Z');
      assert.equal(formatDay(parseDay(day)!), day);
    });
  }

  for (const text of [
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '01.03.2026',
    '2026-03-01T00:00:00Z',
    '',
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.equal(parseDay(text), undefined));
  }
});

describe('Instants and days', () => {
  it('are those that Date reads, from year 0 to 9999', () => {
    const [first, last] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
    const two = (value: number) => String(value).padStart(2, '0');
    const zone = fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 61 }))
        .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
    );
    const time = fc
      .tuple(fc.integer({ min: 0, max: 61 }), fc.integer({ min: 0, max: 61 }), fc.stringMatching(/^(\.\d{1,9})?$/))
      .map(([minutes, seconds, fraction]) => [`:${two(minutes)}`, `:${two(minutes)}:${two(seconds)}${fraction}`]);
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), time, fc.boolean(), zone, (ms, times, isLong, end) => {
        const start = new Date(ms).toISOString().slice(0, 13);
        const text = `${start}${times[isLong ? 1 : 0]}${end}`;
        const expected = Date.parse(text);
        assert.equal(parseInstant(text)?.getTime(), Number.isNaN(expected) ? undefined : expected, text);
        assert.equal(parseDay(start.slice(0, 10))?.getTime(), Date.parse(start.slice(0, 10)));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('Instants', () => {
  for (const [text, instant] of [
    ['2026-03-01T09:30Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:15.123456789+02:00', '2026-03-01T07:30:15.123Z'],
    ['2026-03-01T00:00:00-05:30', '2026-03-01T05:30:00.000Z'],
  ] as const) {
    it(`parses ${text} as ${instant}`, () => assert.equal(parseInstant(text)!.toISOString(), instant));
  }

  for (const text of [
    '2026-03-01',
    '2026-03-01T09:30:00',
    '2026-03-01 09:30:00Z',
    '2026-02-30T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T09:60:00Z',
    '2026-03-01T09:30:60Z',
    '2026-03-01T09:30:00+24:00',
    '1772357400000',
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.equal(parseInstant(text), undefined));
  }
});
