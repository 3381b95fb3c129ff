import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useTypes } from '../api/queries.ts';
import { NumberField } from '../builder/NumberField.tsx';
import { usePlace } from '../place.tsx';
import type { ShownReport } from '../reports/shown-report.ts';
import { useSignedIn } from '../session/SessionGate.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { alertWorkflow, rhythms, shownLimit, type Alert, type Rhythm } from './alert-workflow.ts';

/** Makes a workflow that tells the person when the number of a report passes a limit, and opens it. */
export function AlertDialog({ report, onClose }: { report: ShownReport; onClose: () => void }) {
  const place = usePlace();
  const navigate = useNavigate();
  const { person } = useSignedIn();
  const [way, setWay] = useState<Alert['way']>('above');
  const [limit, setLimit] = useState<number | undefined>(report.definition.goal?.value);
  const [rhythm, setRhythm] = useState<Rhythm>('1h');
  const [tellsBack, setTellsBack] = useState(true);
  const { data: types = [] } = useTypes();
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setIsSending] = useState(false);
  const isMain = place.branch === 'main';

  async function make() {
    if (limit === undefined) return setFailure(new Error('Enter the number that matters.'));
    setIsSending(true);
    setFailure(undefined);
    const alert = { report, way, limit, types, rhythm, email: person.email, tellsBack };
    const name = `Tell me when ${report.name} is ${way} ${shownLimit(alert)}`.slice(0, 200);
    const definition = { name, ...alertWorkflow(alert) };
    try {
      const { id } = await call(place, 'POST /api/workflows', { body: { name, definition, on: isMain } });
      await navigate({ to: '/workflows/$workflowId', params: { workflowId: id }, ignoreBlocker: true });
    } catch (error) {
      setFailure(error);
      setIsSending(false);
    }
  }
  return (
    <Dialog title={`Tell me when ${report.name} passes a number`} onClose={onClose}>
      <Stack>
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="It is"
            value={way}
            data={['above', 'below']}
            onChange={({ currentTarget }) => setWay(currentTarget.value as Alert['way'])}
          />
          <NumberField
            label="The number that matters"
            value={limit}
            width={120}
            placeholder="a number"
            onChange={setLimit}
          />
          <NativeSelect
            label="Looked at"
            value={rhythm}
            data={Object.entries(rhythms).map(([value, { label }]) => ({ value, label }))}
            onChange={({ currentTarget }) => setRhythm(currentTarget.value as Rhythm)}
          />
        </Group>
        <Checkbox
          label="Tell me also when it is back"
          checked={tellsBack}
          onChange={({ currentTarget }) => setTellsBack(currentTarget.checked)}
        />
        <Text size="sm">
          This makes a workflow that you can change. It writes to your inbox and to {person.email} once, and again only
          after the number has been back.
          {isMain ? '' : ' Workflows of this branch are off: switch it on after the merge.'}
        </Text>
        {failure !== undefined && <ErrorNote title="Couldn't make the workflow" error={failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton isBusy={isSending} onClick={() => void make()}>
            Make the workflow
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
