import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { counted } from '../shell/counted.ts';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';

interface DeleteDeliveriesProps {
  deliveryIds: readonly string[];
  onClose: () => void;
  /** After it; some may have stayed. */
  onDeleted: (deleted: number) => void | Promise<void>;
}

/** Deletes deliveries after a question, and says which of them stay. */
export function DeleteDeliveries({ deliveryIds, onClose, onDeleted }: DeleteDeliveriesProps) {
  const place = usePlace();
  const announce = useAnnounce();
  const [deleted, setDeleted] = useState<number>();
  // The question closes itself after the answer, before it is drawn again.
  const hasLeft = useRef(false);
  const count = counted(deliveryIds.length, 'delivery', 'deliveries');

  async function remove() {
    const body = { ids: [...deliveryIds] };
    const answer = await call(place, 'POST /api/delivery-deletions', { body });
    if (answer.deleted < deliveryIds.length) {
      hasLeft.current = true;
      setDeleted(answer.deleted);
      return;
    }
    announce(`${count} deleted`);
    await onDeleted(answer.deleted);
  }

  if (deleted !== undefined) {
    const left = deliveryIds.length - deleted;
    return (
      <Dialog
        title={`${counted(left, 'delivery', 'deliveries')} ${left === 1 ? 'stays' : 'stay'}`}
        onClose={() => void onDeleted(deleted)}
      >
        <Stack>
          <Text>
            Runs that {left === 1 ? 'it' : 'they'} started have not ended. Delete {left === 1 ? 'it' : 'them'} after
            that.
          </Text>
          <Group justify="flex-end">
            <Button onClick={() => void onDeleted(deleted)}>Close</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Delete ${count}?`}
      consequence="Their content goes, and they can't be replayed. If the sender repeats one, it still starts nothing. Those with runs that have not ended stay."
      action={`Delete ${count}`}
      onClose={() => hasLeft.current || onClose()}
      onConfirm={remove}
    />
  );
}
