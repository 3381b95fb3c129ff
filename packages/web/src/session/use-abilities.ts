import { usePlace } from '../place.tsx';
import { useSignedIn } from './SessionGate.tsx';
import { workspaceOf } from './workspace-of.ts';

/** The permissions of the signed-in person in the current workspace. */
export function useAbilities() {
  const session = useSignedIn();
  const { workspace } = usePlace();
  const abilities = workspaceOf(session, workspace)?.abilities ?? [];
  return {
    canWrite: abilities.includes('write'),
    canTune: abilities.includes('tune'),
    canManage: abilities.includes('manage'),
  };
}
