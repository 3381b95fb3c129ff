import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordType } from '@tallyhook/schemas';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';

/** Removes a type, after saying what goes and what stops. */
export function RemoveType({ type }: { type: RecordType }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash aria-hidden size={15} />}
        onClick={() => setIsAsking(true)}
      >
        Remove …
      </Button>
      {isAsking && <RemoveDialog type={type} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function RemoveDialog({ type: { name, label }, onClose }: { type: RecordType; onClose: () => void }) {
  const place = usePlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const { isSending, error, send } = useSending();
  const [isAccepted, setIsAccepted] = useState(false);
  const found = useQuery({
    queryKey: ['type-uses', place, name],
    queryFn: ({ signal }) => call(place, 'GET /api/types/:name/uses', { path: { name }, signal }),
    staleTime: 0,
  });
  const uses = found.data?.uses ?? [];
  const isHeld = uses.some(({ kind }) => kind === 'field');

  async function remove() {
    const query = { evenIfUsed: uses.length > 0 };
    if (!(await send(() => call(place, 'DELETE /api/types/:name', { path: { name }, query })))) return;
    announce(`The type ${label} is removed`);
    await navigate({ to: '/types' });
    await queries.invalidateQueries();
  }

  return (
    <Dialog title={`Remove the type ${label}?`} onClose={() => isSending || onClose()}>
      <Stack>
        {found.data === undefined ? (
          <Skeleton height={60} />
        ) : (
          <>
            <Text>
              {found.data.records === 0
                ? 'It has no records.'
                : `Its ${counted(found.data.records, 'record')} go with it.`}
            </Text>
            {uses.length > 0 && (
              <div>
                <Text>
                  {isHeld ? 'These use it; fields that point to it have to go first:' : 'These stop working:'}
                </Text>
                <ul>
                  {uses.map(({ kind, id, name: use }) => (
                    <li key={id}>
                      {use} ({kind})
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {uses.length > 0 && !isHeld && (
              <Checkbox
                label="Remove it even so"
                checked={isAccepted}
                onChange={({ currentTarget }) => setIsAccepted(currentTarget.checked)}
              />
            )}
          </>
        )}
        {(error ?? found.error) != null && <ErrorNote title="Couldn't remove it" error={error ?? found.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => isSending || onClose()}>
            Cancel
          </Button>
          {found.data !== undefined && !isHeld && (uses.length === 0 || isAccepted) && (
            <BusyButton color="red" isBusy={isSending} onClick={() => void remove()}>
              Remove {label}
            </BusyButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
