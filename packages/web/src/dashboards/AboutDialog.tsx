import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Button, Group, Stack, TagsInput, Textarea } from '@mantine/core';
import type { SavedDashboard } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { useDashboardChanges } from '../api/changes.ts';
import { maxTags, tidy } from '../builder/DrawingOptions.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';

/** Changes what a dashboard says about itself. */
export function AboutDialog({ dashboard, onClose }: { dashboard: SavedDashboard; onClose: () => void }) {
  const changes = useDashboardChanges();
  const [description, setDescription] = useState(dashboard.description ?? '');
  const [tags, setTags] = useState<string[]>([...(dashboard.tags ?? [])]);
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setIsSending] = useState(false);

  async function save() {
    setIsSending(true);
    try {
      await changes.change(dashboard.id, { description: description.trim(), tags });
      onClose();
    } catch (error) {
      setFailure(error);
      setIsSending(false);
    }
  }
  return (
    <Dialog title={`About ${dashboard.name}`} onClose={onClose}>
      <Stack>
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2_000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <TagsInput
          label="Tags"
          value={tags}
          maxTags={maxTags}
          comboboxProps={{ withinPortal: false }}
          onChange={(changed) => setTags([...new Set(changed.map(tidy))].filter(Boolean))}
        />
        {failure !== undefined && <ErrorNote title="Couldn't save it" error={failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton isBusy={isSending} onClick={() => void save()}>
            Save
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
