import { Button, Checkbox, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { WorkflowInput } from '@tallyhook/schemas';
import { freeId } from './tree.ts';
import { withKey } from './with-key.ts';

const kinds: [kind: WorkflowInput['kind'], label: string][] = [
  ['text', 'Text'],
  ['number', 'Number'],
  ['yesNo', 'Yes or no'],
  ['day', 'Day'],
  ['choice', 'Choice'],
];

interface InputsEditorProps {
  label: string;
  value: readonly WorkflowInput[];
  onChange: (value: WorkflowInput[] | undefined) => void;
}

/** What a person or another workflow gives. */
export function InputsEditor({ label, value, onChange }: InputsEditorProps) {
  const change = (next: WorkflowInput[]) => onChange(next.length === 0 ? undefined : next);
  const add = () => {
    const name = freeId('value', new Set(value.map((input) => input.name)));
    change([...value, { name, label: 'Value', kind: 'text' }]);
  };
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {value.map((input, index) => (
        <Paper key={index} withBorder p="sm">
          <InputEditor
            input={input}
            onChange={(next) => change(value.with(index, next))}
            onRemove={() => change(value.toSpliced(index, 1))}
          />
        </Paper>
      ))}
      <Group>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus aria-hidden size={14} />} onClick={add}>
          Add an input
        </Button>
      </Group>
    </Stack>
  );
}

interface InputEditorProps {
  input: WorkflowInput;
  onChange: (input: WorkflowInput) => void;
  onRemove: () => void;
}

function InputEditor({ input, onChange, onRemove }: InputEditorProps) {
  const { name, label, kind, options = [], required = false } = input;
  const changeKind = (next: WorkflowInput['kind']) =>
    onChange({ ...withKey(input, 'options', next === 'choice' ? ['Yes', 'No'] : undefined), kind: next });
  return (
    <Stack gap={6}>
      <TextInput
        label="Label"
        value={label}
        onChange={(event) => onChange({ ...input, label: event.currentTarget.value })}
      />
      <TextInput
        label="Name in templates"
        value={name}
        onChange={(event) => onChange({ ...input, name: event.currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        data={kinds.map(([value, text]) => ({ value, label: text }))}
        value={kind}
        onChange={(event) => changeKind(event.currentTarget.value as WorkflowInput['kind'])}
      />
      {kind === 'choice' && (
        <TextInput
          label="Choices (comma between)"
          value={options.join(', ')}
          onChange={(event) =>
            onChange({
              ...input,
              options: event.currentTarget.value.split(',').map((option) => option.trim()),
            })
          }
        />
      )}
      <Group justify="space-between">
        <Checkbox
          label="Required"
          checked={required}
          onChange={(event) => onChange({ ...input, required: event.currentTarget.checked })}
        />
        <Button variant="subtle" size="compact-sm" aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconTrash aria-hidden size={15} />
        </Button>
      </Group>
    </Stack>
  );
}
