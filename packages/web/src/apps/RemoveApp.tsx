import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { AppDetail } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import classes from '../marketplace/Marketplace.module.css';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useRefreshApps } from './use-apps.ts';

/** Removes an app from the branch, after saying what goes and what stops. */
export function RemoveApp({ app }: { app: AppDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div>
      <Button
        variant="subtle"
        className={classes.remove}
        leftSection={<IconTrash aria-hidden size={15} />}
        onClick={() => setIsAsking(true)}
      >
        Remove …
      </Button>
      <Text component="span" className={classes.muted}>
        {app.uses.length === 0 ? 'Nothing else uses it.' : `Would stop ${app.uses.length} of your own.`}
      </Text>
      {isAsking && <RemoveDialog app={app} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function RemoveDialog({ app, onClose }: { app: AppDetail; onClose: () => void }) {
  const { app: id, name, records, uses, reports, dashboards, workflows } = app;
  const place = usePlace();
  const refresh = useRefreshApps();
  const { isSending, error, send } = useSending();
  const [choice, setChoice] = useState<'keep' | 'remove'>('keep');
  const [isAccepted, setIsAccepted] = useState(false);
  const isHeld = choice === 'remove' && uses.some(({ kind }) => kind === 'field');
  const canRemove = choice === 'keep' || uses.length === 0 || (isAccepted && !isHeld);

  async function remove() {
    const query = { keepRecords: choice === 'keep', evenIfUsed: isAccepted };
    if (!(await send(() => call(place, 'DELETE /api/installed-apps/:app', { path: { app: id }, query })))) return;
    onClose();
    await refresh();
  }

  return (
    <Dialog title={`Remove ${name}?`} onClose={() => isSending || onClose()}>
      <Stack>
        <Text>
          {[
            counted(reports.length, 'report'),
            counted(dashboards.length, 'dashboard'),
            counted(workflows.length, 'workflow'),
          ].join(', ')}{' '}
          of the app go from this branch.
        </Text>
        <Radio.Group label="Its types and records" value={choice} onChange={(value) => setChoice(value)}>
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label="Stay, as types of this workspace" />
            <Radio
              value="remove"
              label={records === 0 ? 'Go; they have no records' : `Go, with ${counted(records, 'record')}`}
            />
          </Stack>
        </Radio.Group>
        {choice === 'remove' && uses.length > 0 && (
          <div>
            <Text>
              {isHeld ? 'These use them; fields that point to them have to go first:' : 'These stop working:'}
            </Text>
            <ul>
              {uses.map(({ kind, id: use, name: used }) => (
                <li key={use}>
                  {used} ({kind})
                </li>
              ))}
            </ul>
            {!isHeld && (
              <Checkbox
                label="Remove it even so"
                checked={isAccepted}
                onChange={({ currentTarget }) => setIsAccepted(currentTarget.checked)}
              />
            )}
          </div>
        )}
        {error !== undefined && <ErrorNote title="Couldn't remove it" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => isSending || onClose()}>
            Cancel
          </Button>
          {canRemove && (
            <BusyButton color="red" isBusy={isSending} onClick={() => void remove()}>
              Remove {name}
            </BusyButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
