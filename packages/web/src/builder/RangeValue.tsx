import type { QuestionCondition } from '@tallyhook/schemas';
import { namedRanges, rangeWords } from '../reports/day-words.ts';
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

/** A span of time: one with a name, or from one day to another. */
export function RangeValue({ label, value, onChange, onRemove }: RangeValueProps) {
  const formats = useFormats();
  const text = typeof value === 'string' ? value : '';
  const days = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(text.replaceAll(' ', ''));
  const [from, to] = [days?.[1] ?? '', days?.[2] ?? ''];
  const today = () => new Date().toISOString().slice(0, 10);
  return (
    <>
      <Picker
        label={label}
        text={days === null ? rangeWords(value, formats.day, formats.period) : 'these days'}
        chosen={[days === null ? text : 'days']}
        options={[
          ...namedRanges.map((name) => ({ value: name, label: name })),
          { value: 'days', label: 'from one day to another …' },
        ]}
        takesText
        onRemove={onRemove}
        onPick={(picked) => onChange(picked === 'days' ? `${today().slice(0, 8)}01..${today()}` : picked)}
      />
      {days !== null && (
        <>
          <DayField label={`${label}, first day`} value={from} onChange={(day) => onChange(`${day}..${to}`)} />
          <span>to</span>
          <DayField label={`${label}, last day`} value={to} onChange={(day) => onChange(`${from}..${day}`)} />
        </>
      )}
    </>
  );
}
