import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { QuestionCondition } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { useFields } from '../builder/fields.ts';
import { comparisonLabel, offeredOperators } from '../reports/comparison-label.ts';
import { JsonField } from './JsonField.tsx';
import { TemplateField } from './TemplateField.tsx';
import { plainText, withKey } from './with-key.ts';

type Operator = QuestionCondition['op'];
type Condition = { field: string; op: string; value?: unknown };

interface FilterFieldProps {
  /** The record type. */
  type: string;
  value: unknown;
  fault: string | undefined;
  onChange: (value: unknown) => void;
}

/** Which records are meant: conditions of which all or any must hold. Deeper filters are edited as JSON. */
export function FilterField({ type, value, fault, onChange }: FilterFieldProps) {
  const { fields } = useFields(type);
  const read = readFilter(value);
  if (fields === undefined) return null;
  if (read === undefined)
    return <JsonField label="Filter" value={value} fault={fault} onChange={(next) => onChange(next)} />;
  const { join, list } = read;
  const change = (next: readonly Condition[], by = join) =>
    onChange(next.length === 0 ? undefined : next.length === 1 ? next[0] : { [by]: next });
  const first = fields.all.find(({ ops }) => ops.length > 0);
  return (
    <Stack gap="sm" role="group" aria-label="Filter">
      <b>Which records</b>
      {list.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="How the conditions are combined"
          value={join}
          data={[
            { value: 'and', label: 'All hold' },
            { value: 'or', label: 'Any holds' },
          ]}
          onChange={(by) => change(list, by)}
        />
      )}
      {list.map((condition, index) => (
        <ConditionRow
          key={index}
          number={index + 1}
          condition={condition}
          fields={fields.all}
          fault={index === 0 ? fault : undefined}
          onChange={(next) => change(list.with(index, next))}
          onRemove={() => change(list.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => first && change([...list, { field: first.name, op: offered(first)[0]!, value: '' }])}
        >
          Add a condition
        </Button>
      </Group>
    </Stack>
  );
}

/** The conditions of a filter without groups inside; undefined for any other. */
function readFilter(value: unknown): { join: 'and' | 'or'; list: Condition[] } | undefined {
  if (value === undefined) return { join: 'and', list: [] };
  const filter = value as { and?: unknown[]; or?: unknown[] };
  const join = filter.or === undefined ? 'and' : 'or';
  const list = filter.and ?? filter.or ?? [filter];
  return list.every(isCondition) ? { join, list } : undefined;
}

function isCondition(value: unknown): value is Condition {
  const { field, op } = (value ?? {}) as Partial<Condition>;
  return typeof field === 'string' && typeof op === 'string';
}

const offered = (field: AskedField, current?: string): Operator[] =>
  offeredOperators(field, current as Operator | undefined);

interface ConditionRowProps {
  number: number;
  condition: Condition;
  fields: readonly AskedField[];
  fault: string | undefined;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ number, condition, fields, fault, onChange, onRemove }: ConditionRowProps) {
  const { op, value } = condition;
  const field = fields.find(({ name }) => name === condition.field);
  const isUnary = op === 'empty' || op === 'nempty';
  const isList = ['in', 'nin', 'has', 'hasAll', 'hasNone'].includes(op);
  const text = isList && Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value);
  const changeOp = (next: string) => {
    const needsNone = next === 'empty' || next === 'nempty';
    onChange({ ...withKey<Condition>(condition, 'value', needsNone ? undefined : (value ?? '')), op: next });
  };
  const changeValue = (next: string) =>
    onChange({
      ...condition,
      value: isList && !next.includes('{{') ? next.split(',').map((part) => part.trim()) : valueOf(next, field),
    });
  return (
    <Stack gap={6} role="group" aria-label={`Condition ${number}`}>
      <Group gap="xs" align="end" wrap="nowrap">
        <NativeSelect
          label="Field"
          flex={1}
          data={fields.filter(({ ops }) => ops.length > 0).map(({ name, label }) => ({ value: name, label }))}
          value={condition.field}
          onChange={({ currentTarget }) => {
            const next = fields.find(({ name }) => name === currentTarget.value)!;
            onChange({ field: next.name, op: offered(next)[0]!, value: '' });
          }}
        />
        <NativeSelect
          aria-label="Comparison"
          flex={1}
          data={(field === undefined ? [op as Operator] : offered(field, op)).map((one) => ({
            value: one,
            label: comparisonLabel(one, field?.kind),
          }))}
          value={op}
          onChange={({ currentTarget }) => changeOp(currentTarget.value)}
        />
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove condition ${number}`} onClick={onRemove}>
          <IconTrash aria-hidden size={15} />
        </ActionIcon>
      </Group>
      {!isUnary &&
        (typeof value === 'object' && !Array.isArray(value) ? (
          <JsonField
            label="Value"
            value={value}
            fault={fault}
            onChange={(next) => onChange({ ...condition, value: next })}
          />
        ) : (
          <TemplateField
            label={isList ? 'Value (comma between)' : 'Value'}
            hint={field?.options?.map((option) => option.value).join(', ')}
            value={text}
            fault={fault}
            onChange={changeValue}
          />
        ))}
    </Stack>
  );
}

/** A number or yes/no for fields of that kind; any other text stays text. */
function valueOf(text: string, field: AskedField | undefined): unknown {
  if (field?.kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (field?.kind === 'yesNo' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
