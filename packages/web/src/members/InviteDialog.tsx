import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { roleHints, roleLabels, rolesFor, type Role } from './roles.ts';

/** Invites an email. The link goes there and nowhere else, so it is never shown here. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { workspaces } = useSignedIn();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const { isSending, error, send } = useSending();
  const own = workspaces.find(({ id }) => id === place.workspace)?.role;

  async function invite(event: FormEvent) {
    event.preventDefault();
    const isInvited = await send(async () => {
      await call(place, 'POST /api/invitations', { body: { email, role } });
      await queries.invalidateQueries({ queryKey: ['invitations', place.workspace] });
    });
    if (!isInvited) return;
    announce(`${email} is invited`);
    onClose();
  }

  return (
    <Dialog title="Invite somebody" onClose={() => isSending || onClose()}>
      <form onSubmit={(event) => void invite(event)}>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            data-autofocus
            required
            withAsterisk={false}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <NativeSelect
            label="Role"
            description={roleHints[role]}
            value={role}
            data={rolesFor(own).map((one) => ({ value: one, label: roleLabels[one] }))}
            onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
          />
          <Text size="sm" c="dimmed">
            They get a mail with a link and choose a password themselves, or sign in to accept. Without a mail server,
            an operator of this installation passes the link on.
          </Text>
          {error !== undefined && <ErrorNote title="Couldn't invite them" error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSending}>
              Invite
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
