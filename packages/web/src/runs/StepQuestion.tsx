import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PersonQuestion } from '@tallyhook/schemas/api';
import { useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import { InputFields } from '../workflows/InputFields.tsx';
import { readInputs, type GivenInputs } from '../workflows/read-inputs.ts';

/** What a step asks people: the form for those who may answer, or what became of it. */
export function StepQuestion({ question }: { question: PersonQuestion }) {
  const formats = useFormats();
  const { message, to, until, state } = question;
  if (state === 'answered') return null;
  return (
    <Paper withBorder p="md" my="sm">
      <Stack gap="sm">
        <Text fw={600}>{message}</Text>
        {question.mayAnswer && <AnswerForm question={question} />}
        <Text size="sm" c="dimmed">
          {state === 'open'
            ? `Waits until ${formats.moment(until)} for ${to === null ? 'anybody who may change records' : to.join(', ')}.`
            : state === 'late'
              ? 'Nobody answered in time.'
              : 'The run ended before anybody answered.'}
        </Text>
      </Stack>
    </Paper>
  );
}

function AnswerForm({ question: { id, runId, inputs } }: { question: PersonQuestion }) {
  const place = usePlace();
  const queries = useQueryClient();
  const [given, setGiven] = useState<GivenInputs>({});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { isSending, error, send } = useSending();

  async function answer(event: FormEvent) {
    event.preventDefault();
    const read = readInputs(inputs, given);
    setFaults(read.faults);
    if (Object.keys(read.faults).length > 0) return;
    await send(() => call(place, 'POST /api/asks/:id/answer', { path: { id }, body: { values: read.values } }));
    // After a refusal too: somebody else may have answered.
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['run', place, runId] }),
      queries.invalidateQueries({ queryKey: ['asks', place] }),
      queries.invalidateQueries({ queryKey: ['attention', place] }),
    ]);
  }

  return (
    <form noValidate onSubmit={(event) => void answer(event)}>
      <Stack gap="sm" maw={480}>
        <InputFields inputs={inputs} given={given} faults={faults} onChange={setGiven} />
        {error !== undefined && <ErrorNote title="Couldn't answer" error={error} />}
        <Group>
          <BusyButton type="submit" isBusy={isSending}>
            {inputs.length === 0 ? 'Confirm' : 'Answer'}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
