import { Alert, Button, Group, NativeSelect, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { BranchProgress } from '@tallyhook/schemas/api';
import { callInLines } from '../api/call-in-lines.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { useFormats } from '../use-formats.ts';
import { useBranches, useReloadBranches } from './use-branches.ts';

/** Makes a branch and opens it. */
export function NewBranchDialog({ onClose }: { onClose: () => void }) {
  const place = usePlace();
  const navigate = useNavigate();
  const reload = useReloadBranches();
  const formats = useFormats();
  const branches = useBranches().data ?? [];
  const [name, setName] = useState('');
  const [from, setFrom] = useState(place.branch);
  const [progress, setProgress] = useState<BranchProgress>();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function make(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    if (name.trim() === '') return setProblem('Enter a name.');
    setProblem(undefined);
    setIsSending(true);
    try {
      const body = { name: name.trim(), from };
      const made = await callInLines({ workspace: place.workspace! }, 'POST /api/branches', { body }, setProgress);
      await reload();
      onClose();
      await navigate({ to: '.', search: { workspace: place.workspace, branch: made.name } as never });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Couldn't make it. Try again.");
      setIsSending(false);
      setProgress(undefined);
    }
  }

  return (
    <Dialog title="New branch" onClose={() => isSending || onClose()}>
      <form onSubmit={(event) => void make(event)}>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label="From"
            description="The branch begins as an exact copy, and its workflows are off."
            value={from}
            data={branches.length > 0 ? branches.map((branch) => branch.name) : [from]}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          {progress !== undefined && (
            <div role="status">
              <Progress
                value={progress.total === 0 ? 100 : (progress.records / progress.total) * 100}
                aria-label="Copied records"
              />
              <Text size="sm">
                {formats.value(progress.records)} of {formats.value(progress.total)} records copied
              </Text>
            </div>
          )}
          {problem !== undefined && (
            <Alert color="red" variant="outline" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" aria-disabled={isSending} onClick={() => isSending || onClose()}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSending}>
              Make branch
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
