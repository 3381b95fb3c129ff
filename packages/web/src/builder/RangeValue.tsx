import type { QuestionCondition } from '@tallyhook/schemas';
import { useState } from 'react';
import { namedRanges, describeRange } from '../reports/describe-day.ts';
import { useFormats } from '../use-formats.ts';
import { DayField } from './DayField.tsx';
import { Picker } from './Picker.tsx';

type Value = NonNullable<QuestionCondition['value']>;

export interface RangeValueProps {
  label: string;
  value: QuestionCondition['value'];
  onChange: (value: Value) => void;
  onRemove: () => void;
}

/** The first and last day: `''` for open-ended, undefined while a field is invalid. */
type Days = [from: string | undefined, to: string | undefined];

/** A date range: a named one, or from one day to another. */
export function RangeValue({ label, value, onChange, onRemove }: RangeValueProps) {
  const formats = useFormats();
  const text = typeof value === 'string' ? value : '';
  // While a field is invalid, the range has no value; the other day is kept.
  const [unfinished, setUnfinished] = useState<Days>();
  const days = text === '' ? unfinished : readDays(text);
  const putDays = ([from, to]: Days) => {
    setUnfinished([from, to]);
    onChange(from === undefined || to === undefined ? '' : `${from}..${to}`);
  };
  const today = () => new Date().toISOString().slice(0, 10);
  return (
    <>
      <Picker
        label={label}
        text={days === undefined ? describeRange(value, formats.day, formats.period) : 'these dates'}
        chosen={[days === undefined ? text : 'days']}
        options={[
          ...namedRanges.map((name) => ({ value: name, label: name })),
          { value: 'days', label: 'from one date to another …' },
        ]}
        takesText
        onRemove={onRemove}
        onPick={(picked) => onChange(picked === 'days' ? `${today().slice(0, 8)}01..${today()}` : picked)}
      />
      {days !== undefined && (
        <>
          <DayField
            label={`${label}, first day`}
            canBeAny
            value={days[0]}
            onChange={(day) => putDays([day, days[1]])}
          />
          <span>to</span>
          <DayField label={`${label}, last day`} canBeAny value={days[1]} onChange={(day) => putDays([days[0], day])} />
        </>
      )}
    </>
  );
}

function readDays(text: string): Days | undefined {
  const days = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(text.replaceAll(' ', ''));
  return days === null ? undefined : [days[1] ?? '', days[2] ?? ''];
}
