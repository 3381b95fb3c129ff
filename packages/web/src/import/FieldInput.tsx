import { NativeSelect, TextInput } from '@mantine/core';
import type { ProblemDetail, RecordType } from '@tallyhook/schemas';

interface FieldInputProps {
  column: string;
  /** The name of the field; undefined if the column matches none. */
  field: string | undefined;
  /** The type that exists already; undefined for a new one. */
  type: RecordType | undefined;
  isLeftOut: boolean;
  /** Why the column cannot go into the field. */
  mistake: ProblemDetail | undefined;
  onChange: (field: string) => void;
}

/** The field of one column: a name for a new type, one of the fields of an existing one. */
export function FieldInput({ column, field = '', type, isLeftOut, mistake, onChange }: FieldInputProps) {
  const shared = {
    'aria-label': `Field of ${column}`,
    size: 'xs',
    disabled: isLeftOut,
    error: mistake && (advice[mistake.code] ?? mistake.detail),
  } as const;
  if (type === undefined)
    return <TextInput {...shared} value={field} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  const fields = type.fields.map(({ name, label }) => ({ value: name, label }));
  const isKnown = fields.some(({ value }) => value === field);
  const none = { value: '', label: isLeftOut ? 'Left out' : 'Choose a field' };
  return (
    <NativeSelect
      {...shared}
      value={isKnown ? field : ''}
      data={isKnown ? fields : [none, ...fields]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The note above the table has the whole sentence. */
const advice: Readonly<Record<string, string>> = {
  unknown_column: 'No such field: choose one, or leave the column out',
  repeated_field: 'Another column goes into this field',
};
