import { NativeSelect, TextInput } from '@mantine/core';
import type { Field } from '@tallyhook/schemas';

export interface DefaultInputProps {
  field: Field;
  onChange: (value: Field['default']) => void;
}

const description = 'What a new record gets if nothing is entered';

/** The value of a new record; nothing for kinds without a default. */
export function DefaultInput({ field, onChange }: DefaultInputProps) {
  const { kind, options = [], many, default: preset } = field;
  if (kind === 'choice' || kind === 'yesNo') {
    const choices =
      kind === 'choice'
        ? options
        : [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ];
    const shown = Array.isArray(preset) ? preset[0] : preset;
    return (
      <NativeSelect
        label="Default"
        description={description}
        data={[{ value: '', label: 'None' }, ...choices.filter(({ label }) => label !== '')]}
        value={shown === undefined ? '' : String(shown)}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') onChange(undefined);
          else onChange(kind === 'yesNo' ? value === 'true' : many ? [value] : value);
        }}
      />
    );
  }
  if (kind !== 'text' && kind !== 'number' && kind !== 'day' && kind !== 'instant') return null;
  const types = { text: 'text', number: 'number', day: 'date', instant: 'text' } as const;
  return (
    <TextInput
      label="Default"
      description={kind === 'instant' ? 'Such as 2026-03-01T09:30:00Z' : description}
      type={types[kind]}
      step="any"
      value={preset === undefined ? '' : String(preset)}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === '' ? undefined : kind === 'number' ? Number(value) : value)
      }
    />
  );
}
