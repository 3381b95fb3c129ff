import { usePlace } from '../place.tsx';
import { useSignedIn } from './SessionGate.tsx';

/** What the signed-in person may do in the workspace that the pages are about. */
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
