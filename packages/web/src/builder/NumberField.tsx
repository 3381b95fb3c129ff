import { TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { readNumber, type NumberLimits } from './read-number.ts';

export interface NumberFieldProps extends NumberLimits {
  label: string;
  value: number | undefined;
  width: number;
  placeholder?: string;
  onChange: (value: number | undefined) => void;
}

/** What was typed, and the number that it stood for then. */
interface Typed {
  text: string;
  value: number | undefined;
}

/**
 * A number that is typed. What is typed stays in the field as it is until the field is left, and longer where it is no
 * number: then there is none, which is said.
 */
export function NumberField({ label, value, width, placeholder, onChange, ...limits }: NumberFieldProps) {
  const [typed, setTyped] = useState<Typed>();
  // What others change meanwhile is shown at once.
  const text = typed !== undefined && typed.value === value ? typed.text : String(value ?? '');
  const { problem } = readNumber(text, limits);
  function take(changed: string) {
    const { number } = readNumber(changed, limits);
    setTyped({ text: changed, value: number });
    if (number !== value) onChange(number);
  }
  function step(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || problem !== undefined) return;
    event.preventDefault();
    // Of 10.05 and 1, a sum in binary has more digits than either.
    const stepped = String(Number(((value ?? -by) + by).toPrecision(15)));
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
