import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';

export interface DayFieldProps {
  label: string;
  /** As `2026-03-01`; `''` for any day, where that can be; undefined while there is none. */
  value: string | undefined;
  /** Whether an empty field stands for any day. */
  canBeAny?: boolean;
  onChange: (value: string | undefined) => void;
}

/** What the browser took for the text of the field, and the day that it stood for then. */
interface Typed {
  text: string;
  value: string | undefined;
  /** Whether there is something in the field that is no day. */
  isNone: boolean;
}

/**
 * A day that is typed or picked. While a part of it is missing, there is no such day, or its year is on the way to one
 * of four digits, the field holds none, which is said: not the day before, which is not seen any more.
 */
export function DayField({ label, value, canBeAny = false, onChange }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>();
  // What others change meanwhile is shown at once.
  const isTyped = typed !== undefined && typed.value === value;
  const text = isTyped ? typed.text : (value ?? '');
  function take() {
    const { value: changed, validity } = field.current!;
    const isDay = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(changed);
    const isNone = validity.badInput || (changed !== '' && !isDay);
    const day = isDay ? changed : canBeAny && !isNone ? '' : undefined;
    setTyped({ text: changed, value: day, isNone });
    if (day !== value) onChange(day);
  }
  // The browser tells nothing while what is typed is no day, as what was there before was none.
  const takeUntold = () => text === '' && take();
  return (
    <TextInput
      ref={field}
      type="date"
      size="sm"
      aria-label={label}
      value={text}
      error={isTyped && typed.isNone ? 'No such day, or not a whole one yet' : undefined}
      onChange={take}
      onKeyUp={takeUntold}
      onBlur={takeUntold}
    />
  );
}
