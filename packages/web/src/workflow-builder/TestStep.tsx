import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerTrackNext } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { isOpenRun } from '@tallyhook/schemas/run-statuses';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { useRun } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { JsonBlock } from '../runs/JsonBlock.tsx';
import { RunStatusMark } from '../runs/RunStatusMark.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { findResult } from './find-result.ts';
import type { EditedStep } from './tree.ts';
import type { EditedState } from './use-edited-workflow.ts';

interface TestStepProps {
  state: EditedState;
  step: EditedStep;
}

/** Runs a step as it is now, alone or with what follows, and shows what it did. */
export function TestStep({ state, step }: TestStepProps) {
  const place = usePlace();
  const { sample: delivery } = useSearch({ from: '/workflows/$workflowId' });
  const { isSending, error, send } = useSending();
  const [runId, setRunId] = useState<string>();

  const test = (scope: 'step' | 'rest') =>
    send(async () => {
      if ((await state.save()) === undefined) throw new Error('The draft could not be saved, so it was not tested.');
      const path = { id: state.draft.workflowId };
      const body = { stepId: step.id, scope, ...(delivery !== undefined && { delivery }) };
      setRunId((await call(place, 'POST /api/workflows/:id/tests', { path, body })).id);
    });

  return (
    <Stack gap="xs" component="section" aria-label="Test">
      <Group gap="xs">
        <BusyButton
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay aria-hidden size={14} />}
          isBusy={isSending}
          onClick={() => void test('step')}
        >
          Test this step
        </BusyButton>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerTrackNext aria-hidden size={14} />}
          aria-disabled={isSending}
          data-control
          onClick={() => isSending || void test('rest')}
        >
          Test from here
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        The step really runs: what it sends is sent. Earlier values come from the sample.
      </Text>
      {error !== undefined && <ErrorNote title="Couldn't test the step" error={error} />}
      {runId !== undefined && <TestResult key={runId} runId={runId} step={step} />}
    </Stack>
  );
}

function TestResult({ runId, step }: { runId: string; step: EditedStep }) {
  const queries = useQueryClient();
  const { data: run } = useRun(runId);
  const isOver = run !== undefined && !isOpenRun(run.status);
  useEffect(() => {
    // The output of the step is offered to the steps after it.
    if (isOver) void queries.invalidateQueries({ queryKey: ['workflow-sample'] });
  }, [isOver, queries]);
  if (run === undefined) return null;
  const result = findResult(run.steps, step.id);
  const error = result?.error ?? run.error;
  return (
    <Stack gap="xs" role="status">
      <Group gap="sm">
        <RunStatusMark status={result?.status ?? run.status} />
        <Anchor component={Link} to="/runs/$runId" params={{ runId } as never} size="sm">
          Open the test run
        </Anchor>
      </Group>
      {error !== null && (
        <Alert color="red" variant="outline">
          {error.message}
        </Alert>
      )}
      {result !== undefined && result.input !== null && (
        <JsonBlock title="Input" of="the test" value={result.input} fileName={`${step.id}-input.json`} />
      )}
      {result !== undefined && result.status === 'completed' && (
        <JsonBlock title="Output" of="the test" value={result.output} fileName={`${step.id}-output.json`} />
      )}
    </Stack>
  );
}
