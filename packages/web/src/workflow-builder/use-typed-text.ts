import { useState } from 'react';

/**
 * The text that stands for a value, kept as typed: `1.0` stays on the screen while it means 1. A value that changes from
 * outside, as by undo, is shown instead.
 */
export function useTypedText<Value>(
  value: Value,
  { show, read }: { show: (value: Value) => string; read: (text: string) => Value },
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => show(value));
  const [last, setLast] = useState(() => JSON.stringify(value));
  const given = JSON.stringify(value);
  if (given !== last) {
    setLast(given);
    if (JSON.stringify(read(text)) !== given) setText(show(value));
  }
  return [text, setText];
}
