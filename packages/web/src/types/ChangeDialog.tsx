import { Button, Group, Stack, Text } from '@mantine/core';
import type { TypeChangePreview } from '@tallyhook/schemas/api';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
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
  const { records, changed, lost, fields, refusals } = preview;
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
        {fields
          .filter((field) => field.lost > 0 || field.filled > 0)
          .map(({ field, label, change, values, lost: gone, filled, examples }) => (
            <div key={field}>
              <Text fw={600}>
                {label}:{' '}
                {gone > 0 &&
                  `${gone} of ${counted(values, 'value')} ${change === 'removed' ? 'go with the field' : 'do not fit'}`}
                {gone > 0 && filled > 0 && ', '}
                {filled > 0 && `${counted(filled, 'record')} ${filled === 1 ? 'gets' : 'get'} the default`}
              </Text>
              {examples.length > 0 && (
                <ul className={classes.lost} tabIndex={0} aria-label={`Values of ${label} that would be lost`}>
                  {examples.map(({ id, label: record, value }) => (
                    <li key={id}>{record === value ? value : `${record}: ${value}`}</li>
                  ))}
                </ul>
              )}
            </div>
          ))}
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
