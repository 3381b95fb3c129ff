import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';

export interface DayFieldProps {
  label: string;
  /** An ISO date such as `2026-03-01`; `''` for any day, if allowed; undefined while the field holds no valid date. */
  value: string | undefined;
  /** Whether an empty field means "any day". */
  canBeAny?: boolean;
  onChange: (value: string | undefined) => void;
}

/** The date that the browser last read from the field, and the value at that time. */
interface Typed {
  text: string;
  value: string | undefined;
  /** Whether the field contains text that is not a valid date. */
  isInvalid: boolean;
}

/**
 * A date field, typed or picked. While the text is incomplete, not a real date, or its year has fewer than four digits,
 * the value is undefined and the field says so; it never keeps a previous date that is no longer visible.
 */
export function DayField({ label, value, canBeAny = false, onChange }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>();
  // Show changes by others at once.
  const isTyped = typed !== undefined && typed.value === value;
  const text = isTyped ? typed.text : (value ?? '');
  function take() {
    const { value: changed, validity } = field.current!;
    const isDay = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(changed);
    const isInvalid = validity.badInput || (changed !== '' && !isDay);
    const day = isDay ? changed : canBeAny && !isInvalid ? '' : undefined;
    setTyped({ text: changed, value: day, isInvalid });
    if (day !== value) onChange(day);
  }
  // Browsers fire no input event while the text goes from one invalid date to another, so check on other events.
  const takeUnreported = () => text === '' && take();
  return (
    <TextInput
      ref={field}
      type="date"
      size="sm"
      aria-label={label}
      value={text}
      error={isTyped && typed.isInvalid ? 'Enter a complete, valid date' : undefined}
      onChange={take}
      onKeyUp={takeUnreported}
      onBlur={takeUnreported}
    />
  );
}
