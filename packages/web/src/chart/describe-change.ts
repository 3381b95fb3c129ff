import type { AnswerColumn } from '@tallyhook/schemas';
import type { Formats } from './formats.ts';

/** A change against an earlier value, such as `▼ 6.0 % under Oct 2026`. */
export interface Change {
  sign: '▲' | '▼' | '=';
  /** How much, such as `6.0 %`; undefined if there is no share of nothing. */
  amount: string | undefined;
  words: string;
}

/** Describes how a value differs from an earlier one: as a share, or in points if it is itself a percentage. */
export function describeChange(
  now: number | null,
  before: number | null,
  { name, measure, formats }: { name: string; measure: Pick<AnswerColumn, 'format'>; formats: Formats },
): Change | undefined {
  if (now === null || before === null) return undefined;
  if (now === before) return { sign: '=', amount: undefined, words: `as in ${name}` };
  const isMore = now > before;
  const sign = isMore ? '▲' : '▼';
  const words = `${isMore ? 'over' : 'under'} ${name}`;
  const difference = Math.abs(now - before);
  if (measure.format?.unit === 'percent') return { sign, amount: `${oneDecimal(difference * 100, formats)} pt`, words };
  if (before === 0) return { sign, amount: formats.as(measure.format).number(difference), words };
  return { sign, amount: `${oneDecimal((difference / Math.abs(before)) * 100, formats)} %`, words };
}

/** The change in one line. */
export const textOfChange = ({ sign, amount, words }: Change): string =>
  [sign, amount, words].filter(Boolean).join(' ');

/** `6.0`, but `1,234` without a decimal that nobody reads. */
function oneDecimal(value: number, formats: Formats): string {
  if (value >= 100) return formats.number(Math.round(value));
  return new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}
