import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';

export interface LeaveDialogProps {
  /** Whether there are changes to save. */
  isChanged: boolean;
  isSaving: boolean;
  onSave: () => void;
}

/**
 * Asks once what to do with unsaved changes before the page is left. It stays open while they are being saved: otherwise
 * the page would change later without warning.
 */
export function LeaveDialog({ isChanged, isSaving, onSave }: LeaveDialogProps) {
  const { status, proceed, reset } = useBlocker({
    // Opening the records behind a figure loses nothing: Back returns to the question.
    shouldBlockFn: ({ current, next }) =>
      isChanged && next.pathname !== current.pathname && !next.pathname.startsWith('/records/'),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const [isSaveAsked, setIsSaveAsked] = useState(false);
  // Once everything is saved there is nothing left to ask. If the save asked for here fails, the page says why.
  useEffect(() => {
    if (status !== 'blocked') return;
    if (!isChanged) proceed();
    else if (isSaveAsked && !isSaving) reset();
    if (!isSaving) setIsSaveAsked(false);
  }, [status, isChanged, isSaveAsked, isSaving, proceed, reset]);
  if (status !== 'blocked') return null;
  const keepEditing = () => isSaving || reset();
  const save = () => {
    setIsSaveAsked(true);
    onSave();
  };
  return (
    <Dialog title="You have unsaved changes" closeLabel="Keep editing" onClose={keepEditing}>
      <Text size="sm" mb="md">
        Save them for everybody, or discard them?
      </Text>
      <Group gap="sm" justify="flex-end">
        <Button variant="default" data-autofocus aria-disabled={isSaving} onClick={keepEditing}>
          Keep editing
        </Button>
        <Button variant="default" aria-disabled={isSaving} onClick={() => isSaving || proceed()}>
          Discard
        </Button>
        <BusyButton isBusy={isSaving} onClick={save}>
          Save
        </BusyButton>
      </Group>
    </Dialog>
  );
}
