import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { WorkflowInput } from '@tallyhook/schemas';
import type { GivenInputs } from './read-inputs.ts';

interface InputFieldsProps {
  inputs: readonly WorkflowInput[];
  given: GivenInputs;
  /** What is wrong, by the name of the input. */
  faults: Record<string, string>;
  onChange: (given: GivenInputs) => void;
}

/** The form for what a workflow asks a person. */
export function InputFields({ inputs, given, faults, onChange }: InputFieldsProps) {
  return inputs.map((input) => (
    <InputField
      key={input.name}
      input={input}
      value={given[input.name]}
      fault={faults[input.name]}
      onChange={(value) => onChange({ ...given, [input.name]: value })}
    />
  ));
}

interface InputFieldProps {
  input: WorkflowInput;
  value: GivenInputs[string];
  fault: string | undefined;
  onChange: (value: string | boolean) => void;
}

function InputField({
  input: { label, kind, options = [], required = false },
  value,
  fault,
  onChange,
}: InputFieldProps) {
  const shared = { label: required ? label : `${label} (optional)`, error: fault };
  if (kind === 'yesNo')
    return (
      <Checkbox
        {...shared}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  const text = typeof value === 'string' ? value : '';
  if (kind === 'choice')
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: 'Choose' }, ...options]}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
