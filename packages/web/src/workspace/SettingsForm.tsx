import { Button, Group, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useChangeWorkspace, type WorkspaceSettings } from '../api/changes.ts';
import type { Workspace } from '../api/shapes.ts';
import { Picker } from '../builder/Picker.tsx';
import { weekStartOptions } from '../builder/week-starts.ts';
import { zoneOptions } from '../builder/zone-options.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';

/** Changes the settings of a workspace, all at once. */
export function SettingsForm({ workspace }: { workspace: Workspace }) {
  const [changes, setChanges] = useState<Partial<WorkspaceSettings>>({});
  const [error, setError] = useState<unknown>();
  const [state, setState] = useState<'changing' | 'saving' | 'saved'>('changing');
  const changeWorkspace = useChangeWorkspace();
  const announce = useAnnounce();
  const { name, timezone, weekStart } = { ...workspace, ...changes };
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  function change(changed: Partial<WorkspaceSettings>) {
    setChanges({ ...changes, ...changed });
    setState('changing');
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setState('saving');
    setError(undefined);
    try {
      await changeWorkspace(changes);
      setChanges({});
      setState('saved');
      announce('The settings are saved');
    } catch (problem) {
      setError(problem);
      setState('changing');
    }
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack maw={560} align="flex-start">
        <TextInput
          label="Name"
          required
          w="100%"
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Input.Wrapper label="Time zone" labelElement="div" w="100%">
          <Group gap="sm" mt={4}>
            <Picker
              label="Time zone"
              text={timezone}
              chosen={[timezone]}
              options={zoneOptions()}
              onPick={(zone) => change({ timezone: zone })}
            />
            {browserZone !== timezone && (
              <Button variant="default" size="xs" maw="100%" onClick={() => change({ timezone: browserZone })}>
                Use {browserZone}, as here
              </Button>
            )}
          </Group>
        </Input.Wrapper>
        <NativeSelect
          label="Weeks begin on"
          value={weekStart}
          data={weekStartOptions}
          onChange={({ currentTarget: { value } }) => change({ weekStart: value as Workspace['weekStart'] })}
        />
        <Text size="sm" c="dimmed">
          Days and weeks of reports begin so on every branch, unless a report names its own.
        </Text>
        {error !== undefined && <ErrorNote title="The settings were not saved" error={error} />}
        <Group gap="sm">
          <Button type="submit" loading={state === 'saving'}>
            Save
          </Button>
          {state === 'saved' && <Text size="sm">Saved</Text>}
        </Group>
      </Stack>
    </form>
  );
}
