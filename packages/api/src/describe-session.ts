import type { Session, Workspace } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { listBranches } from '@tallyhook/store/branches';
import { abilitiesOf, type Person } from '@tallyhook/store/people';
import type { ApiDependencies } from './dependencies.ts';
import { isOperator, listWorkspacesOf } from '@tallyhook/store/workspaces';

/** Describes a person, their workspaces and what they may do outside of them. */
export async function describeSession(
  { store, newWorkspaces }: Pick<ApiDependencies, 'store' | 'newWorkspaces'>,
  { id, email, name }: Person,
): Promise<Session> {
  const workspaces = await describeWorkspaces(store, id);
  const operates = await isOperator(store, id);
  const isOwner = workspaces.some(({ role }) => role === 'owner');
  const canMakeWorkspaces = operates || newWorkspaces === 'anyone' || (newWorkspaces === 'owners' && isOwner);
  return { person: { id, email, name }, workspaces, isOperator: operates, canMakeWorkspaces };
}

/** Lists a person's workspaces with their branches. */
export async function describeWorkspaces(store: Store, personId: string): Promise<Workspace[]> {
  const workspaces = await listWorkspacesOf(store, personId);
  return Promise.all(
    workspaces.map(async ({ id, name, role, timezone, weekStart }) => {
      const branches = await listBranches(store, id);
      const abilities = [...abilitiesOf(role)];
      return { id, name, role, abilities, branches: branches.map((branch) => branch.name), timezone, weekStart };
    }),
  );
}
