import { Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ConnectorClient, InstalledConnector } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { CopyButton } from '../keys/CopyButton.tsx';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useRefresh } from './use-integrations.ts';

interface ClientDialogProps {
  connector: InstalledConnector;
  /** The address to register at the service. */
  redirectAddress: string;
  client: ConnectorClient | undefined;
  onClose: () => void;
}

/** Sets the OAuth client with which the workspace links accounts of a connector. */
export function ClientDialog({ connector, redirectAddress, client, onClose }: ClientDialogProps) {
  const place = usePlace();
  const refresh = useRefresh();
  const { isSending, error, send } = useSending();
  const [id, setId] = useState(client?.isShared === false ? client.clientId : '');
  const [secret, setSecret] = useState('');
  const [isRemoving, setIsRemoving] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    const path = { connector: connector.id };
    const body = { id: id.trim(), ...(secret !== '' && { secret }) };
    const isSaved = await send(() => call(place, 'PUT /api/connector-clients/:connector', { path, body }));
    if (!isSaved) return;
    await refresh();
    onClose();
  }

  if (isRemoving)
    return (
      <ConfirmDialog
        title={`Remove the OAuth client for ${connector.name}?`}
        consequence="Accounts that were linked with it stop working when their tokens end. To link accounts again, somebody sets a client first."
        action="Remove client"
        onClose={onClose}
        onConfirm={async () => {
          await call(place, 'DELETE /api/connector-clients/:connector', { path: { connector: connector.id } });
          await refresh();
        }}
      />
    );
  return (
    <Dialog title={`OAuth client for ${connector.name}`} onClose={() => isSending || onClose()}>
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          <Text>
            {client?.isShared === true
              ? 'The installation has a client for everybody. One of your own replaces it in this workspace.'
              : `${connector.isOwn ? 'This workspace releases this connector itself, so it needs its own client. ' : ''}Register an app at ${connector.name} and enter what it gives you. Register this address there as the redirect address:`}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{redirectAddress}</Code>
            <CopyButton text={redirectAddress} what="redirect address" />
          </Group>
          <TextInput
            label="Client id"
            required
            withAsterisk={false}
            data-autofocus
            autoComplete="off"
            maxLength={1000}
            value={id}
            onChange={({ currentTarget }) => setId(currentTarget.value)}
          />
          <PasswordInput
            label="Client secret"
            description="Stored encrypted, and never shown again."
            autoComplete="off"
            maxLength={10_000}
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
          {error !== undefined && <ErrorNote title="Couldn't save the client" error={error} />}
          <Group justify="flex-end" gap="sm">
            {client?.isShared === false && (
              <Button variant="subtle" color="red" mr="auto" onClick={() => setIsRemoving(true)}>
                Remove client
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSending}>
              Save client
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
