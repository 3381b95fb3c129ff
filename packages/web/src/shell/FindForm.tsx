import { TextInput } from '@mantine/core';
import { useState } from 'react';

export interface FindFormProps {
  label: string;
  /** What is searched for now; empty for nothing. */
  value: string;
  onFind: (text: string) => void;
}

/** A text to look for, which counts on Enter and when the field is left. */
export function FindForm({ label, value, onFind }: FindFormProps) {
  const [text, setText] = useState(value);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(text.trim());
      }}
    >
      <TextInput
        label={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => text.trim() !== value && onFind(text.trim())}
      />
    </form>
  );
}
