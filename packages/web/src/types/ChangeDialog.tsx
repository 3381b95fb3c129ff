import { Button, Group, Stack, Text } from '@mantine/core';
import type { TypeChangePreview } from '@tallyhook/schemas/api';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { FieldEffects } from './FieldEffects.tsx';
import { Stops } from './Stops.tsx';
import classes from './Types.module.css';

export interface ChangeDialogProps {
  plural: string;
  preview: TypeChangePreview;
  isSending: boolean;
  error: unknown;
  onClose: () => void;
  onSave: () => void;
}

/** Says what saving a type does to its records, before it happens. */
export function ChangeDialog({ plural, preview, isSending, error, onClose, onSave }: ChangeDialogProps) {
  const { records, changed, lost, fields, refusals, stops } = preview;
  const isRefused = refusals.length > 0;
  return (
    <Dialog
      title={
        isRefused ? 'The records do not fit yet' : lost > 0 ? `Lose ${counted(lost, 'value')}?` : `Change ${plural}?`
      }
      onClose={() => isSending || onClose()}
    >
      <Stack>
        {refusals.map(({ detail }) => (
          <Text key={detail} className={classes.fault}>
            {detail}
          </Text>
        ))}
        {!isRefused && (
          <Text>
            {counted(changed, 'record')} of {records} {changed === 1 ? 'changes' : 'change'}.
            {lost > 0 && ' Values that do not fit are removed from the records. The change log keeps them.'}
          </Text>
        )}
        <FieldEffects fields={fields} />
        {!isRefused && <Stops stops={stops} />}
        {error !== undefined && <ErrorNote title="Couldn't save the type" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={() => isSending || onClose()}>
            {isRefused ? 'Close' : 'Cancel'}
          </Button>
          {!isRefused && (
            <BusyButton color={lost > 0 ? 'red' : undefined} isBusy={isSending} onClick={onSave}>
              {lost > 0 ? 'Save and lose them' : 'Save'}
            </BusyButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
