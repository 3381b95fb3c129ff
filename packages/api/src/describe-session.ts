import type { Session, Workspace } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { listBranches } from '@tallyhook/store/branches';
import { abilitiesOnBranch } from './branches/branch-roles.ts';
import { abilitiesOf, type Person } from '@tallyhook/store/people';
import type { ApiDependencies } from './dependencies.ts';
import { listWorkspacesOf, type WorkspacesOf } from '@tallyhook/store/workspaces';

/** Describes a person, their workspaces and what they may do outside of them. */
export async function describeSession(
  { store, newWorkspaces }: Pick<ApiDependencies, 'store' | 'newWorkspaces'>,
  { id, email, name }: Person,
): Promise<Session> {
  const { workspaces: theirs, core } = await listWorkspacesOf(store, id);
  const operates = core?.role === 'owner';
  const [workspaces, described] = await Promise.all([
    describeEach(store, theirs),
    operates ? describeWorkspace(store, core) : undefined,
  ]);
  const isOwner = workspaces.some(({ role }) => role === 'owner');
  const canMakeWorkspaces = operates || newWorkspaces === 'anyone' || (newWorkspaces === 'owners' && isOwner);
  const person = { id, email, name };
  return { person, workspaces, ...(described && { core: described }), isOperator: operates, canMakeWorkspaces };
}

/** Lists a person's workspaces with their branches, without that of the operators. */
export async function describeWorkspaces(store: Store, personId: string): Promise<Workspace[]> {
  return describeEach(store, (await listWorkspacesOf(store, personId)).workspaces);
}

function describeEach(store: Store, workspaces: WorkspacesOf['workspaces']): Promise<Workspace[]> {
  return Promise.all(workspaces.map((workspace) => describeWorkspace(store, workspace)));
}

async function describeWorkspace(
  store: Store,
  { id, name, role, timezone, weekStart }: WorkspacesOf['workspaces'][number],
): Promise<Workspace> {
  const branches = await listBranches(store, id);
  const all = abilitiesOf(role);
  const limits = branches.flatMap((branch) => {
    const here = [...abilitiesOnBranch(all, role, branch)];
    return here.length === all.size ? [] : [{ branch: branch.name, abilities: here }];
  });
  const names = branches.map((branch) => branch.name);
  return { id, name, role, abilities: [...all], branches: names, limits, timezone, weekStart };
}
