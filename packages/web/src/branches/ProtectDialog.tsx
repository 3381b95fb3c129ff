import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { BranchDetails, BranchProtection } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useReloadBranches } from './use-branches.ts';

const roles = [
  { value: 'member', label: 'Editors, admins and owners' },
  { value: 'admin', label: 'Admins and owners' },
  { value: 'owner', label: 'Owners' },
];

/** Says who may change a branch directly, and who may merge into it. */
export function ProtectDialog({ branch, onClose }: { branch: BranchDetails; onClose: () => void }) {
  const place = usePlace();
  const reload = useReloadBranches();
  const [protection, setProtection] = useState<BranchProtection>(branch.protection);
  const { isSending, error, send } = useSending();
  const save = async () => {
    const path = { name: branch.name };
    const isSaved = await send(async () => {
      await call({ workspace: place.workspace! }, 'PATCH /api/branches/:name', { path, body: { protection } });
      await reload();
    });
    if (isSaved) onClose();
  };
  const role = (value: string) => value as BranchProtection['write'];
  return (
    <Dialog title={`Who may change ${branch.name}`} onClose={() => isSending || onClose()}>
      <Stack>
        <NativeSelect
          label="Change it directly"
          description="Everybody else works on a branch of their own and has it merged."
          data={roles}
          value={protection.write}
          onChange={({ currentTarget }) => setProtection({ ...protection, write: role(currentTarget.value) })}
        />
        <NativeSelect
          label="Merge into it"
          data={roles}
          value={protection.merge}
          onChange={({ currentTarget }) => setProtection({ ...protection, merge: role(currentTarget.value) })}
        />
        {error !== undefined && <ErrorNote title="Couldn't save it" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton isBusy={isSending} onClick={() => void save()}>
            Save
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
