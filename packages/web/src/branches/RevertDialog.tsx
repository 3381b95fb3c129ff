import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Commit } from '@tallyhook/schemas/api';
import { callInLines } from '../api/call-in-lines.ts';
import { Refusal } from '../api/send.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useFormats } from '../use-formats.ts';
import { openOf, partsOf, problemsOf, type Decisions } from './decisions.ts';
import { RevertConflicts } from './RevertConflicts.tsx';
import { useReloadBranches, useRevertPreview } from './use-branches.ts';

/** Takes a commit back; asks what to do with records that were changed again since. */
export function RevertDialog({ branch, commit, onClose }: { branch: string; commit: Commit; onClose: () => void }) {
  const { workspace } = usePlace();
  const reload = useReloadBranches();
  const [isSending, setIsSending] = useState(false);
  const [conflicts, setConflicts] = useState<number>();
  const [decisions, setDecisions] = useState<Decisions>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const preview = useRevertPreview(branch, { commit: commit.id, isWanted: conflicts !== undefined });
  const listed = partsOf(preview.data?.conflicts ?? []);
  const isDecided =
    preview.data !== undefined && !preview.hasNextPage && openOf(decisions, listed, problems).length === 0;
  const [loss, setLoss] = useState<{ detail: string; rest: 'into' | 'from' | undefined }>();
  const [error, setError] = useState<unknown>();
  const [isNothing, setIsNothing] = useState(false);
  const [looked, setLooked] = useState<number>();
  const formats = useFormats();

  async function revert(rest?: 'into' | 'from', acceptLoss?: true) {
    setIsSending(true);
    setError(undefined);
    setProblems({});
    try {
      const chosen = { decisions: Object.values(decisions), ...(rest && { rest }) };
      const body = { ...chosen, ...(acceptLoss && { acceptLoss }) };
      const path = { id: commit.id };
      const place = { workspace: workspace!, branch };
      const done = await callInLines(place, 'POST /api/commits/:id/revert', { path, body }, (progress) =>
        setLooked(progress.looked),
      );
      await reload();
      if (done.commit === null) setIsNothing(true);
      else onClose();
    } catch (problem) {
      if (problem instanceof Refusal && problem.code === 'merge_conflict')
        setConflicts(Number(problem.members.conflicts));
      else if (problem instanceof Refusal && problem.code === 'would_lose') setLoss({ detail: problem.message, rest });
      else setError(problem);
      if (problem instanceof Refusal) setProblems(problemsOf(decisions, problem.errors));
    } finally {
      setIsSending(false);
      setLooked(undefined);
    }
  }

  const decideSome = (decided: Decisions) => {
    setDecisions(decided);
    setProblems({});
  };

  return (
    <Dialog
      title={`Revert “${commit.message}”?`}
      {...(conflicts !== undefined && { size: 'xl' })}
      onClose={() => isSending || onClose()}
    >
      <Stack>
        {isNothing ? (
          <Text size="sm">Nothing is left to take back.</Text>
        ) : loss !== undefined ? (
          <Text size="sm">{loss.detail}</Text>
        ) : conflicts === undefined ? (
          <Text size="sm">Its changes are taken back with a new commit, which you can revert as well.</Text>
        ) : (
          <Text size="sm">
            {counted(conflicts, 'record was', 'records were')} changed again since. Decide for each value, or for all
            that are still open: keep these later changes, or take them back as well?
          </Text>
        )}
        {looked !== undefined && (
          <Text size="sm" role="status">
            {formats.value(looked)} records compared
          </Text>
        )}
        {!isNothing && loss === undefined && conflicts !== undefined && (
          <RevertConflicts {...{ branch, preview, decisions, problems }} onDecide={decideSome} />
        )}
        {error !== undefined && <ErrorNote title="Couldn't revert" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => isSending || onClose()}>
            {isNothing ? 'Close' : 'Cancel'}
          </Button>
          {!isNothing && loss !== undefined && (
            <BusyButton color="red" isBusy={isSending} onClick={() => void revert(loss.rest, true)}>
              Revert and lose them
            </BusyButton>
          )}
          {!isNothing && loss === undefined && conflicts === undefined && (
            <BusyButton isBusy={isSending} onClick={() => void revert()}>
              Revert
            </BusyButton>
          )}
          {!isNothing && loss === undefined && conflicts !== undefined && isDecided && (
            <BusyButton isBusy={isSending} onClick={() => void revert()}>
              Revert as decided
            </BusyButton>
          )}
          {!isNothing && loss === undefined && conflicts !== undefined && !isDecided && (
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
