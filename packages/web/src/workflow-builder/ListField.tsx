import { TextInput } from '@mantine/core';
import { useTypedText } from './use-typed-text.ts';

interface ListFieldProps {
  label: string;
  hint: string | undefined;
  value: readonly string[];
  fault: string | undefined;
  onChange: (value: string[]) => void;
}

const show = (value: readonly string[]) => value.join(', ');
const read = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Short texts, with commas between. */
export function ListField({ label, hint, value, fault, onChange }: ListFieldProps) {
  const [text, setText] = useTypedText(value, { show, read });
  return (
    <TextInput
      label={`${label} (comma between)`}
      description={hint}
      value={text}
      error={fault}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}
