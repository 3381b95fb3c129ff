import assert from 'node:assert/strict';
import { addUnits, formatDay, parseDay, startOfPeriod, type WeekStart } from './days.ts';
import type { Period } from '../grammar.ts';

const day = (text: string) => parseDay(text)!;

describe('calendar day', () => {
  it('is written YYYY-MM-DD', () => {
    for (const text of ['1970-01-01', '2024-02-29', '0001-01-01', '0099-12-31', '9999-12-31']) {
      assert.equal(formatDay(day(text)), text);
    }
  });

  for (const text of [
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '2026-04-31',
    '2026-01-01T00:00',
    '',
  ]) {
    it(`does not accept "${text}"`, () => assert.equal(parseDay(text), undefined));
  }

  const periods: [string, Period, WeekStart, string][] = [
    ['2026-03-09', 'day', 'monday', '2026-03-09'],
    ['2026-03-09', 'week', 'monday', '2026-03-09'],
    ['2026-03-08', 'week', 'monday', '2026-03-02'],
    ['2026-03-08', 'week', 'sunday', '2026-03-08'],
    ['2026-03-08', 'week', 'saturday', '2026-03-07'],
    ['1969-12-28', 'week', 'monday', '1969-12-22'],
    ['2026-03-31', 'month', 'monday', '2026-03-01'],
    ['2026-03-31', 'quarter', 'monday', '2026-01-01'],
    ['2026-12-31', 'quarter', 'monday', '2026-10-01'],
    ['2026-12-31', 'year', 'monday', '2026-01-01'],
    ['0050-05-05', 'year', 'monday', '0050-01-01'],
  ];
  for (const [text, unit, weekStart, first] of periods) {
    it(`puts ${text} into the ${unit} of ${first} if weeks begin on ${weekStart}`, () => {
      assert.equal(formatDay(startOfPeriod(day(text), unit, weekStart)), first);
    });
  }

  const shifts: [string, number, Period, string][] = [
    ['2026-03-09', -9, 'day', '2026-02-28'],
    ['2026-03-09', 2, 'week', '2026-03-23'],
    ['2026-03-31', -1, 'month', '2026-02-28'],
    ['2024-01-31', 1, 'month', '2024-02-29'],
    ['2026-01-15', -1, 'month', '2025-12-15'],
    ['2026-11-30', 1, 'quarter', '2027-02-28'],
    ['2024-02-29', 1, 'year', '2025-02-28'],
  ];
  for (const [text, count, unit, later] of shifts) {
    it(`adds ${count} ${unit} to ${text} to get ${later}`, () => {
      assert.equal(formatDay(addUnits(day(text), count, unit)), later);
    });
  }
});
