import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState, type ClipboardEvent } from 'react';

export interface NumberFieldProps extends Pick<
  NumberInputProps,
  'min' | 'max' | 'allowDecimal' | 'allowNegative' | 'w'
> {
  label: string;
  value: number | undefined;
  placeholder?: string;
  /** Whether there always is a number: while the field is empty, the one before it counts. */
  isNeeded?: boolean;
  onChange: (value: number | undefined) => void;
}

/** What was typed, and the number that it stood for then. */
interface Typed {
  text: string | number;
  value: number | undefined;
}

/**
 * A number that is typed. On the way to it stand texts that are other numbers, or none (`-`, `1.`, `0.0`): they stay in
 * the field as they are until it is left.
 */
export function NumberField({ label, value, isNeeded = false, onChange, ...input }: NumberFieldProps) {
  const [typed, setTyped] = useState<Typed>();
  // What others change meanwhile is shown at once.
  const isTyped = typed !== undefined && typed.value === value;
  function take(text: string | number) {
    const changed = numberIn(text) ?? (isNeeded ? value : undefined);
    setTyped({ text, value: changed });
    if (changed !== value) onChange(changed);
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text').trim();
    // Sign by sign it would lose its “e”, and be another number.
    if (!/^[-+]?[\d.]+e[-+]?\d+$/i.test(text)) return;
    event.preventDefault();
    const number = Number(text);
    const isWhole = Number.isInteger(number) || input.allowDecimal !== false;
    if (Number.isFinite(number) && isWhole && number >= Number(input.min ?? -Infinity)) take(number);
  }
  return (
    <NumberInput
      {...input}
      aria-label={label}
      size="sm"
      hideControls
      // Figures are shown as 1,500.25 everywhere: a comma is no decimal point.
      allowedDecimalSeparators={['.']}
      value={isTyped ? typed.text : (value ?? '')}
      onChange={take}
      onPaste={paste}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Undefined for what is no number yet, and for one that is too large to be one. */
function numberIn(text: string | number): number | undefined {
  if (typeof text === 'string' && !/\d/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
