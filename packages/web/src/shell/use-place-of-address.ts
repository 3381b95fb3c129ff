import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Place } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';

/** The workspace and branch in the address; by default, the person's first workspace and its branch `main`. */
export function usePlaceOfAddress(): Place {
  const { workspaces } = useSignedIn();
  const { workspace, branch } = useSearch({ from: '__root__' });
  const here = workspace ?? workspaces[0]?.id;
  return useMemo(() => ({ workspace: here, branch: branch ?? 'main' }), [here, branch]);
}
