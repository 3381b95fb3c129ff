import { unitWords } from '../chart/cycles.ts';
import type { Formats } from '../chart/formats.ts';
import type { PeriodWords } from './day-words.ts';

/** Formats periods as charts do; numbers that mean nothing alone get their unit. */
export function periodWords(formats: Formats, timezone?: string): PeriodWords {
  return (at, unit) => {
    const words = formats.period(at, unit, timezone);
    if (unit === 'hourOfDay') return `the hour ${words}`;
    return unit === 'dayOfMonth' ? `${unitWords[unit]} ${words}` : words;
  };
}

/** Formats periods as in the question, for use without a locale. */
export const plainPeriodWords: PeriodWords = (at, unit) =>
  typeof at === 'number' ? `${unitWords[unit]} ${at}` : `the ${unit} of ${at}`;
