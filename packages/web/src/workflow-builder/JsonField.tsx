import { Textarea } from '@mantine/core';
import { useState } from 'react';

export interface JsonFieldProps {
  label: string;
  hint?: string | undefined;
  value: unknown;
  fault?: string | undefined;
  onChange: (value: unknown) => void;
}

/** A value as JSON. What cannot be read stays as typed, and changes nothing. */
export function JsonField({ label, hint, value, fault, onChange }: JsonFieldProps) {
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [text, setText] = useState(shown);
  const [last, setLast] = useState(shown);
  // Undo changes the value from outside.
  if (shown !== last) {
    setLast(shown);
    if (JSON.stringify(readJson(text)?.value) !== JSON.stringify(value)) setText(shown);
  }
  const isBroken = text.trim() !== '' && readJson(text) === undefined;
  return (
    <Textarea
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={text}
      error={isBroken ? 'This is not JSON yet.' : fault}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const read = readJson(currentTarget.value);
        if (read !== undefined) onChange(read.value);
        else if (currentTarget.value.trim() === '') onChange(undefined);
      }}
    />
  );
}

function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
