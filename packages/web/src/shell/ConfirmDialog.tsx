import { Button, Group, Stack, Text } from '@mantine/core';
import { BusyButton } from './BusyButton.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorNote } from './ErrorNote.tsx';
import { useSending } from './use-sending.ts';

export interface ConfirmDialogProps {
  /** A question: `Remove Ana?` */
  title: string;
  /** What happens then. */
  consequence: string;
  /** The verb on the button. */
  action: string;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. A refusal is shown, and the dialog stays open. */
export function ConfirmDialog({ title, consequence, action, onClose, onConfirm }: ConfirmDialogProps) {
  const { isSending, error, send } = useSending();
  const confirm = async () => {
    if (await send(onConfirm)) onClose();
  };

  return (
    <Dialog title={title} onClose={() => isSending || onClose()}>
      <Stack>
        <Text>{consequence}</Text>
        {error !== undefined && <ErrorNote title={`Couldn't ${action.toLowerCase()}`} error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton color="red" isBusy={isSending} onClick={() => void confirm()}>
            {action}
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
