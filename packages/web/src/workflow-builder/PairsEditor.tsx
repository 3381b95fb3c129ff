import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { freeId } from './tree.ts';
import { TemplateField } from './TemplateField.tsx';

interface PairsEditorProps {
  label: string;
  hint: string | undefined;
  value: Record<string, string>;
  onChange: (value: Record<string, string>) => void;
}

/** Values by names that people choose, such as headers. */
export function PairsEditor({ label, hint, value, onChange }: PairsEditorProps) {
  const pairs = Object.entries(value);
  const change = (next: [string, string][]) => onChange(Object.fromEntries(next));
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <b>{label}</b>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {pairs.map(([name, text], index) => (
        <Paper key={index} withBorder p="sm">
          <Group align="end" wrap="nowrap">
            <TextInput
              label="Name"
              value={name}
              onChange={({ currentTarget }) => change(pairs.with(index, [currentTarget.value, text]))}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove ${name}`}
              onClick={() => change(pairs.toSpliced(index, 1))}
            >
              <IconTrash aria-hidden size={15} />
            </Button>
          </Group>
          <TemplateField label="Value" value={text} onChange={(next) => change(pairs.with(index, [name, next]))} />
        </Paper>
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => change([...pairs, [freeId('Name', new Set(Object.keys(value))), '']])}
        >
          Add one
        </Button>
      </Group>
    </Stack>
  );
}
