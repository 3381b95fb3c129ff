import { useFormats } from '../use-formats.ts';
import { findCounts } from './find-counts.ts';
import { Picker } from './Picker.tsx';

export interface CountPickerProps {
  label: string;
  /** The label for "no limit". */
  all: string;
  labelOf: (count: number) => string;
  /** The suggested numbers; others can be typed. */
  counts: readonly number[];
  max: number;
  count: number | undefined;
  onPick: (count: number | undefined) => void;
}

/** Picks a suggested number, a typed one, or no limit. */
export function CountPicker({ label, all, labelOf, counts, max, count, onPick }: CountPickerProps) {
  const { number } = useFormats();
  const offered = [...new Set([...counts, ...(count === undefined ? [] : [count])])].sort((a, b) => a - b);
  const options = [{ value: '', label: all }, ...offered.map((one) => ({ value: String(one), label: labelOf(one) }))];
  return (
    <Picker
      label={label}
      text={count === undefined ? all : labelOf(count)}
      chosen={[String(count ?? '')]}
      isEmpty={count === undefined}
      options={options}
      find={(typed) => findCounts(options, typed, max)}
      emptyText={`Type a whole number from 1 to ${number(max)}`}
      onPick={(picked) => onPick(picked === '' ? undefined : Number(picked))}
      {...(count === undefined ? {} : { onRemove: () => onPick(undefined) })}
    />
  );
}
