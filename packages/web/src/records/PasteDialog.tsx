import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../shell/Dialog.tsx';
import { useFormats } from '../use-formats.ts';

export interface PasteDialogProps {
  /** How many records it changes. */
  changed: number;
  /** How many records it adds. */
  added: number;
  onClose: () => void;
  onPaste: () => void;
}

/** Asks before a paste that has more lines than the grid below its first one. */
export function PasteDialog({ changed, added, onClose, onPaste }: PasteDialogProps) {
  const formats = useFormats();
  const countOf = (count: number) => `${formats.number(count)} ${count === 1 ? 'record' : 'records'}`;
  return (
    <Dialog
      title={`Paste ${formats.number(changed + added)} ${changed + added === 1 ? 'line' : 'lines'}?`}
      onClose={onClose}
    >
      <Stack>
        <Text>
          {changed > 0 ? `Changes ${countOf(changed)} and adds ${countOf(added)}.` : `Adds ${countOf(added)}.`}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onPaste();
              onClose();
            }}
          >
            Paste
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
