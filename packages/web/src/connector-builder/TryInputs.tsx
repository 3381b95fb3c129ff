import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { JsonField } from '../workflow-builder/JsonField.tsx';
import { useTypedText } from '../workflow-builder/use-typed-text.ts';
import { withKey } from '../workflow-builder/with-key.ts';
import { valueAt } from './edit-json.ts';

type Values = Record<string, unknown>;

interface TryInputsProps {
  /** The JSON Schema of the inputs. */
  input: unknown;
  /** The input that names the file: there is none. */
  leaveOut: string | undefined;
  values: Values;
  onChange: (values: Values) => void;
}

/** A field for each input of an action. Empty fields are not sent. */
export function TryInputs({ input, leaveOut, values, onChange }: TryInputsProps) {
  const properties = Object.entries((valueAt(input, ['properties']) ?? {}) as Record<string, unknown>);
  const required = valueAt(input, ['required']);
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return properties
    .filter(([name]) => name !== leaveOut)
    .map(([name, schema]) => {
      const title = valueAt(schema, ['title']);
      const label = typeof title === 'string' && title !== '' ? title : name;
      return (
        <TryInput
          key={name}
          label={isRequired(name) ? label : `${label} (optional)`}
          schema={schema}
          value={values[name]}
          onChange={(value) => onChange(withKey(values, name, value))}
        />
      );
    });
}

interface TryInputProps {
  label: string;
  schema: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
}

function TryInput({ label, schema, value, onChange }: TryInputProps) {
  const type = valueAt(schema, ['type']);
  const options = valueAt(schema, ['enum']);
  const read = (text: string): unknown => {
    if (text === '') return undefined;
    return (type === 'number' || type === 'integer') && !Number.isNaN(Number(text)) ? Number(text) : text;
  };
  const show = (given: unknown) =>
    given === undefined ? '' : typeof given === 'string' ? given : JSON.stringify(given);
  const [text, setText] = useTypedText(value, { show, read });
  if (type === 'boolean')
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (Array.isArray(options))
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: 'Choose' }, ...options.map(String)]}
        value={show(value)}
        onChange={({ currentTarget }) => onChange(options.find((one) => String(one) === currentTarget.value))}
      />
    );
  if (type !== 'string' && type !== 'number' && type !== 'integer')
    return <JsonField label={`${label}, as JSON`} value={value} onChange={onChange} />;
  return (
    <TextInput
      label={label}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}
