import { Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { AskedField } from '@tallyhook/schemas/api';
import { useFields } from '../builder/fields.ts';
import { typesOf, useBuilderData } from './builder-data.ts';
import { FilterField } from './FilterField.tsx';
import { JsonField } from './JsonField.tsx';
import { withKey } from './with-key.ts';

type Values = Record<string, unknown>;

interface QuestionFieldProps {
  value: unknown;
  fault: string | undefined;
  onChange: (value: unknown) => void;
}

const functions = { count: 'The number', sum: 'The sum', avg: 'The average', min: 'The smallest', max: 'The largest' };

/** A question in its usual parts: the type, which records, what is counted, and by what. Everything else is JSON. */
export function QuestionField({ value, fault, onChange }: QuestionFieldProps) {
  const question = (value ?? {}) as Values;
  const [isJson, setIsJson] = useState(!isUsual(question));
  return (
    <Stack gap="sm" role="group" aria-label="Question">
      {isJson ? (
        <JsonField
          label="Question"
          hint="As in /api/query. Texts may be templates."
          value={value}
          fault={fault}
          onChange={onChange}
        />
      ) : (
        <QuestionParts question={question} onChange={onChange} />
      )}
      {!isJson && fault !== undefined && (
        <Text size="sm" c="red">
          {fault}
        </Text>
      )}
      <Switch
        size="xs"
        label="As JSON"
        checked={isJson}
        disabled={isJson && !isUsual(question)}
        onChange={({ currentTarget }) => setIsJson(currentTarget.checked)}
      />
    </Stack>
  );
}

const usualParts = ['type', 'filter', 'measures', 'groupBy'];

/** Whether the parts below can show all of a question. */
function isUsual(question: Values): boolean {
  const { measures = [], groupBy: groups = [] } = question;
  const isPlain = (one: unknown, names: string[]): one is Values =>
    typeof one === 'object' && one !== null && Object.keys(one).every((name) => names.includes(name));
  return (
    isPlain(question, usualParts) &&
    Array.isArray(measures) &&
    Array.isArray(groups) &&
    measures.length <= 1 &&
    groups.length <= 1 &&
    measures.every((one) => isPlain(one, ['fn', 'field']) && Object.hasOwn(functions, String(one.fn))) &&
    groups.every((one) => isPlain(one, ['field', 'unit']))
  );
}

function QuestionParts({ question, onChange }: Pick<QuestionFieldProps, 'onChange'> & { question: Values }) {
  const data = useBuilderData();
  const type = typeof question.type === 'string' ? question.type : '';
  return (
    <>
      <NativeSelect
        label="Record type"
        data={[{ value: '', label: 'Choose' }, ...typesOf(data)]}
        value={type}
        // Another type has other fields.
        onChange={({ currentTarget }) => onChange({ type: currentTarget.value })}
      />
      {type !== '' && <AskedParts key={type} type={type} question={question} onChange={onChange} />}
    </>
  );
}

function AskedParts({
  type,
  question,
  onChange,
}: Pick<QuestionFieldProps, 'onChange'> & { type: string; question: Values }) {
  const { fields } = useFields(type);
  const [measure = { fn: 'count' }] = (question.measures ?? []) as { fn: string; field?: string }[];
  const [group] = (question.groupBy ?? []) as { field: string; unit?: string }[];
  if (fields === undefined) return null;
  const set = (name: string, value: unknown) => onChange(withKey(question, name, value));
  const measurable = (fn: string) => fields.own.filter(({ fns }) => fns.includes(fn as never));
  const changeFn = (fn: string) => {
    if (fn === 'count') return set('measures', undefined);
    const [first] = measurable(fn);
    set('measures', [{ fn, ...(first && { field: first.name }) }]);
  };
  const groupField = fields.all.find(({ name }) => name === group?.field);
  return (
    <>
      <FilterField type={type} value={question.filter} fault={undefined} onChange={(filter) => set('filter', filter)} />
      <Group gap="xs" align="end" grow>
        <NativeSelect
          label="Answer"
          data={Object.entries(functions)
            .filter(([fn]) => fn === 'count' || measurable(fn).length > 0)
            .map(([fn, label]) => ({ value: fn, label }))}
          value={measure.fn}
          onChange={({ currentTarget }) => changeFn(currentTarget.value)}
        />
        {measure.fn !== 'count' && (
          <NativeSelect
            label="Of"
            data={optionsOf(measurable(measure.fn))}
            value={measure.field ?? ''}
            onChange={({ currentTarget }) => set('measures', [{ ...measure, field: currentTarget.value }])}
          />
        )}
      </Group>
      <Group gap="xs" align="end" grow>
        <NativeSelect
          label="For each"
          data={[{ value: '', label: 'All together' }, ...optionsOf(fields.all.filter(({ groupable }) => groupable))]}
          value={group?.field ?? ''}
          onChange={({ currentTarget: { value: field } }) => {
            const [unit] = fields.all.find(({ name }) => name === field)?.units ?? [];
            set('groupBy', field === '' ? undefined : [{ field, ...(unit !== undefined && { unit }) }]);
          }}
        />
        {groupField !== undefined && groupField.units.length > 0 && (
          <NativeSelect
            label="Period"
            data={groupField.units.map((unit) => ({ value: unit, label: unit }))}
            value={group?.unit ?? ''}
            onChange={({ currentTarget }) => set('groupBy', [{ ...group, unit: currentTarget.value }])}
          />
        )}
      </Group>
    </>
  );
}

const optionsOf = (fields: readonly AskedField[]) => fields.map(({ name, label }) => ({ value: name, label }));
