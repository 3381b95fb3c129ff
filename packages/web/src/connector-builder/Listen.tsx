import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ConnectorFolder } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { CodeBlock } from '../keys/CodeBlock.tsx';
import { CopyButton } from '../keys/CopyButton.tsx';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import classes from './ConnectorBuilder.module.css';

interface ListenProps {
  id: string;
  /** The name of the webhook's file. */
  webhook: string;
  save: () => Promise<ConnectorFolder | undefined>;
  /** Adds a fixture, and says where. */
  onKeep: (fixture: unknown) => string;
}

const askEveryMs = 1_000;

/** Waits for one delivery at an address of its own, and shows what the webhook reads of it. It starts nothing. */
export function Listen({ id, webhook, save, onKeep }: ListenProps) {
  const place = usePlace();
  const formats = useFormats();
  const { isSending, error, send } = useSending();
  const [listen, setListen] = useState<{ id: string; address: string; expiresAt: string }>();
  const begin = () =>
    send(async () => {
      if ((await save()) === undefined) throw new Error('The connector could not be saved, so nothing is waiting.');
      setListen(await call(place, 'POST /api/connector-folders/:id/listens', { path: { id }, body: { webhook } }));
    });
  return (
    <div className={classes.sidePart}>
      <Title order={2} size="h3">
        Listen for a delivery
      </Title>
      <Text size="sm" c="dimmed">
        An address of its own takes one delivery of the service. It starts nothing.
      </Text>
      <Group>
        <BusyButton size="xs" isBusy={isSending} onClick={() => void begin()}>
          {listen === undefined ? 'Listen for a delivery' : 'Listen for another'}
        </BusyButton>
      </Group>
      {error !== undefined && <ErrorNote title="Couldn't listen" error={error} />}
      {listen !== undefined && (
        <>
          <CodeBlock label="Address for the delivery" text={listen.address} />
          <Group gap="sm">
            <CopyButton what="address" text={listen.address} />
            <Text size="xs" c="dimmed">
              Until {formats.time(listen.expiresAt)}
            </Text>
          </Group>
          <Heard key={listen.id} id={id} listenId={listen.id} onKeep={onKeep} />
        </>
      )}
    </div>
  );
}

function Heard({ id, listenId, onKeep }: { id: string; listenId: string; onKeep: ListenProps['onKeep'] }) {
  const place = usePlace();
  const [keptAt, setKeptAt] = useState<string>();
  const { data, error } = useQuery({
    queryKey: ['connector-listen', place.workspace, id, listenId],
    queryFn: ({ signal }) =>
      call(place, 'GET /api/connector-folders/:id/listens/:listenId', { path: { id, listenId }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting' ? askEveryMs : false),
  });
  if (error !== null) return <ErrorNote title="Couldn't look for the delivery" error={error} />;
  if (data === undefined || (data.state === 'waiting' && data.delivery === undefined))
    return (
      <Text size="sm" role="status">
        {data?.isVerified === true && 'The service has verified the address. '}Waiting for a delivery …
      </Text>
    );
  if (data.delivery === undefined)
    return (
      <Text size="sm" role="status">
        No delivery came in time. Listen for another.
      </Text>
    );
  const { method, headers, body, read, problem } = data.delivery;
  const { fixture, fixtureProblem } = data;
  const raw = [method, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\n');
  return (
    <Stack gap="sm" role="group" aria-label="Delivery">
      <Text size="sm" role="status">
        A delivery has come.
        {data.state === 'waiting' && ' The webhook cannot read it, so the address takes another one …'}
      </Text>
      {problem !== undefined && (
        <ErrorNote
          title={read === null ? 'The webhook cannot read it' : 'Not all of it is read'}
          error={new Error(problem)}
        />
      )}
      {read !== null && <CodeBlock label="As read" text={JSON.stringify(read, null, 2)} maxHeight={240} />}
      <CodeBlock label="Delivery as it came" text={raw} maxHeight={320} />
      {fixture !== undefined && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFlask aria-hidden size={15} />}
            data-control
            aria-disabled={keptAt !== undefined}
            onClick={() => keptAt === undefined && setKeptAt(onKeep(fixture))}
          >
            Use as sample
          </Button>
        </Group>
      )}
      {fixtureProblem !== undefined && (
        <Text size="sm" c="dimmed">
          It cannot be used as a sample. {fixtureProblem}
        </Text>
      )}
      {keptAt !== undefined && (
        <Text size="sm" role="status">
          Kept as {keptAt}
        </Text>
      )}
    </Stack>
  );
}
