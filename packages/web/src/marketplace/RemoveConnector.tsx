import { Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ConnectorDetail, RemovedConnector } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useRefresh } from '../integrations/use-integrations.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import classes from './Marketplace.module.css';

/** Removes a connector, after saying what stops. */
export function RemoveConnector({ connector }: { connector: ConnectorDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const running = connector.usedBy.filter(({ on }) => on).length;
  const stops = running === 0 ? 'No workflow stops.' : `Would stop ${counted(running, 'workflow')}.`;
  return (
    <div>
      <Button
        variant="subtle"
        className={classes.remove}
        leftSection={<IconTrash aria-hidden size={15} />}
        onClick={() => setIsAsking(true)}
      >
        Remove …
      </Button>
      <Text component="span" className={classes.muted}>
        {stops}
      </Text>
      {isAsking && <RemoveDialog connector={connector} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function RemoveDialog({ connector, onClose }: { connector: ConnectorDetail; onClose: () => void }) {
  const { connector: id, name, usedBy, accounts, subscriptions } = connector;
  const place = usePlace();
  const refresh = useRefresh({ removed: id });
  const { isSending, error, send } = useSending();
  const [outcome, setOutcome] = useState<RemovedConnector>();
  const running = usedBy.filter(({ on }) => on);

  async function remove() {
    let removed: RemovedConnector | undefined;
    const isDone = await send(async () => {
      removed = await call(place, 'DELETE /api/installed-connectors/:connector', { path: { connector: id } });
    });
    if (!isDone) return;
    if (removed !== undefined && hasLeft(removed)) setOutcome(removed);
    else await close();
  }
  async function close() {
    onClose();
    await refresh();
  }

  if (outcome !== undefined)
    return (
      <Dialog title={`${name} is removed`} onClose={() => void close()}>
        <Stack>
          {outcome.accounts
            .filter(({ reason }) => reason !== null)
            .map(({ label, reason }) => (
              <Text key={label}>
                {name} did not end the token of {label}: {reason} End it there.
              </Text>
            ))}
          {outcome.leftSubscriptions > 0 && (
            <Text>
              {name} did not end {counted(outcome.leftSubscriptions, 'subscription')} yet. What it still sends starts
              nothing. End it there if it goes on.
            </Text>
          )}
          <Group justify="flex-end">
            <Button onClick={() => void close()}>Close</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  return (
    <Dialog title={`Remove ${name}?`} onClose={() => isSending || onClose()}>
      <Stack>
        {running.length === 0 ? (
          <Text>No workflow that is on uses it.</Text>
        ) : (
          <div>
            <Text>{running.length === 1 ? 'This workflow is turned off:' : 'These workflows are turned off:'}</Text>
            <ul>
              {running.map(({ workflowId, name: workflow, branch }) => (
                <li key={`${branch} ${workflowId}`}>{branch === 'main' ? workflow : `${workflow}, on ${branch}`}</li>
              ))}
            </ul>
          </div>
        )}
        <Text>
          {accounts === 0
            ? 'No account is linked.'
            : `${accounts === 1 ? '1 account is' : `${accounts} accounts are`} unlinked and their credentials deleted. The service is asked to end tokens that it issued here, if it can.`}
          {subscriptions > 0 && ` ${counted(subscriptions, 'subscription')} at ${name} end.`} An OAuth client of this
          workspace is deleted. The workflows themselves stay.
        </Text>
        {error !== undefined && <ErrorNote title="Couldn't remove it" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-control aria-disabled={isSending} onClick={() => isSending || onClose()}>
            Cancel
          </Button>
          <BusyButton color="red" isBusy={isSending} onClick={() => void remove()}>
            Remove {name}
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Whether something at the service is left for a person to end. */
const hasLeft = ({ accounts, leftSubscriptions }: RemovedConnector) =>
  leftSubscriptions > 0 || accounts.some(({ reason }) => reason !== null);
