import { Button, Group, Stack, Text } from '@mantine/core';
import type { LinkedAccount, UnlinkedAccount } from '@tallyhook/schemas/api';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { useRefresh } from './use-integrations.ts';

interface RemoveAccountProps {
  /** The name of the service. */
  service: string;
  account: LinkedAccount;
  onClose: () => void;
}

/** Removes an account after a question, and says what is left at the service for a person to end. */
export function RemoveAccount({ service, account, onClose }: RemoveAccountProps) {
  const { id, label } = account;
  const place = usePlace();
  const refresh = useRefresh();
  const [left, setLeft] = useState<UnlinkedAccount>();
  // The question closes itself after the answer, before it is drawn again.
  const hasLeft = useRef(false);

  async function remove() {
    const outcome = await call(place, 'DELETE /api/accounts/:id', { path: { id } });
    hasLeft.current = outcome.reason !== null || outcome.leftSubscriptions > 0;
    if (hasLeft.current) setLeft(outcome);
    else await refresh();
  }
  // The row goes with the refresh, and with it this dialog.
  const close = () => void refresh().then(onClose);

  if (left !== undefined)
    return (
      <Dialog title={`${label} is removed`} onClose={close}>
        <Stack>
          {left.reason !== null && (
            <Text>
              {service} did not end its token: {left.reason} End it there.
            </Text>
          )}
          {left.leftSubscriptions > 0 && (
            <Text>
              {service} did not end {counted(left.leftSubscriptions, 'subscription')} yet. What it still sends starts
              nothing. End it there if it goes on.
            </Text>
          )}
          <Group justify="flex-end">
            <Button onClick={close}>Close</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={`Remove ${label}?`}
      consequence={consequenceOf(account)}
      action="Remove"
      onClose={() => hasLeft.current || onClose()}
      onConfirm={remove}
    />
  );
}

function consequenceOf({ usedBy, isSignedIn }: LinkedAccount): string {
  const users = usedBy.filter(({ on }) => on).map(({ name }) => name);
  const stops = users.length === 0 ? 'No workflow that is on uses it.' : `These workflows stop: ${users.join(', ')}.`;
  const revoked = isSignedIn ? ' The service is asked to end its token, if it can.' : '';
  return `Its credentials are deleted. ${stops}${revoked}`;
}
