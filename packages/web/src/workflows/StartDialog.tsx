import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { ButtonTrigger } from '@tallyhook/schemas';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useSending } from '../shell/use-sending.ts';
import { InputFields } from './InputFields.tsx';
import { readInputs, type GivenInputs } from './read-inputs.ts';

interface StartDialogProps {
  workflow: SavedWorkflow;
  /** The record, for a button on records. */
  record?: { id: string; name: string };
  onClose: () => void;
}

/** Asks for the inputs of a workflow, starts a run and opens it. */
export function StartDialog({ workflow: { id, name, definition }, record, onClose }: StartDialogProps) {
  const place = usePlace();
  const navigate = useNavigate();
  const { label = 'Start', inputs = [] } = definition.trigger as ButtonTrigger;
  const [given, setGiven] = useState<GivenInputs>({});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { isSending, error, send } = useSending();

  async function start(event: FormEvent) {
    event.preventDefault();
    const read = readInputs(inputs, given);
    setFaults(read.faults);
    if (Object.keys(read.faults).length > 0) return;
    await send(async () => {
      const body = { inputs: read.values, ...(record && { record: record.id }) };
      const run = await call(place, 'POST /api/workflows/:id/runs', { path: { id }, body });
      await navigate({ to: '/runs/$runId', params: { runId: run.id } });
    });
  }

  return (
    <Dialog
      title={record === undefined ? `Start ${name}?` : `Start ${name} for “${record.name}”?`}
      onClose={() => isSending || onClose()}
    >
      <form noValidate onSubmit={(event) => void start(event)}>
        <Stack>
          <InputFields inputs={inputs} given={given} faults={faults} onChange={setGiven} />
          {error !== undefined && <ErrorNote title="Couldn't start it" error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSending}>
              {label}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
