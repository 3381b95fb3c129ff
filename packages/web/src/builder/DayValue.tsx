import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { describeDay, namedDays, readOffset, writeOffset, type DayOffset } from '../reports/describe-day.ts';
import { useFormats } from '../use-formats.ts';
import { DayField } from './DayField.tsx';
import { NumberField } from './NumberField.tsx';
import type { OneValueProps } from './one-value-props.ts';
import { Picker } from './Picker.tsx';

const units = [
  { value: 'd', label: 'days' },
  { value: 'w', label: 'weeks' },
  { value: 'm', label: 'months' },
  { value: 'q', label: 'quarters' },
  { value: 'y', label: 'years' },
];

/** A day: a picked date, or relative to today. */
export function DayValue({ label, value, onChange }: OneValueProps) {
  const formats = useFormats();
  const text = typeof value === 'string' ? value : '';
  // While its fields are being edited, a day keeps its form even without a value. Otherwise `-1d`, typed on the way to
  // 14 days ago, would turn into "yesterday".
  const [filledIn, setFilledIn] = useState<'day' | DayOffset>();
  const filledOffset = filledIn === 'day' ? undefined : filledIn;
  const isNamed = namedDays.some((day) => day.value === text) && filledOffset === undefined;
  const offset = isNamed ? undefined : text === '' ? filledOffset : readOffset(text);
  const count = text === '' ? undefined : offset?.count;
  const isPicked = /^\d{4}-\d{2}-\d{2}$/.test(text) || (text === '' && filledIn === 'day');
  const form = isPicked ? 'day' : offset === undefined ? text : offset.isAgo ? 'ago' : 'ahead';
  const putDay = (day: string | undefined) => {
    setFilledIn('day');
    onChange(day ?? '');
  };
  const putOffset = (changed: DayOffset, many: number | undefined) => {
    setFilledIn(changed);
    onChange(many === undefined ? '' : writeOffset({ ...changed, count: many }));
  };
  const pick = (chosen: string) => {
    setFilledIn(undefined);
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
          form === 'day'
            ? 'the date'
            : offset === undefined
              ? describeDay(text, formats.day) || 'choose'
              : formLabels[form]!
        }
        chosen={[form]}
        isEmpty={text === ''}
        options={[
          { value: 'day', label: 'a date …' },
          { value: 'ago', label: 'days, weeks or months ago …' },
          { value: 'ahead', label: 'days, weeks or months ahead …' },
          ...namedDays,
        ]}
        onPick={pick}
      />
      {form === 'day' && <DayField label={`${label}, day`} value={text === '' ? undefined : text} onChange={putDay} />}
      {offset !== undefined && (
        <>
          <NumberField
            label={`${label}, how many`}
            width={70}
            isWhole
            min={0}
            max={99_999}
            value={count}
            onChange={(many) => putOffset(offset, many)}
          />
          <NativeSelect
            aria-label={`${label}, unit`}
            size="sm"
            value={offset.unit}
            data={units}
            onChange={({ currentTarget }) => putOffset({ ...offset, unit: currentTarget.value }, count)}
          />
        </>
      )}
    </>
  );
}

const formLabels: Record<string, string> = { ago: 'before today by', ahead: 'after today by' };
