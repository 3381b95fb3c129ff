import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';

export interface LeaveDialogProps {
  /** Whether there is something to lose that could be saved. */
  isChanged: boolean;
  isSaving: boolean;
  /** Saves; says whether that worked. */
  onSave: () => Promise<boolean>;
}

/**
 * Asks once what becomes of changes when one goes to another page. While they are being saved it stays: closed, one
 * would be taken away later.
 */
export function LeaveDialog({ isChanged, isSaving, onSave }: LeaveDialogProps) {
  const { status, proceed, reset } = useBlocker({
    // The records behind a figure are a look aside: Back brings the question again.
    shouldBlockFn: ({ current, next }) =>
      isChanged && next.pathname !== current.pathname && next.pathname !== '/records',
    enableBeforeUnload: false,
    withResolver: true,
  });
  // A save that was under way before has left nothing to ask.
  useEffect(() => {
    if (status === 'blocked' && !isChanged) proceed();
  }, [status, isChanged, proceed]);
  if (status !== 'blocked') return null;
  const keepEditing = () => isSaving || reset();
  return (
    <Dialog title="The changes of this report are not saved" closeLabel="Keep editing" onClose={keepEditing}>
      <Text size="sm" mb="md">
        Discard them, or save them for everybody?
      </Text>
      <Group gap="sm" justify="flex-end">
        <Button variant="default" data-autofocus aria-disabled={isSaving} onClick={keepEditing}>
          Keep editing
        </Button>
        <Button variant="default" aria-disabled={isSaving} onClick={() => isSaving || proceed()}>
          Discard
        </Button>
        <BusyButton isBusy={isSaving} onClick={() => void onSave().then((isSaved) => (isSaved ? proceed() : reset()))}>
          Save
        </BusyButton>
      </Group>
    </Dialog>
  );
}
