import { unitWords } from '../chart/cycles.ts';
import type { Formats } from '../chart/formats.ts';
import type { PeriodWords } from './day-words.ts';

/** Periods in the words that charts have for them; numbers that would say nothing alone are said with their unit. */
export function periodWords(formats: Formats, timezone?: string): PeriodWords {
  return (at, unit) => {
    const words = formats.period(at, unit, timezone);
    if (unit === 'hourOfDay') return `the hour ${words}`;
    return unit === 'dayOfMonth' ? `${unitWords[unit]} ${words}` : words;
  };
}

/** Periods as a question has them, where nobody's way to write dates is known. */
export const plainPeriodWords: PeriodWords = (at, unit) =>
  typeof at === 'number' ? `${unitWords[unit]} ${at}` : `the ${unit} of ${at}`;
