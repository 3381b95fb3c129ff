import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { NewConnectorFolder } from '@tallyhook/schemas/api';
import { useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { useMarketplace } from '../marketplace/use-marketplace.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { FromOpenApi, type OpenApiChoice } from './FromOpenApi.tsx';
import { slugOf } from './new-part.ts';
import classes from './ConnectorBuilder.module.css';

type Starter = 'key' | 'oauth2' | 'webhook' | 'upload';

const starters: { value: Starter; label: string }[] = [
  { value: 'key', label: 'A service with a key' },
  { value: 'oauth2', label: 'A service with OAuth 2' },
  { value: 'webhook', label: 'A service that sends webhooks' },
  { value: 'upload', label: 'An action that sends a file' },
];

type Start = 'nothing' | 'openapi' | 'curl' | 'connector';

const starts: { value: Start; label: string }[] = [
  { value: 'nothing', label: 'Nothing: a small example to change' },
  { value: 'openapi', label: 'An OpenAPI document' },
  { value: 'curl', label: 'A curl command' },
  { value: 'connector', label: 'A connector of the marketplace' },
];

/** Begins a connector, and opens it. */
export function NewConnector({ onClose }: { onClose: () => void }) {
  const place = usePlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { isSending, error, send } = useSending();
  const [from, setFrom] = useState<Start>('nothing');
  const [name, setName] = useState('');
  const [typedId, setId] = useState<string>();
  const [starter, setStarter] = useState<Starter>('key');
  const [text, setText] = useState('');
  const [openApi, setOpenApi] = useState<OpenApiChoice>({ document: '', baseUrl: '' });
  const [connector, setConnector] = useState('');
  const [begun, setBegun] = useState<{ id: string; notes: readonly string[] }>();
  const id = typedId ?? slugOf(name);
  const { data: connectors } = useMarketplace({ isNeeded: from === 'connector' });
  const offered = [...new Map(connectors?.marketplace.map((one) => [one.connector, one.name]))];
  const isNamed = from === 'nothing' || from === 'curl';

  const bodyOf = (): NewConnectorFolder => {
    switch (from) {
      case 'nothing':
        return { from, id, name, starter };
      case 'curl':
        return { from, id, name, command: text };
      case 'openapi':
        return { from, ...openApiBody(openApi), ...(id !== '' && { id }) };
      case 'connector':
        return { from, connector };
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The list says that at least one is needed.
    if (from === 'openapi' && openApi.operations?.length === 0) return;
    await send(async () => {
      const folder = await call(place, 'POST /api/connector-folders', { body: bodyOf() });
      await queries.invalidateQueries({ queryKey: ['connector-folders'] });
      if (folder.notes === undefined || folder.notes.length === 0) await open(folder.id);
      else setBegun({ id: folder.id, notes: folder.notes });
    });
  };
  const open = (connectorId: string) => navigate({ to: '/connectors/$connectorId', params: { connectorId } });

  if (begun !== undefined)
    return (
      <Dialog title="What was taken over, and what was not" onClose={onClose}>
        <Stack>
          <ul className={classes.changes}>
            {begun.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          <Group justify="flex-end">
            <Button onClick={() => void open(begun.id)}>Open the connector</Button>
          </Group>
        </Stack>
      </Dialog>
    );

  return (
    <Dialog title="New connector" onClose={() => isSending || onClose()}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <NativeSelect
            label="Start from"
            data={starts}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value as Start)}
          />
          {isNamed && (
            <TextInput
              label="Name of the service"
              required
              withAsterisk={false}
              maxLength={100}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          {from === 'nothing' && (
            <NativeSelect
              label="Example to begin with"
              data={starters}
              value={starter}
              onChange={({ currentTarget }) => setStarter(currentTarget.value as Starter)}
            />
          )}
          {from === 'openapi' && <FromOpenApi value={openApi} onChange={setOpenApi} />}
          {from === 'curl' && (
            <Textarea
              label="curl command"
              description="As the service's documentation shows it. Credentials in it are not kept."
              rows={5}
              required
              withAsterisk={false}
              spellCheck={false}
              classNames={{ input: classes.code }}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {from === 'connector' && (
            <NativeSelect
              label="Connector"
              data={[{ value: '', label: 'Choose' }, ...offered.map(([value, label]) => ({ value, label }))]}
              required
              withAsterisk={false}
              value={connector}
              onChange={({ currentTarget }) => setConnector(currentTarget.value)}
            />
          )}
          {from !== 'connector' && (
            <TextInput
              label={from === 'openapi' ? 'Id (optional)' : 'Id'}
              description="Lower-case letters, digits and hyphens. It never changes."
              required={isNamed}
              withAsterisk={false}
              classNames={{ input: classes.code }}
              value={id}
              onChange={({ currentTarget }) => setId(currentTarget.value)}
            />
          )}
          {from === 'connector' && (
            <Text size="xs" c="dimmed">
              A package keeps what runs; comments and fixtures may be missing.
            </Text>
          )}
          {error !== undefined && <ErrorNote title="Couldn't begin the connector" error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSending}>
              Create connector
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function openApiBody({ document, baseUrl, operations, signIn }: OpenApiChoice) {
  return {
    document,
    ...(baseUrl !== '' && { baseUrl }),
    ...(operations !== undefined && { operations: [...operations] }),
    ...(signIn && { signIn }),
  };
}
