import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';

/** The address that starts the workflow: shown once it is published. */
export function OwnAddress({ workflowId }: { workflowId: string }) {
  const place = usePlace();
  const queries = useQueryClient();
  const [isChanging, setIsChanging] = useState(false);
  const { data } = useQuery({
    queryKey: ['workflow-activity', place],
    queryFn: ({ signal }) => call(place, 'GET /api/workflow-activity', { signal }),
  });
  const address = data?.find((one) => one.workflowId === workflowId)?.address ?? null;
  if (address === null)
    return (
      <Text size="sm" c="dimmed">
        Its address is shown here once it is published.
      </Text>
    );
  return (
    <Stack gap={6}>
      <b>Address</b>
      <Code block>{address}</Code>
      <Group gap="xs">
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" size="compact-sm" onClick={() => setIsChanging(true)}>
          Change the address
        </Button>
      </Group>
      {isChanging && (
        <ConfirmDialog
          title="Change the address?"
          consequence="Requests to the old address are refused at once. Enter the new one where it is used."
          action="Change"
          onClose={() => setIsChanging(false)}
          onConfirm={async () => {
            await call(place, 'POST /api/workflows/:id/address', { path: { id: workflowId } });
            await queries.invalidateQueries({ queryKey: ['workflow-activity', place] });
          }}
        />
      )}
    </Stack>
  );
}
