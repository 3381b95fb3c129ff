import type { Session, Workspace } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import { listBranches } from '@tallyhook/store/branches';
import { abilitiesOf, type Person } from '@tallyhook/store/people';
import { listWorkspacesOf } from '@tallyhook/store/workspaces';

/** Describes a person and their workspaces. */
export async function describeSession(store: Store, person: Person): Promise<Session> {
  return { person, workspaces: await describeWorkspaces(store, person.id) };
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
