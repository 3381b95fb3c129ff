import type { PickerOption } from './Picker.tsx';

export interface Finding {
  /** The ticked values. */
  chosen: readonly string[];
  /** Whether several options can be ticked. */
  isMany: boolean;
  /** Whether text that is not in the list can be taken as a value. */
  takesText: boolean;
}

const maxShown = 200;

/** Options that match the typed text; Enter picks the first. */
export function findOptions(options: readonly PickerOption[], typed: string, finding: Finding): PickerOption[] {
  const { chosen, isMany, takesText } = finding;
  const hits = filterOptions(options, typed);
  if (!takesText || typed === '' || options.some(({ value }) => value === typed)) return hits.slice(0, maxShown);
  // Typed text comes before a ticked option that contains it: otherwise Enter would untick that option instead of
  // adding the text.
  const isTicked = ({ value }: PickerOption) => isMany && chosen.includes(value);
  const free = hits.filter((one) => !isTicked(one)).slice(0, maxShown);
  return [...free, { value: typed, label: `“${typed}”` }, ...hits.filter(isTicked)];
}

/** Exact matches first, then prefixes, then substrings. */
export function filterOptions(options: readonly PickerOption[], typed: string): PickerOption[] {
  if (typed === '') return [...options];
  const [wanted, searchText] = [typed.toLowerCase(), toSearchText(typed)];
  const rankOf = (option: PickerOption): number | undefined => {
    const [label, value] = [option.label.toLowerCase(), option.value.toLowerCase()];
    const at = Math.max(label.indexOf(wanted), option.searchText?.indexOf(searchText) ?? -1);
    if (at < 0) return undefined;
    if (option.label === typed || option.value === typed) return 0;
    if (label === wanted || value === wanted) return 1;
    return at === 0 ? 2 : 3;
  };
  return options
    .map((option) => ({ option, rank: rankOf(option) }))
    .filter((one) => one.rank !== undefined)
    .sort((a, b) => a.rank! - b.rank!)
    .map(({ option }) => option);
}

/** A multi-part name as people type it: `america new york`. */
export function toSearchText(name: string): string {
  return name.toLowerCase().replaceAll(/[_/\s]+/g, ' ');
}
