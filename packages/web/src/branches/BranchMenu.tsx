import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BranchDetails } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { ProtectDialog } from './ProtectDialog.tsx';
import { useReloadBranches } from './use-branches.ts';

/** What a person can do with a branch. Nothing is offered that would be refused. */
export function BranchMenu({ branch }: { branch: BranchDetails }) {
  const { name, from, createdBy } = branch;
  const { canAct, canManage } = useAbilities();
  const { person } = useSignedIn();
  const place = usePlace();
  const navigate = useNavigate();
  const reload = useReloadBranches();
  const offerUndo = useOfferUndo();
  const [open, setOpen] = useState<'rename' | 'protect'>();
  const [failure, setFailure] = useState<unknown>();
  const here = { workspace: place.workspace! };
  const isMain = from === undefined;
  const canRename = canAct && !isMain;
  const canDelete = !isMain && (canManage || (canAct && createdBy === person.id));
  if (!canRename && !canDelete && !canManage) return null;

  /** A page on the branch would find nothing under the name that it had. */
  const follow = (to: string) =>
    name === place.branch && navigate({ to: '.', search: { workspace: place.workspace, branch: to } as never });

  async function rename(to: string) {
    await call(here, 'PATCH /api/branches/:name', { path: { name }, body: { name: to } });
    await reload();
    await follow(to);
  }

  async function remove() {
    await call(here, 'DELETE /api/branches/:name', { path: { name } });
    await follow('main');
    await reload();
    offerUndo({
      text: `${name} was deleted`,
      takesFocus: true,
      async undo() {
        await call(here, 'POST /api/deleted-branches/:id/restore', { path: { id: branch.id }, body: {} });
        await reload();
      },
    });
  }

  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <IconDots aria-hidden size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canRename && (
            <Menu.Item leftSection={<IconPencil aria-hidden size={15} />} onClick={() => setOpen('rename')}>
              Rename
            </Menu.Item>
          )}
          {canManage && (
            <Menu.Item leftSection={<IconLock aria-hidden size={15} />} onClick={() => setOpen('protect')}>
              Who may change it
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item
              leftSection={<IconTrash aria-hidden size={15} />}
              onClick={() => void remove().catch(setFailure)}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && (
        <NameDialog
          title={`Rename ${name}`}
          action="Rename"
          name={name}
          onClose={() => setOpen(undefined)}
          onSubmit={rename}
          onDone={() => setOpen(undefined)}
        />
      )}
      {open === 'protect' && <ProtectDialog branch={branch} onClose={() => setOpen(undefined)} />}
      {failure !== undefined && (
        <Dialog title={name} onClose={() => setFailure(undefined)}>
          <ErrorNote title="Couldn't delete the branch" error={failure} />
        </Dialog>
      )}
    </>
  );
}
