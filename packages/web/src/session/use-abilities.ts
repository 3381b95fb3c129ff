import { usePlace } from '../place.tsx';
import { useSignedIn } from './SessionGate.tsx';
import { workspaceOf } from './workspace-of.ts';

/** The permissions of the signed-in person on a branch of the workspace; by default the current one. */
export function useAbilities(branch?: string) {
  const session = useSignedIn();
  const place = usePlace();
  const workspace = workspaceOf(session, place.workspace);
  const limited = workspace?.limits.find((limit) => limit.branch === (branch ?? place.branch));
  const abilities = (limited ?? workspace)?.abilities ?? [];
  return {
    canWrite: abilities.includes('write'),
    canMerge: abilities.includes('merge'),
    canAct: abilities.includes('act'),
    canTune: abilities.includes('tune'),
    canManage: abilities.includes('manage'),
  };
}
