import assert from 'node:assert/strict';
import type { Cycle } from '../grammar.ts';
import { cycleOf, placeInWeek } from './cycles.ts';

const numberOf = (text: string, unit: Cycle) => cycleOf(Date.parse(`${text}Z`), unit);

describe('part of a recurring unit', () => {
  const numbers: [string, Cycle, number][] = [
    ['2026-03-09T00:00:00', 'hourOfDay', 0],
    ['2026-03-09T23:59:59', 'hourOfDay', 23],
    ['2026-03-09T00:00:00', 'dayOfWeek', 1],
    ['2026-03-15T23:00:00', 'dayOfWeek', 7],
    ['1969-12-28T12:00:00', 'dayOfWeek', 7],
    ['2024-02-29T12:00:00', 'dayOfMonth', 29],
    ['2026-12-31T12:00:00', 'monthOfYear', 12],
    ['2026-03-31T12:00:00', 'quarterOfYear', 1],
    ['2026-04-01T00:00:00', 'quarterOfYear', 2],
    ['2026-01-01T00:00:00', 'weekOfYear', 1],
    ['2027-01-03T23:00:00', 'weekOfYear', 53],
    ['2025-12-29T00:00:00', 'weekOfYear', 1],
    ['2021-01-03T00:00:00', 'weekOfYear', 53],
    ['0099-01-05T00:00:00', 'weekOfYear', 2],
  ];
  for (const [text, unit, number] of numbers) {
    it(`is ${number} as the ${unit} of ${text}`, () => assert.equal(numberOf(text, unit), number));
  }

  it('is ordered by the day on which weeks begin', () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    const inOrder = (weekStart: 'monday' | 'sunday' | 'saturday') =>
      days.toSorted((one, other) => placeInWeek(one, weekStart) - placeInWeek(other, weekStart));
    assert.deepEqual(inOrder('monday'), days);
    assert.deepEqual(inOrder('sunday'), [7, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(inOrder('saturday'), [6, 7, 1, 2, 3, 4, 5]);
  });
});
