import { Picker } from './Picker.tsx';

export interface CountPickerProps {
  label: string;
  /** What no number is called. */
  all: string;
  words: (count: number) => string;
  /** The numbers that are offered; others can be typed. */
  counts: readonly number[];
  most: number;
  count: number | undefined;
  onPick: (count: number | undefined) => void;
}

/** Picks one of a few numbers, or takes any that is typed, or none. */
export function CountPicker({ label, all, words, counts, most, count, onPick }: CountPickerProps) {
  const offered = [...new Set([...counts, ...(count === undefined ? [] : [count])])].sort((a, b) => a - b);
  const pick = (picked: string) => {
    const typed = Number(picked);
    if (picked === '') onPick(undefined);
    else if (Number.isInteger(typed) && typed >= 1 && typed <= most) onPick(typed);
  };
  return (
    <Picker
      label={label}
      text={count === undefined ? all : words(count)}
      chosen={[String(count ?? '')]}
      isEmpty={count === undefined}
      takesText
      options={[{ value: '', label: all }, ...offered.map((one) => ({ value: String(one), label: words(one) }))]}
      onPick={pick}
      {...(count === undefined ? {} : { onRemove: () => onPick(undefined) })}
    />
  );
}
