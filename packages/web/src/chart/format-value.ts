import type { AnswerColumn } from '@tallyhook/schemas';
import type { Formats } from './formats.ts';

/** Formats a value of a measure; a dash for null. */
export function formatValue(value: unknown, { kind, format }: AnswerColumn, formats: Formats): string {
  if (typeof value === 'number') return formats.as(format).number(value);
  if (typeof value !== 'string') return '–';
  if (kind === 'day') return formats.day(value);
  return kind === 'instant' ? formats.moment(value) : value;
}
