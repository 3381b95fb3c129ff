import { Group, NativeSelect } from '@mantine/core';
import type { AskedField } from '@tallyhook/schemas/api';
import { readNumber } from './fields.ts';
import { JsonField } from './JsonField.tsx';
import { readList, showList } from './read-list.ts';
import { TypedField } from './TypedField.tsx';
import { plainText } from './with-key.ts';

const listOperators = ['in', 'nin', 'has', 'hasAll', 'hasNone'];

interface FilterValueProps {
  field: AskedField | undefined;
  op: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The value that a field is compared with; nothing if the comparison needs none. */
export function FilterValue({ field, op, value, onChange }: FilterValueProps) {
  const form = formOf(op);
  if (form === 'none') return null;
  if (form === 'two') {
    const [from = '', to = ''] = (Array.isArray(value) ? value : []) as unknown[];
    const read = (text: string) => readOne(text, field);
    return (
      <Group gap="xs" align="start" grow>
        <TypedField label="From" value={from} read={read} onChange={(next) => onChange([next, to])} />
        <TypedField label="To" value={to} read={read} onChange={(next) => onChange([from, next])} />
      </Group>
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return <JsonField label="Value" value={value} onChange={onChange} />;
  if (field?.kind === 'yesNo' && typeof value === 'boolean')
    return (
      <NativeSelect
        label="Value"
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'true')}
      />
    );
  const { options = [] } = field ?? {};
  const labelOf = (one: unknown) => options.find((option) => option.value === one)?.label ?? plainText(one);
  const hint = options.length === 0 ? undefined : options.map(({ label }) => label).join(', ');
  if (form === 'list')
    return (
      <TypedField
        label="Value (comma between)"
        hint={hint}
        value={value}
        show={(given) => showList(Array.isArray(given) ? given.map(labelOf) : given)}
        read={(text) => {
          const read = readList(text);
          return Array.isArray(read) ? read.map((part) => readOne(part, field)) : read;
        }}
        onChange={onChange}
      />
    );
  return (
    <TypedField
      label="Value"
      hint={hint}
      value={value}
      show={labelOf}
      read={(text) => readOne(text, field)}
      onChange={onChange}
    />
  );
}

function formOf(op: string): 'none' | 'one' | 'two' | 'list' {
  if (op === 'empty' || op === 'nempty') return 'none';
  if (op === 'between') return 'two';
  return listOperators.includes(op) ? 'list' : 'one';
}

/** The value of a condition with another comparison: the one it has, if it is of the same form. */
export function valueFor(op: string, field: AskedField | undefined, before?: { op: string; value?: unknown }): unknown {
  const form = formOf(op);
  if (before !== undefined && formOf(before.op) === form && before.value !== undefined) return before.value;
  if (form === 'none') return undefined;
  if (form === 'two') return ['', ''];
  if (form === 'list') return [];
  return field?.kind === 'yesNo' ? true : '';
}

/** A number or a choice for fields of that kind; any other text stays text. */
function readOne(text: string, field: AskedField | undefined): unknown {
  if (field?.kind === 'number') return readNumber(text) ?? text;
  const named = field?.options?.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase());
  return named?.value ?? text;
}
