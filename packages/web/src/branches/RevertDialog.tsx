import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Commit } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { Refusal } from '../api/send.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useReloadBranches } from './use-branches.ts';

/** Takes a commit back; asks what to do with records that were changed again since. */
export function RevertDialog({ branch, commit, onClose }: { branch: string; commit: Commit; onClose: () => void }) {
  const { workspace } = usePlace();
  const reload = useReloadBranches();
  const [isSending, setIsSending] = useState(false);
  const [conflicts, setConflicts] = useState<number>();
  const [error, setError] = useState<unknown>();
  const [isNothing, setIsNothing] = useState(false);

  async function revert(rest?: 'into' | 'from') {
    setIsSending(true);
    setError(undefined);
    try {
      const body = rest === undefined ? {} : { rest };
      const path = { id: commit.id };
      const done = await call({ workspace: workspace!, branch }, 'POST /api/commits/:id/revert', { path, body });
      await reload();
      if (done.commit === null) setIsNothing(true);
      else onClose();
    } catch (problem) {
      if (problem instanceof Refusal && problem.code === 'merge_conflict')
        setConflicts(Number(problem.members.conflicts));
      else setError(problem);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Dialog title={`Revert “${commit.message}”?`} onClose={() => isSending || onClose()}>
      <Stack>
        {isNothing ? (
          <Text size="sm">Nothing is left to take back.</Text>
        ) : conflicts === undefined ? (
          <Text size="sm">Its changes are taken back with a new commit, which you can revert as well.</Text>
        ) : (
          <Text size="sm">
            {counted(conflicts, 'record was', 'records were')} changed again since. Keep these later changes, or take
            them back as well?
          </Text>
        )}
        {error !== undefined && <ErrorNote title="Couldn't revert" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => isSending || onClose()}>
            {isNothing ? 'Close' : 'Cancel'}
          </Button>
          {!isNothing && conflicts === undefined && (
            <BusyButton isBusy={isSending} onClick={() => void revert()}>
              Revert
            </BusyButton>
          )}
          {!isNothing && conflicts !== undefined && (
            <>
              <BusyButton variant="default" isBusy={isSending} onClick={() => void revert('from')}>
                Take back all
              </BusyButton>
              <BusyButton isBusy={isSending} onClick={() => void revert('into')}>
                Keep later changes
              </BusyButton>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
