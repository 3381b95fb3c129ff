import { filterOptions } from './find-options.ts';
import type { PickerOption } from './Picker.tsx';
import { readNumber } from './read-number.ts';

/** A number of things as it was typed, `25` or `1,000`; nothing where it is none or too many. */
function readCount(typed: string, most: number): number | undefined {
  return /^[\d,]+$/.test(typed) ? readNumber(typed, { isWhole: true, least: 1, most }).number : undefined;
}

/** What a list of numbers up to the most offers for what was typed: a number is itself first, and never another one. */
export function findCounts(options: readonly PickerOption[], typed: string, most: number): PickerOption[] {
  const count = readCount(typed, most);
  if (count === undefined) return /^[-+\d.,\s]+$/.test(typed) ? [] : filterOptions(options, typed);
  const value = String(count);
  const itself = options.find((one) => one.value === value) ?? { value, label: `“${typed}”` };
  return [itself, ...filterOptions(options, typed).filter((one) => one.value !== value)];
}
