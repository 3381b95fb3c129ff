import { Button, Group, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useChangeWorkspace, type WorkspaceSettings } from '../api/changes.ts';
import type { Workspace } from '@tallyhook/schemas/api';
import { Picker } from '../builder/Picker.tsx';
import { weekStartOptions } from '../builder/week-starts.ts';
import { zoneOptions } from '../builder/zone-options.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useLatest } from '../shell/use-latest.ts';

const notAll = "Your latest changes aren't saved yet";

/** The settings of a workspace, saved together. */
export function SettingsForm({ workspace }: { workspace: Workspace }) {
  const [changes, setChanges] = useState<Partial<WorkspaceSettings>>({});
  const [error, setError] = useState<unknown>();
  const [isSaving, setIsSaving] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const changeWorkspace = useChangeWorkspace();
  const announce = useAnnounce();
  const { name, timezone, weekStart } = { ...workspace, ...changes };
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const latest = useLatest(changes);

  function change(changed: Partial<WorkspaceSettings>) {
    setChanges({ ...changes, ...changed });
    setOutcome(undefined);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsSaving(true);
    setOutcome(undefined);
    setError(undefined);
    try {
      await changeWorkspace(changes);
      // Text typed during the save remains an unsaved change.
      const left = changesSince(changes, latest.current);
      const isAll = Object.keys(left).length === 0;
      setChanges(left);
      setOutcome(isAll ? 'Saved' : notAll);
      announce(isAll ? 'Settings saved' : notAll);
    } catch (problem) {
      setError(problem);
    } finally {
      setIsSaving(false);
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
                Use {browserZone}, as in this browser
              </Button>
            )}
          </Group>
        </Input.Wrapper>
        <NativeSelect
          label="Weeks start on"
          value={weekStart}
          data={weekStartOptions}
          onChange={({ currentTarget: { value } }) => change({ weekStart: value as Workspace['weekStart'] })}
        />
        <Text size="sm" c="dimmed">
          Reports on every branch use this time zone and week start, unless a report sets its own.
        </Text>
        {error !== undefined && <ErrorNote title="Couldn't save the settings" error={error} />}
        <Group gap="sm">
          <BusyButton type="submit" isBusy={isSaving}>
            Save
          </BusyButton>
          {outcome !== undefined && <Text size="sm">{outcome}</Text>}
        </Group>
      </Stack>
    </form>
  );
}

function changesSince(sent: Partial<WorkspaceSettings>, now: Partial<WorkspaceSettings>): Partial<WorkspaceSettings> {
  const later = Object.entries(now).filter(([key, value]) => value !== sent[key as keyof WorkspaceSettings]);
  return Object.fromEntries(later);
}
