import { unitLabels } from '../chart/cycles.ts';
import type { Formats } from '../chart/formats.ts';
import type { FormatPeriod } from './describe-day.ts';

/** Formats periods as charts do; numbers that mean nothing alone get their unit. */
export function periodFormat(formats: Formats, timezone?: string): FormatPeriod {
  return (at, unit) => {
    const words = formats.period(at, unit, timezone);
    if (unit === 'hourOfDay') return `the hour ${words}`;
    return unit === 'dayOfMonth' ? `${unitLabels[unit]} ${words}` : words;
  };
}

/** Formats periods as in the question, for use without a locale. */
export const plainPeriodFormat: FormatPeriod = (at, unit) =>
  typeof at === 'number' ? `${unitLabels[unit]} ${at}` : `the ${unit} of ${at}`;
