import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldAt } from './file-context.ts';
import { TextAt } from './fields.tsx';
import classes from './ConnectorBuilder.module.css';

const at = ['signIn', 'optionalScopes'] as const;

/** Scopes that a person may leave out when they link an account, each with what it is for. */
export function OptionalScopes() {
  const { id, value, ownFault, set } = useFieldAt(at);
  const scopes: unknown[] = Array.isArray(value) ? value : [];
  const change = (next: unknown[]) => set(next.length === 0 ? undefined : next);
  return (
    <Stack gap="xs" role="group" aria-label="Optional scopes" id={id} tabIndex={-1}>
      <div>
        <Text size="sm" fw={500}>
          Optional scopes
        </Text>
        <Text size="xs" c="dimmed">
          A person may leave these out when they link an account.
        </Text>
      </div>
      {scopes.map((_, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="start">
          <div className={`${classes.pair} ${classes.grow}`}>
            <TextAt at={[...at, index, 'scope']} label={`Optional scope ${index + 1}`} isRequired isCode />
            <TextAt at={[...at, index, 'description']} label="What it is for" placeholder="Upload files" isRequired />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={24}
            aria-label={`Remove optional scope ${index + 1}`}
            onClick={() => change(scopes.toSpliced(index, 1))}
          >
            <IconTrash aria-hidden size={16} />
          </ActionIcon>
        </Group>
      ))}
      {ownFault !== undefined && (
        <Text size="xs" c="var(--bad)">
          {ownFault}
        </Text>
      )}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => change([...scopes, { scope: '', description: '' }])}
        >
          Add an optional scope
        </Button>
      </Group>
    </Stack>
  );
}
