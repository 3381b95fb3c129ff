import type { Store } from '@tallyhook/store';
import { listBranches, type WorkspaceCalendar } from '@tallyhook/store/branches';
import { abilitiesOf, type Ability, type Person, type Role } from '@tallyhook/store/people';
import { listWorkspacesOf } from '@tallyhook/store/workspaces';

/** What pages need after sign-in. */
export interface SessionDescription {
  person: Person;
  workspaces: WorkspaceDescription[];
}

export interface WorkspaceDescription extends WorkspaceCalendar {
  id: string;
  name: string;
  role: Role;
  /** The abilities that the role grants. */
  abilities: Ability[];
  /** Names of the branches. */
  branches: string[];
}

/** Describes a person and their workspaces. */
export async function describeSession(store: Store, person: Person): Promise<SessionDescription> {
  return { person, workspaces: await describeWorkspaces(store, person.id) };
}

/** Lists a person's workspaces with their branches. */
export async function describeWorkspaces(store: Store, personId: string): Promise<WorkspaceDescription[]> {
  const workspaces = await listWorkspacesOf(store, personId);
  return Promise.all(
    workspaces.map(async ({ id, name, role, timezone, weekStart }) => {
      const branches = await listBranches(store, id);
      const abilities = [...abilitiesOf(role)];
      return { id, name, role, abilities, branches: branches.map((branch) => branch.name), timezone, weekStart };
    }),
  );
}
