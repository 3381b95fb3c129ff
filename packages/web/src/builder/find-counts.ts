import { filterOptions } from './find-options.ts';
import type { PickerOption } from './Picker.tsx';
import { readNumber } from './read-number.ts';

/** Reads a typed count such as `25` or `1,000`; undefined if it is not a number or exceeds the maximum. */
function readCount(typed: string, max: number): number | undefined {
  return /^[\d,]+$/.test(typed) ? readNumber(typed, { isWhole: true, min: 1, max }).number : undefined;
}

/** Options for a typed count up to the maximum. A typed number is offered first and never replaced by a suggestion. */
export function findCounts(options: readonly PickerOption[], typed: string, max: number): PickerOption[] {
  const count = readCount(typed, max);
  if (count === undefined) return /^[-+\d.,\s]+$/.test(typed) ? [] : filterOptions(options, typed);
  const value = String(count);
  const itself = options.find((one) => one.value === value) ?? { value, label: `“${typed}”` };
  return [itself, ...filterOptions(options, typed).filter((one) => one.value !== value)];
}
