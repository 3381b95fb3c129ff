import { NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Workspace } from '@tallyhook/schemas/api';
import type { Place, PlaceSearch } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import classes from './PlacePicker.module.css';

export interface PlacePickerProps {
  place: Place;
  workspace: Workspace | undefined;
}

/** Shows the current workspace and branch and switches to others. The page stays open. */
export function PlacePicker({ place, workspace }: PlacePickerProps) {
  const { workspaces } = useSignedIn();
  const navigate = useNavigate();
  const go = (search: PlaceSearch) => void navigate({ to: '.', search: search as never });
  // The address may name a branch that no longer exists; the picker must offer a way out.
  const branches = [...new Set([...(workspace?.branches ?? []), place.branch])];
  return (
    <div className={classes.place}>
      {workspaces.length > 1 ? (
        <NativeSelect
          aria-label="Workspace"
          className={classes.select}
          value={place.workspace}
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => go({ workspace: event.currentTarget.value, branch: undefined })}
        />
      ) : (
        <Text fw={650} size="lg" className={classes.name}>
          <VisuallyHidden>Workspace </VisuallyHidden>
          {workspace?.name ?? '–'}
        </Text>
      )}
      {branches.length > 1 ? (
        <NativeSelect
          aria-label="Branch"
          className={classes.select}
          leftSection={<IconGitBranch aria-hidden size={16} />}
          value={place.branch}
          data={branches}
          onChange={(event) => go({ branch: event.currentTarget.value })}
        />
      ) : (
        <span className={classes.branch}>
          <IconGitBranch aria-hidden size={16} />
          <VisuallyHidden>Branch </VisuallyHidden>
          {place.branch}
        </span>
      )}
    </div>
  );
}
