import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ChangeCounts } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { useTypes } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import { describeCounts, nameOfType } from './describe-changes.ts';
import { useReloadBranches } from './use-branches.ts';

/** Asks for the message of a commit. */
export function CommitDialog({
  branch,
  counts,
  onClose,
}: {
  branch: string;
  counts: Record<string, ChangeCounts>;
  onClose: () => void;
}) {
  const { workspace } = usePlace();
  const types = useTypes().data ?? [];
  const formats = useFormats();
  const reload = useReloadBranches();
  const [message, setMessage] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const { isSending, error, send } = useSending();
  const said = Object.entries(counts).map(([type, of]) => `${nameOfType(type, types)}: ${describeCounts(of, formats)}`);

  async function commit(event: FormEvent) {
    event.preventDefault();
    if (message.trim() === '') return setIsEmpty(true);
    const isDone = await send(async () => {
      await call({ workspace: workspace!, branch }, 'POST /api/commits', { body: { message: message.trim() } });
      await reload();
    });
    if (isDone) onClose();
  }

  return (
    <Dialog title={`Commit on ${branch}`} onClose={() => isSending || onClose()}>
      <form onSubmit={(event) => void commit(event)}>
        <Stack>
          <Text size="sm">{said.join('; ')}</Text>
          <Textarea
            label="Message"
            description="What was changed, and why."
            data-autofocus
            autosize
            minRows={2}
            maxLength={2000}
            value={message}
            error={isEmpty && message.trim() === '' ? 'Enter a message.' : undefined}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
          {error !== undefined && <ErrorNote title="Couldn't commit" error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => isSending || onClose()}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSending}>
              Commit
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
