import assert from 'node:assert/strict';
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
