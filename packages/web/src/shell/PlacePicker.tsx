import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Workspace } from '@tallyhook/schemas/api';
import { usePlace, type Place, type PlaceSearch } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { coreName, isCore, workspaceOf } from '../session/workspace-of.ts';
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

/** Shows the current branch and switches to another. The page stays open. */
export function BranchPicker() {
  const place = usePlace();
  const go = useGo();
  const workspace = workspaceOf(useSignedIn(), place.workspace);
  // The address may name a branch that no longer exists; the picker must offer a way out.
  const branches = [...new Set([...(workspace?.branches ?? []), place.branch])];
  const isOff = place.branch !== 'main' || undefined;
  if (branches.length > 1)
    return (
      <NativeSelect
        aria-label="Branch"
        className={classes.select}
        classNames={{ input: classes.branchInput! }}
        data-off={isOff}
        size="xs"
        leftSection={<IconGitBranch aria-hidden size={16} />}
        value={place.branch}
        data={branches}
        onChange={(event) => go({ branch: event.currentTarget.value })}
      />
    );
  return (
    <span className={classes.branch} data-off={isOff}>
      <IconGitBranch aria-hidden size={16} />
      <VisuallyHidden>Branch </VisuallyHidden>
      {place.branch}
    </span>
  );
}
