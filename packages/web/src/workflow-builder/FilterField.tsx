import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { QuestionCondition } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { useFields } from '../builder/fields.ts';
import { comparisonLabel, offeredOperators } from '../reports/comparison-label.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { FilterValue, valueFor } from './FilterValue.tsx';
import { JsonField } from './JsonField.tsx';
import { withKey } from './with-key.ts';

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
  const { fields, error } = useFields(type);
  const read = readFilter(value);
  if (fields === undefined)
    return error === null ? null : <ErrorNote title="Couldn't load the fields of the type" error={error} />;
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
          onChange={(next) => change(list.with(index, next))}
          onRemove={() => change(list.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => first && change([...list, startWith(first)])}
        >
          Add a condition
        </Button>
      </Group>
      {fault !== undefined && (
        <Text size="sm" c="red">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

/** The conditions of a filter without groups inside; undefined for any other. */
function readFilter(value: unknown): { join: 'and' | 'or'; list: Condition[] } | undefined {
  if (value === undefined) return { join: 'and', list: [] };
  const filter = (value ?? {}) as { and?: unknown; or?: unknown };
  const join = filter.or === undefined ? 'and' : 'or';
  const list = filter.and ?? filter.or ?? [filter];
  return Array.isArray(list) && list.every(isCondition) ? { join, list } : undefined;
}

function isCondition(value: unknown): value is Condition {
  const { field, op } = (value ?? {}) as Partial<Condition>;
  return typeof field === 'string' && typeof op === 'string';
}

const offered = (field: AskedField, current?: string): Operator[] =>
  offeredOperators(field, current as Operator | undefined);

function startWith(field: AskedField): Condition {
  const op = offered(field)[0]!;
  return conditionWith({ field: field.name, op }, valueFor(op, field));
}

const conditionWith = (condition: Condition, value: unknown): Condition => withKey(condition, 'value', value);

interface ConditionRowProps {
  number: number;
  condition: Condition;
  fields: readonly AskedField[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ number, condition, fields, onChange, onRemove }: ConditionRowProps) {
  const { op, value } = condition;
  const field = fields.find(({ name }) => name === condition.field);
  const named = fields.filter(({ ops }) => ops.length > 0).map(({ name, label }) => ({ value: name, label }));
  return (
    <Stack gap={6} role="group" aria-label={`Condition ${number}`}>
      <Group gap="xs" align="end" wrap="nowrap">
        <NativeSelect
          label="Field"
          flex={1}
          data={field === undefined ? [{ value: condition.field, label: condition.field }, ...named] : named}
          value={condition.field}
          onChange={({ currentTarget }) => {
            const next = fields.find(({ name }) => name === currentTarget.value);
            if (next !== undefined) onChange(startWith(next));
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
          onChange={({ currentTarget: { value: next } }) =>
            onChange({ ...conditionWith(condition, valueFor(next, field, condition)), op: next })
          }
        />
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove condition ${number}`} onClick={onRemove}>
          <IconTrash aria-hidden size={15} />
        </ActionIcon>
      </Group>
      <FilterValue
        key={`${condition.field} ${op}`}
        {...{ field, op, value }}
        onChange={(next) => onChange(conditionWith(condition, next))}
      />
    </Stack>
  );
}
