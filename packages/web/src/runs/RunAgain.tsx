import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconRotateClockwise } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Run, RunAgain as Again, RunStep } from '@tallyhook/schemas/api';
import { findStep, workflowKinds } from '@tallyhook/schemas/kinds';
import { isOpenRun } from '@tallyhook/schemas/run-statuses';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';

interface Way {
  again: Again;
  label: string;
  hint: string;
}

/** Runs a run again that has ended, and opens the new attempt. Each choice says from where and in which version. */
export function RunAgain({ run }: { run: Run }) {
  const place = usePlace();
  const navigate = useNavigate();
  const { canAct } = useAbilities();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  if (!canAct || isOpenRun(run.status)) return null;

  async function start(again: Again) {
    if (isSending) return;
    setIsSending(true);
    try {
      const { id } = await call(place, 'POST /api/runs/:id/again', { path: { id: run.id }, body: again });
      await navigate({ to: '/runs/$runId', params: { runId: id } });
    } catch (error) {
      setFailure(error);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            ml="auto"
            leftSection={<IconRotateClockwise aria-hidden size={15} />}
            rightSection={<IconChevronDown aria-hidden size={14} />}
            aria-disabled={isSending}
          >
            Run again
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw={360}>
          {waysOf(run).map(({ again, label, hint }) => (
            <Menu.Item key={label} onClick={() => void start(again)}>
              {label}
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {failure !== undefined && (
        <Dialog title={run.workflowName} onClose={() => setFailure(undefined)}>
          <ErrorNote title="Couldn't run it again" error={failure} />
        </Dialog>
      )}
    </>
  );
}

function waysOf({ status, error, definition, steps }: Run): Way[] {
  // Going on from an unclear step is a decision, which the step itself offers.
  const isUnclear = steps.some(hasDecision);
  const failedId = status === 'failed' && !isUnclear ? error?.stepId : undefined;
  const failed = failedId === undefined ? undefined : findStep(definition.steps, failedId, workflowKinds);
  const from: Way[] =
    failedId === undefined
      ? []
      : [
          {
            again: { from: 'failedStep', version: 'same' },
            label: `From the failed step, ${failed?.name ?? failedId}`,
            hint: 'What was completed stays; what was sent is not sent again, but this step is.',
          },
        ];
  return [
    ...from,
    {
      again: { from: 'start', version: 'same' },
      label: 'From the start, as it was',
      hint: 'Every step again, with the workflow and accounts of this run.',
    },
    {
      again: { from: 'start', version: 'newest' },
      label: 'From the start, as it is now',
      hint: 'Every step again, with the newest workflow and its accounts.',
    },
  ];
}

function hasDecision({ decision, blocks }: RunStep): boolean {
  return decision !== null || blocks.some(({ steps }) => steps.some(hasDecision));
}
