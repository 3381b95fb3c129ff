import { Checkbox, NativeSelect } from '@mantine/core';
import { plainValue, type FieldSchema } from './fields.ts';
import { JsonField } from './JsonField.tsx';
import { readList, showList } from './read-list.ts';
import { TypedField } from './TypedField.tsx';

interface ValueFieldProps {
  label: string;
  schema: FieldSchema;
  isRequired: boolean;
  value: unknown;
  fault?: string | undefined;
  onChange: (value: unknown) => void;
}

/** A value of which texts may be templates: whole structures are edited as JSON. */
export function ValueField({ label, schema, isRequired, value, fault, onChange }: ValueFieldProps) {
  const types = [schema.type].flat();
  const shown = isRequired ? label : `${label} (optional)`;
  const hint = schema.description?.replaceAll('`', '');
  if (types.includes('array') && schema.items?.type === 'string' && isTextList(value))
    return (
      <TypedField
        label={`${shown}, comma between`}
        hint={hint}
        value={value}
        fault={fault}
        isRequired={isRequired}
        show={showList}
        read={(text) => (text.trim() === '' ? undefined : readList(text))}
        onChange={onChange}
      />
    );
  const isStructure =
    types.includes('object') || types.includes('array') || (typeof value === 'object' && value !== null);
  if (isStructure) return <JsonField label={shown} hint={hint} value={value} fault={fault} onChange={onChange} />;
  if (schema.enum !== undefined)
    return (
      <NativeSelect
        label={shown}
        description={hint}
        data={[{ value: '', label: 'Choose' }, ...schema.enum.map((option) => ({ value: option, label: option }))]}
        value={typeof value === 'string' ? value : ''}
        error={fault}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    );
  if (types.includes('boolean') && typeof value !== 'string')
    return (
      <Checkbox
        label={shown}
        description={hint}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked || undefined)}
      />
    );
  return (
    <TypedField
      label={shown}
      hint={hint}
      value={value}
      fault={fault}
      isRequired={isRequired}
      read={(text) => plainValue(text, schema)}
      onChange={onChange}
    />
  );
}

/** A list of texts, or an expression that gives one. */
const isTextList = (value: unknown): boolean =>
  value === undefined ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));
