import { Group, JsonInput, Paper, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { DecisionChoice, Run, RunStep, StepDecision as Decision } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { Moment } from '../shell/Moment.tsx';

const labels: Record<DecisionChoice, string> = {
  continue: 'Go on with the upload',
  again: 'Run the step again',
  done: 'It is done, go on',
  stop: 'Stop here',
};

interface StepDecisionProps {
  run: Run;
  step: RunStep;
  decision: Decision;
}

/** A step that may have done something: the choices, or what was decided. */
export function StepDecision({ run, step, decision: { choices, decided } }: StepDecisionProps) {
  const { canAct } = useAbilities();
  if (decided !== null)
    return (
      <Text size="sm" my="sm">
        Decided on <Moment at={decided.at} as="moment" />: <b>{labels[decided.choice]}</b>
      </Text>
    );
  return (
    <Paper withBorder p="md" my="sm">
      <Stack gap="sm">
        <Text fw={600}>This step may have done something. What shall happen?</Text>
        {canAct ? (
          <DecisionForm run={run} step={step} choices={choices} />
        ) : (
          <Text size="sm">Somebody who may change this workspace decides.</Text>
        )}
      </Stack>
    </Paper>
  );
}

function DecisionForm({
  run,
  step: { stepId, item },
  choices,
}: Omit<StepDecisionProps, 'decision'> & Pick<Decision, 'choices'>) {
  const place = usePlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<DecisionChoice>();
  const [output, setOutput] = useState('');
  const { isSending, error, send } = useSending();
  const isReadable = output.trim() === '' || isJson(output);

  async function decide() {
    if (choice === undefined || (choice === 'done' && !isReadable)) return;
    const given = choice === 'done' && output.trim() !== '' ? { output: JSON.parse(output) as unknown } : {};
    await send(async () => {
      const body = { stepId, item, choice, ...given };
      const made = await call(place, 'POST /api/runs/:id/decisions', { path: { id: run.id }, body });
      if (made.run !== null) await navigate({ to: '/runs/$runId', params: { runId: made.run.id } });
    });
    // After a refusal too: somebody else may have decided.
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['run', place, run.id] }),
      queries.invalidateQueries({ queryKey: ['attention', place] }),
    ]);
  }

  return (
    <>
      <Radio.Group value={choice ?? ''} onChange={(value) => setChoice(value as DecisionChoice)} label="Decision">
        <Stack gap="xs" mt="xs">
          {choices.map((one) => (
            <Radio key={one.choice} value={one.choice} label={labels[one.choice]} description={one.effect} />
          ))}
        </Stack>
      </Radio.Group>
      {choice === 'done' && (
        <JsonInput
          label="Output for later steps (optional)"
          description="As JSON, such as the id that the other service gave."
          autosize
          minRows={2}
          maxRows={12}
          value={output}
          error={isReadable ? undefined : 'This is not JSON.'}
          onChange={setOutput}
        />
      )}
      {error !== undefined && <ErrorNote title="Couldn't decide" error={error} />}
      <Group>
        <BusyButton isBusy={isSending} data-control aria-disabled={choice === undefined} onClick={() => void decide()}>
          {choice === undefined ? 'Decide' : labels[choice]}
        </BusyButton>
      </Group>
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
