import { TextInput } from '@mantine/core';

interface ListFieldProps {
  label: string;
  hint: string | undefined;
  value: readonly string[];
  fault: string | undefined;
  onChange: (value: string[]) => void;
}

/** Short texts, with commas between. */
export function ListField({ label, hint, value, fault, onChange }: ListFieldProps) {
  return (
    <TextInput
      label={`${label} (comma between)`}
      description={hint}
      value={value.join(', ')}
      error={fault}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? [] : currentTarget.value.split(',').map((part) => part.trimStart()))
      }
    />
  );
}
