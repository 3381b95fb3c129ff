import { usePlace } from '../place.tsx';
import { useSignedIn } from './SessionGate.tsx';

/** The permissions of the signed-in person in the current workspace. */
export function useAbilities() {
  const { workspaces } = useSignedIn();
  const { workspace } = usePlace();
  const abilities = workspaces.find(({ id }) => id === workspace)?.abilities ?? [];
  return {
    canWrite: abilities.includes('write'),
    canTune: abilities.includes('tune'),
    canManage: abilities.includes('manage'),
  };
}
