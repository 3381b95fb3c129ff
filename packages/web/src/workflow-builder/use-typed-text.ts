import { useState } from 'react';

/**
 * Keeps the text of a value as it was typed, so `1.0` is not replaced by `1`. If the value changes from outside, for
 * example by undo, the text of the new value is shown.
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
