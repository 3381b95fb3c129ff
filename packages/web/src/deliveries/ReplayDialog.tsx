import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useDelivery } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';

interface ReplayDialogProps {
  deliveryIds: readonly string[];
  /** One of them; the workflows that take it take all. */
  sampleId: string;
  onClose: () => void;
  onStarted?: () => void;
}

/** Asks for the workflow, and runs it with deliveries that came before. */
export function ReplayDialog({ deliveryIds, sampleId, onClose, onStarted }: ReplayDialogProps) {
  const place = usePlace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data } = useDelivery(sampleId);
  const workflows = data?.workflows ?? [];
  const [chosen, setChosen] = useState<string>();
  const workflow = chosen ?? workflows[0]?.id;
  const { isSending, error, send } = useSending();
  const what = deliveryIds.length === 1 ? 'this delivery' : `${deliveryIds.length} deliveries`;

  async function replay() {
    if (workflow === undefined) return;
    await send(async () => {
      const body = { workflow, deliveries: [...deliveryIds] };
      const runs = await call(place, 'POST /api/delivery-replays', { body });
      onStarted?.();
      await queries.invalidateQueries({ queryKey: ['delivery', place] });
      if (runs.length === 1) await navigate({ to: '/runs/$runId', params: { runId: runs[0]!.id } });
      else await navigate({ to: '/runs', search: { workflow } });
    });
  }

  return (
    <Dialog title={`Replay ${what}?`} onClose={() => isSending || onClose()}>
      <Stack>
        {data !== undefined && workflows.length === 0 ? (
          <Text size="sm">No workflow of this branch starts with deliveries of {data.delivery.connector}.</Text>
        ) : (
          <NativeSelect
            label="Workflow"
            data={workflows.map(({ id, name, on }) => ({ value: id, label: on ? name : `${name} (off)` }))}
            value={workflow ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        <Text size="sm" c="dimmed">
          The whole workflow runs, and does again what it did before: comments, messages and uploads come twice.
        </Text>
        {error !== undefined && <ErrorNote title="Couldn't replay" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton isBusy={isSending} aria-disabled={workflow === undefined} onClick={() => void replay()}>
            Replay
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
