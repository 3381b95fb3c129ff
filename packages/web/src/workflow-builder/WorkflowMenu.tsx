import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconRestore, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { downloadJson } from '../shell/download.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import type { EditedState } from './use-edited-workflow.ts';

/** What is rarely done to a workflow: take it along as a file, drop the changes, delete it. */
export function WorkflowMenu({ state }: { state: EditedState }) {
  const place = usePlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const offerUndo = useOfferUndo();
  const [failure, setFailure] = useState<unknown>();
  const { draft, workflow, replace } = state;
  const path = { id: draft.workflowId };
  const isPublished = draft.baseRevision !== null;

  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['workflows', place] }),
      queries.invalidateQueries({ queryKey: ['workflow-drafts', place] }),
    ]);

  async function discard() {
    const before = { name: workflow.name, definition: { ...workflow }, accounts: state.accounts };
    await call(place, 'DELETE /api/workflows/:id/draft', { path });
    const undo = async () => {
      await call(place, 'PUT /api/workflows/:id/draft', { path, body: before });
      await refresh();
    };
    offerUndo({ text: isPublished ? 'The changes were dropped' : `${workflow.name} was deleted`, undo });
    await refresh();
    if (isPublished) replace(await call(place, 'GET /api/workflows/:id/draft', { path }));
    else await navigate({ to: '/workflows' });
  }

  async function remove() {
    await call(place, 'DELETE /api/workflows/:id', { path });
    await call(place, 'DELETE /api/workflows/:id/draft', { path });
    const undo = async () => {
      await call(place, 'POST /api/workflows/:id/restore', { path });
      await refresh();
    };
    offerUndo({ text: `${workflow.name} was deleted`, takesFocus: true, undo });
    await refresh();
    await navigate({ to: '/workflows' });
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More for this workflow">
            <IconDots aria-hidden size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload aria-hidden size={15} />} onClick={() => download(workflow)}>
            Download as a file
          </Menu.Item>
          {isPublished && draft.version > 0 && (
            <Menu.Item
              leftSection={<IconRestore aria-hidden size={15} />}
              onClick={() => void discard().catch(setFailure)}
            >
              Drop the changes
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTrash aria-hidden size={15} />}
            onClick={() => void (isPublished ? remove() : discard()).catch(setFailure)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {failure !== undefined && (
        <Dialog title={workflow.name} onClose={() => setFailure(undefined)}>
          <ErrorNote title="Couldn't do it" error={failure} />
        </Dialog>
      )}
    </>
  );
}

/** The file that `tallyhook workflows apply` takes. */
function download(workflow: EditedState['workflow']): void {
  const fileName = `${workflow.name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.json`;
  downloadJson(`${JSON.stringify(workflow, null, 2)}\n`, fileName);
}
