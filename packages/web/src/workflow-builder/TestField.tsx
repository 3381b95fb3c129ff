import { Button, Group, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { comparisonWords } from '@tallyhook/schemas/kinds';
import { readNumber } from './fields.ts';
import { readList, showList } from './read-list.ts';
import { TemplateField } from './TemplateField.tsx';
import { TypedField } from './TypedField.tsx';
import { plainText, withKey } from './with-key.ts';

/** A comparison of a condition or of a trigger: `left` is a template, `path` a path into the payload. */
type Comparison = { op: string } & Record<string, unknown>;
type Test = Comparison | { and: Test[] } | { or: Test[] } | { not: Test };

interface Sides {
  /** The keys of what is compared. */
  left: 'left' | 'path';
  right: 'right' | 'value';
}

interface TestFieldProps extends Sides {
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A test of two values, or several of which all or any must hold. Deeper ones are kept, and edited as JSON. */
export function TestField({ value, onChange, ...sides }: TestFieldProps) {
  const test = (value ?? {}) as Test;
  const way = 'or' in test ? 'or' : 'and';
  const list = 'and' in test ? (test.and as Test[]) : 'or' in test ? (test.or as Test[]) : [test];
  const change = (next: Test[], by = way) => onChange(next.length === 1 ? next[0] : { [by]: next });
  return (
    <TestList
      list={list}
      way={way}
      onWay={(by) => change(list, by)}
      onChange={(next) => change(next)}
      isNeeded
      {...sides}
    />
  );
}

interface TestListProps extends Sides {
  list: readonly unknown[];
  way?: 'and' | 'or';
  onWay?: (way: 'and' | 'or') => void;
  onChange: (list: Test[]) => void;
  /** Whether one test must stay. */
  isNeeded?: boolean;
}

/** Tests in a list; without `way`, all must hold. */
export function TestList({ list, way, onWay, onChange, isNeeded = false, left, right }: TestListProps) {
  const tests = list as Test[];
  return (
    <Stack gap="sm">
      {tests.length > 1 && onWay !== undefined && (
        <SegmentedControl
          size="xs"
          aria-label="How the tests are combined"
          value={way ?? 'and'}
          data={[
            { value: 'and', label: 'All hold' },
            { value: 'or', label: 'Any holds' },
          ]}
          onChange={(value) => onWay(value)}
        />
      )}
      {tests.map((test, index) => (
        <ComparisonRow
          key={index}
          number={index + 1}
          test={test}
          left={left}
          right={right}
          onChange={(next) => onChange(tests.with(index, next))}
          {...((!isNeeded || tests.length > 1) && { onRemove: () => onChange(tests.toSpliced(index, 1)) })}
        />
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => onChange([...tests, { [left]: '', op: 'eq', [right]: '' }])}
        >
          Add a test
        </Button>
      </Group>
    </Stack>
  );
}

interface ComparisonRowProps extends Sides {
  number: number;
  test: Test;
  onChange: (test: Test) => void;
  onRemove?: () => void;
}

function ComparisonRow({ number, test, left, right, onChange, onRemove }: ComparisonRowProps) {
  if (!('op' in test)) return <p>{JSON.stringify(test)}</p>;
  const { op } = test;
  const isUnary = op === 'empty' || op === 'nempty';
  const isList = op === 'in' || op === 'nin';
  const leftText = plainText(test[left]);
  const changeOp = (next: string) => {
    const isNextUnary = next === 'empty' || next === 'nempty';
    onChange({ ...withKey(test, right, isNextUnary ? undefined : (test[right] ?? '')), op: next });
  };
  const readRight = (text: string) => {
    if (!isList) return valueOf(text);
    const list = readList(text);
    return Array.isArray(list) ? list.map(valueOf) : list;
  };
  return (
    <Stack gap={6} role="group" aria-label={`Test ${number}`}>
      {left === 'left' ? (
        <TemplateField label="Value" value={leftText} onChange={(text) => onChange({ ...test, left: text })} />
      ) : (
        <TextInput
          label="Path"
          description="Such as issue.labels.0.name"
          value={leftText}
          onChange={({ currentTarget }) => onChange({ ...test, path: currentTarget.value })}
        />
      )}
      <Group gap="xs" align="end" wrap="nowrap">
        <NativeSelect
          aria-label="Comparison"
          data={Object.entries(comparisonWords).map(([value, label]) => ({ value, label }))}
          value={op}
          onChange={({ currentTarget }) => changeOp(currentTarget.value)}
        />
        {onRemove !== undefined && (
          <Button variant="subtle" size="compact-sm" aria-label={`Remove test ${number}`} onClick={onRemove}>
            <IconTrash aria-hidden size={15} />
          </Button>
        )}
      </Group>
      {!isUnary && (
        <TypedField
          key={String(isList)}
          label={isList ? 'Compare with (comma between)' : 'Compare with'}
          value={test[right]}
          show={showList}
          read={readRight}
          onChange={(next) => onChange({ ...test, [right]: next })}
        />
      )}
    </Stack>
  );
}

/** A number or yes/no as such; any other text stays text. */
function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return readNumber(text) ?? text;
}
