import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShareLink } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { CodeBlock } from '../keys/CodeBlock.tsx';
import { CopyButton } from '../keys/CopyButton.tsx';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { ShareList } from './ShareList.tsx';

export interface ShareDialogProps {
  kind: ShareLink['kind'];
  target: string;
  name: string;
  onClose: () => void;
}

const lifetimes = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
];

/** Makes a link to a dashboard or report for people without a sign-in, and lists those that there are. */
export function ShareDialog({ kind, target, name, onClose }: ShareDialogProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const [days, setDays] = useState('90');
  const [made, setMade] = useState<ShareLink>();
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setIsSending] = useState(false);
  const { data: links = [] } = useShares();
  const own = links.filter((link) => link.target === target && link.branch === place.branch);

  async function make() {
    setIsSending(true);
    setFailure(undefined);
    try {
      setMade(await call(place, 'POST /api/shares', { body: { kind, target, expiresInDays: Number(days) } }));
      await queries.invalidateQueries({ queryKey: ['shares', place.workspace] });
    } catch (error) {
      setFailure(error);
    }
    setIsSending(false);
  }
  return (
    <Dialog title={`Share ${name} by link`} onClose={onClose}>
      <Stack>
        <Text size="sm">
          People with the link see the figures of this {kind}, always as they are now: without a sign-in, without the
          records behind them, and nothing else.
        </Text>
        {made === undefined ? (
          <Group gap="sm" align="flex-end">
            <NativeSelect
              label="The link ends"
              value={days}
              data={lifetimes}
              onChange={({ currentTarget }) => setDays(currentTarget.value)}
            />
            <BusyButton isBusy={isSending} onClick={() => void make()}>
              Make a link
            </BusyButton>
          </Group>
        ) : (
          <>
            <Text size="sm">Copy it now: it is not shown again.</Text>
            <CodeBlock label="Link" text={made.address!} />
            <Group gap="sm">
              <CopyButton text={made.address!} what="link" />
            </Group>
          </>
        )}
        {failure !== undefined && <ErrorNote title="Couldn't make the link" error={failure} />}
        {own.length > 0 && <ShareList links={own} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The working links of the workspace. */
export function useShares() {
  const place = usePlace();
  return useQuery({
    queryKey: ['shares', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/shares', { signal }),
  });
}
