import { Button, Group, Skeleton, Stack } from '@mantine/core';
import type { ConnectorFolder } from '@tallyhook/schemas/api';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { ReleaseChanges, useReleasePlan } from './ReleaseChanges.tsx';

interface ChangesDialogProps {
  id: string;
  save: () => Promise<ConnectorFolder | undefined>;
  onClose: () => void;
}

/** What has changed since the latest version, without releasing it. */
export function ChangesDialog({ id, save, onClose }: ChangesDialogProps) {
  const { data: plan, error } = useReleasePlan({ id, save });
  return (
    <Dialog title="What changes" onClose={onClose}>
      <Stack>
        {error !== null && <ErrorNote title="Couldn't compare it with the latest version" error={error} />}
        {plan === undefined && error === null && <Skeleton height={120} />}
        {plan !== undefined && <ReleaseChanges plan={plan} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
