import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { dayWords, namedDays, readOffset, writeOffset } from '../reports/day-words.ts';
import { useFormats } from '../use-formats.ts';
import type { OneValueProps } from './one-value-props.ts';
import { Picker } from './Picker.tsx';

const units = [
  { value: 'd', label: 'days' },
  { value: 'w', label: 'weeks' },
  { value: 'm', label: 'months' },
  { value: 'q', label: 'quarters' },
  { value: 'y', label: 'years' },
];

/** A day: picked, or relative to today. */
export function DayValue({ label, value, onChange }: OneValueProps) {
  const formats = useFormats();
  const text = typeof value === 'string' ? value : '';
  const offset = namedDays.some((day) => day.value === text) ? undefined : readOffset(text);
  const isPicked = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const form = isPicked ? 'day' : offset === undefined ? text : offset.isAgo ? 'ago' : 'ahead';
  const pick = (chosen: string) => {
    if (chosen === 'day') onChange(new Date().toISOString().slice(0, 10));
    else if (chosen === 'ago') onChange('-30d');
    else if (chosen === 'ahead') onChange('+7d');
    else onChange(chosen);
  };
  return (
    <>
      <Picker
        label={label}
        text={
          form === 'day' ? 'the day' : offset === undefined ? dayWords(text, formats.day) || 'choose' : formWords[form]!
        }
        chosen={[form]}
        isEmpty={text === ''}
        options={[
          { value: 'day', label: 'the day …' },
          { value: 'ago', label: 'days, weeks, months ago …' },
          { value: 'ahead', label: 'days, weeks, months ahead …' },
          ...namedDays,
        ]}
        onPick={pick}
      />
      {form === 'day' && (
        <TextInput
          type="date"
          size="sm"
          aria-label={`${label}, day`}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {offset !== undefined && (
        <>
          <NumberInput
            aria-label={`${label}, how many`}
            w={70}
            size="sm"
            min={0}
            max={99_999}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={offset.count}
            onChange={(count) => typeof count === 'number' && onChange(writeOffset({ ...offset, count }))}
          />
          <NativeSelect
            aria-label={`${label}, unit`}
            size="sm"
            value={offset.unit}
            data={units}
            onChange={({ currentTarget }) => onChange(writeOffset({ ...offset, unit: currentTarget.value }))}
          />
        </>
      )}
    </>
  );
}

const formWords: Record<string, string> = { ago: 'before today by', ahead: 'after today by' };
