import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useFieldAt } from './file-context.ts';
import { ChoiceAt, JsonAt, ListAt, TextAt } from './fields.tsx';

const classesOfErrors = [
  { value: 'auth', label: 'The account cannot sign in' },
  { value: 'rate_limit', label: 'Too many requests' },
  { value: 'invalid_input', label: 'An input is wrong' },
  { value: 'not_found', label: 'It does not exist' },
  { value: 'conflict', label: 'Something is in the way' },
  { value: 'transient', label: 'It may work later' },
  { value: 'unknown_outcome', label: 'Nobody knows whether it was done' },
  { value: 'fatal', label: 'It will not work' },
];

/** What failed answers mean: the first rule that matches applies. */
export function ErrorsTab() {
  const { value, set, id } = useFieldAt(['errors']);
  const rules = Array.isArray(value) ? (value as unknown[]) : [];
  const change = (next: unknown[]) => set(next.length === 0 ? undefined : next);
  return (
    <Stack role="group" aria-label="Rules for errors" id={id} tabIndex={-1}>
      <Text size="sm" c="dimmed">
        The first rule that matches applies; then those of the connector. Without a rule, the status decides.
      </Text>
      {rules.map((_, index) => (
        <Paper key={index} withBorder p="sm" role="group" aria-label={`Rule ${index + 1}`}>
          <Stack gap="sm">
            <ListAt at={['errors', index, 'status']} label="Statuses" isNumbers />
            <ChoiceAt at={['errors', index, 'class']} label="It means" options={classesOfErrors} />
            <TextAt at={['errors', index, 'message']} label="What people read" />
            <JsonAt at={['errors', index, 'when']} label="Only if" hint="A list of { path, is } or { path, isNot }." />
            <Group justify="flex-end">
              <Button variant="subtle" size="compact-sm" onClick={() => change(rules.toSpliced(index, 1))}>
                Remove rule {index + 1}
              </Button>
            </Group>
          </Stack>
        </Paper>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => change([...rules, { status: [404], class: 'not_found' }])}
        >
          Add a rule
        </Button>
      </Group>
      <JsonAt at={['retry']} label="Sending again" hint="status, attempts, wait: in addition to the usual rules." />
    </Stack>
  );
}
