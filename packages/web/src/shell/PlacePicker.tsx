import { NativeSelect, Popover, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconGitBranch, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Workspace } from '@tallyhook/schemas/api';
import { usePlace, type Place, type PlaceSearch } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { coreName, isCore, workspaceOf } from '../session/workspace-of.ts';
import { loadPart } from './load-part.tsx';
import { BlockNotLoaded, DialogNotLoaded } from './PartNotLoaded.tsx';
import classes from './PlacePicker.module.css';

function useGo(): (search: PlaceSearch) => void {
  const navigate = useNavigate();
  return (search) => void navigate({ to: '.', search: search as never });
}

/**
 * Shows the current workspace and switches to another. The page stays open, except that the workspace of the operators
 * opens with its connectors: it has no records.
 */
export function WorkspacePicker({ place, workspace }: { place: Place; workspace: Workspace | undefined }) {
  const session = useSignedIn();
  const navigate = useNavigate();
  const options = [
    ...session.workspaces.map(({ id, name }) => ({ value: id, label: name })),
    ...(session.core ? [{ value: coreName, label: 'Connectors (/!core)' }] : []),
  ];
  const go = (name: string) =>
    void navigate({
      to: name === coreName || isCore(session, workspace) ? '/connectors' : '.',
      search: { workspace: name, branch: undefined } as never,
    });
  return (
    <div className={classes.workspace}>
      <img src="/icon.svg" alt="" width={22} height={22} className={classes.logo} />
      {options.length > 1 ? (
        <NativeSelect
          aria-label="Workspace"
          variant="unstyled"
          className={classes.grow}
          classNames={{ input: classes.name! }}
          value={isCore(session, workspace) ? coreName : place.workspace}
          data={options}
          onChange={(event) => go(event.currentTarget.value)}
        />
      ) : (
        <span className={classes.name}>
          <VisuallyHidden>Workspace </VisuallyHidden>
          {workspace?.name ?? '–'}
        </span>
      )}
    </div>
  );
}

const BranchSwitch = lazy(async () => {
  const load = async () => (await import('../branches/BranchSwitch.tsx')).BranchSwitch;
  return { default: await loadPart('BranchSwitch', load, BlockNotLoaded) };
});

const NewBranchDialog = lazy(async () => {
  const load = async () => (await import('../branches/NewBranchDialog.tsx')).NewBranchDialog;
  return { default: await loadPart('NewBranchDialog', load, DialogNotLoaded) };
});

/** Shows the current branch and switches to another, or makes one. The page stays open. */
export function BranchPicker() {
  const place = usePlace();
  const go = useGo();
  const workspace = workspaceOf(useSignedIn(), place.workspace);
  const [isOpen, setIsOpen] = useState(false);
  const [isMaking, setIsMaking] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Popover
        opened={isOpen}
        position="bottom-end"
        width={300}
        shadow="md"
        trapFocus
        returnFocus
        withinPortal={false}
        onChange={setIsOpen}
      >
        <Popover.Target>
          <button
            type="button"
            className={classes.branch}
            data-off={place.branch !== 'main' || undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconGitBranch aria-hidden size={16} />
            <VisuallyHidden>Branch </VisuallyHidden>
            <span className={classes.branchName}>{place.branch}</span>
            <IconSelector aria-hidden size={14} />
          </button>
        </Popover.Target>
        <Popover.Dropdown p={8} className={classes.branches} aria-label="Switch branch">
          <Suspense fallback={<Skeleton height={120} />}>
            <BranchSwitch
              // The address may name a branch that no longer exists; the picker must offer a way out.
              names={[...new Set([...(workspace?.branches ?? []), place.branch])]}
              onChoose={(branch) => {
                close();
                go({ branch });
              }}
              onNew={() => {
                close();
                setIsMaking(true);
              }}
              onClose={close}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {isMaking && (
        <Suspense fallback={null}>
          <NewBranchDialog onClose={() => setIsMaking(false)} />
        </Suspense>
      )}
    </>
  );
}
