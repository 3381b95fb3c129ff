import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAntenna } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { JsonBlock } from '../runs/JsonBlock.tsx';
import { useBuilderData } from './builder-data.ts';

interface SampleSourceProps {
  /** The kind of the trigger. */
  kind: string;
  isListening: boolean;
  onListen: (isListening: boolean) => void;
}

/** Where the values come from that fields offer and tests begin with; another event can be waited for. */
export function SampleSource({ kind, isListening, onListen }: SampleSourceProps) {
  const { sample } = useBuilderData();
  const { sample: chosen } = useSearch({ from: '/workflows/$workflowId' });
  const navigate = useNavigate({ from: '/workflows/$workflowId' });
  const { from, trigger } = sample;
  const takesEvents = kind === 'connector' || kind === 'address';
  return (
    <Stack gap="xs" component="section" aria-label="Sample">
      <b>Sample</b>
      <Text size="sm">
        {from === null ? (
          'There is none yet. It comes with the first run or event.'
        ) : (
          <>
            From{' '}
            {from.kind === 'run' ? (
              <Anchor component={Link} to="/runs/$runId" params={{ runId: from.id } as never} size="sm">
                the last run
              </Anchor>
            ) : (
              <Anchor component={Link} to="/deliveries/$deliveryId" params={{ deliveryId: from.id } as never} size="sm">
                {chosen === undefined ? 'the last event' : 'the chosen event'}
              </Anchor>
            )}
          </>
        )}
      </Text>
      <Group gap="xs">
        {takesEvents && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconAntenna aria-hidden size={14} />}
            aria-pressed={isListening}
            onClick={() => {
              // A chosen event would stay the sample.
              if (chosen !== undefined) void navigate({ search: {} });
              onListen(!isListening);
            }}
          >
            {isListening ? 'Stop listening' : 'Listen for an event'}
          </Button>
        )}
        {chosen !== undefined && (
          <Button variant="default" size="compact-sm" onClick={() => void navigate({ search: {} })}>
            Use the newest instead
          </Button>
        )}
      </Group>
      <div role="status">
        {isListening && (
          <Text size="sm" c="dimmed">
            Waiting for the next event …
          </Text>
        )}
      </div>
      {from !== null && (
        <JsonBlock title="Values of the start" of="the sample" value={trigger} fileName="sample.json" />
      )}
    </Stack>
  );
}
