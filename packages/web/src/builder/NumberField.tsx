import { TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { readNumber, shownNumber, stepNumber, type NumberLimits, type TypedText } from './read-number.ts';

export interface NumberFieldProps extends NumberLimits {
  label: string;
  value: number | undefined;
  width: number;
  placeholder?: string;
  onChange: (value: number | undefined) => void;
}

/**
 * A number field. It keeps the typed text until it loses focus, and longer if the text is not a number; then the value
 * is undefined and the field says so.
 */
export function NumberField({ label, value, width, placeholder, onChange, ...limits }: NumberFieldProps) {
  const [typed, setTyped] = useState<TypedText>();
  const text = shownNumber(typed, value);
  const { problem } = readNumber(text, limits);
  function take(changed: string) {
    const { number } = readNumber(changed, limits);
    setTyped({ text: changed, value: number });
    if (number !== value) onChange(number);
  }
  function step(event: KeyboardEvent) {
    const isStep = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (!isStep || problem !== undefined) return;
    event.preventDefault();
    const stepped = stepNumber(value, event.key === 'ArrowUp' ? 1 : -1);
    if (readNumber(stepped, limits).problem === undefined) take(stepped);
  }
  return (
    <TextInput
      aria-label={label}
      size="sm"
      inputMode={limits.isWhole === true ? 'numeric' : 'decimal'}
      autoComplete="off"
      styles={{ input: { width } }}
      placeholder={placeholder}
      value={text}
      error={problem}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      onKeyDown={step}
      onBlur={() => problem === undefined && setTyped(undefined)}
    />
  );
}
