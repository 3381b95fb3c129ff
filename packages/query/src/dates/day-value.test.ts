import assert from 'node:assert/strict';
import { parseDayValue } from './day-value.ts';
import { formatDay, parseDay } from './days.ts';

const settings = { today: parseDay('2026-03-09')!, weekStart: 'monday' as const };

describe('day in a question, on 9 March 2026', () => {
  const days: Record<string, string> = {
    '2025-12-24': '2025-12-24',
    today: '2026-03-09',
    '-30d': '2026-02-07',
    'minus-30-d': '2026-02-07',
    'minus-30-days': '2026-02-07',
    '+7d': '2026-03-16',
    'plus-7-d': '2026-03-16',
    '-2w': '2026-02-23',
    '-1month': '2026-02-09',
    '-3M': '2025-12-09',
    '+2M': '2026-05-09',
    'minus-3-M': '2025-12-09',
    '-3m': '2025-12-09',
    '+1q': '2026-06-09',
    '-1y': '2025-03-09',
    startOfWeek: '2026-03-09',
    startOfMonth: '2026-03-01',
    startOfQuarter: '2026-01-01',
    startOfYear: '2026-01-01',
    'startOfMonth-1month': '2026-02-01',
    'startOfMonth-1M': '2026-02-01',
    'startOfYear+1m': '2026-02-01',
    'startOfWeek+3d': '2026-03-12',
  };
  for (const [text, day] of Object.entries(days)) {
    it(`reads "${text}" as ${day}`, () => assert.equal(formatDay(parseDayValue(text, settings)!), day));
  }

  it('"startOfWeek" depends on the first day of the week', () => {
    assert.equal(formatDay(parseDayValue('startOfWeek', { ...settings, weekStart: 'sunday' })!), '2026-03-08');
  });

  const wrong = [
    '',
    'yesterday',
    '-30',
    '30d',
    '--30d',
    '-30 d',
    '-30x',
    '-30D',
    '-3h',
    '-99999y',
    '+99999y',
    'startOfDay',
    'startofmonth',
    'last month',
    '2026-02-30',
    'minus--30-d',
    '-1.5d',
    'today ',
  ];
  for (const text of wrong) {
    it(`does not accept "${text}"`, () => assert.equal(parseDayValue(text, settings), undefined));
  }
});
