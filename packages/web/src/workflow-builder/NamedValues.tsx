import { Stack } from '@mantine/core';
import type { Field } from '@tallyhook/schemas';
import { useBuilderData } from './builder-data.ts';
import { Choices } from './Choices.tsx';
import type { FieldProps } from './field-props.ts';
import { labelOf, type FieldSchema } from './fields.ts';
import { ValueField } from './ValueField.tsx';
import { withKey } from './with-key.ts';

type Values = Record<string, unknown>;

/** The inputs of the chosen action. */
export function ActionInput({ of, set, fault }: FieldProps) {
  const { connectors } = useBuilderData();
  const action = connectors.find(({ id }) => id === of.connector)?.actions.find(({ name }) => name === of.action);
  if (action === undefined) return null;
  return (
    <SchemaValues
      label="Inputs of the action"
      schema={action.input}
      value={(of.input ?? {}) as Values}
      fault={fault}
      onChange={(input) => set('input', input)}
    />
  );
}

interface SchemaValuesProps {
  label: string;
  schema: FieldSchema;
  value: Values;
  fault: string | undefined;
  onChange: (value: Values) => void;
}

/** A field for each property of a JSON Schema. */
export function SchemaValues({ label, schema, value: values, fault, onChange }: SchemaValuesProps) {
  const { properties = {}, required = [] } = schema;
  return (
    <Stack gap="sm" role="group" aria-label={label}>
      {Object.entries(properties).map(([name, schema]) => (
        <ValueField
          key={name}
          label={labelOf(name, schema)}
          schema={schema}
          isRequired={required.includes(name)}
          value={values[name]}
          fault={fault?.includes(`"${name}"`) === true ? fault : undefined}
          onChange={(value) => onChange(withKey(values, name, value))}
        />
      ))}
    </Stack>
  );
}

/** The fields of a record that a step writes. */
export function RecordFields({ of, set }: FieldProps) {
  const { types } = useBuilderData();
  const type = types.find(({ name }) => name === of.type);
  if (type === undefined) return null;
  const fields = (of.fields ?? {}) as Values;
  const change = (name: string, value: unknown) => set('fields', withKey(fields, name, value));
  return (
    <Stack gap="sm" role="group" aria-label="Fields of the record">
      {type.fields.map((field) => (
        <ValueField
          key={field.name}
          label={field.label ?? field.name}
          schema={schemaOf(field)}
          isRequired={of.kind === 'createRecord' && field.required === true}
          value={fields[field.name]}
          onChange={(value) => change(field.name, value)}
        />
      ))}
    </Stack>
  );
}

function schemaOf({ kind, many, options }: Field): FieldSchema {
  const hint = options === undefined ? {} : { description: options.map(({ value }) => value).join(', ') };
  if (many) return { type: 'array', items: { type: 'string' }, ...hint };
  return { type: kind === 'number' ? 'number' : kind === 'yesNo' ? 'boolean' : 'string', ...hint };
}

/** The fields whose change starts a workflow. */
export function ChangedFields({ of, set }: FieldProps) {
  const { types } = useBuilderData();
  const type = types.find(({ name }) => name === of.type);
  if (type === undefined) return null;
  return (
    <Choices
      label="Only if one of these fields changes"
      options={type.fields.map(({ name }) => name)}
      value={of.fields}
      onChange={(next) => set('fields', next)}
    />
  );
}

/** The inputs of a called workflow. */
export function CalledInputs({ of, set }: FieldProps) {
  const { workflows } = useBuilderData();
  const called = workflows.find(({ id }) => id === of.workflow)?.definition.trigger;
  const asked = called?.kind === 'called' ? (called.inputs ?? []) : [];
  const inputs = (of.inputs ?? {}) as Values;
  const change = (name: string, value: unknown) => set('inputs', withKey(inputs, name, value));
  return asked.map(({ name, label, required = false }) => (
    <ValueField
      key={name}
      label={label}
      schema={{ type: 'string' }}
      isRequired={required}
      value={inputs[name]}
      onChange={(value) => change(name, value)}
    />
  ));
}
