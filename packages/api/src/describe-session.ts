import type { Store } from '@tallyhook/store';
import { listBranches, type WorkspaceCalendar } from '@tallyhook/store/branches';
import { abilitiesOf, type Ability, type Person, type Role } from '@tallyhook/store/people';
import { listWorkspacesOf } from '@tallyhook/store/workspaces';

/** What a page needs to know after signing in. */
export interface SessionDescription {
  person: Person;
  workspaces: WorkspaceDescription[];
}

export interface WorkspaceDescription extends WorkspaceCalendar {
  id: string;
  name: string;
  role: Role;
  /** What the role allows. */
  abilities: Ability[];
  /** The names of its branches. */
  branches: string[];
}

/** A person with the workspaces they are in. */
export async function describeSession(store: Store, person: Person): Promise<SessionDescription> {
  return { person, workspaces: await describeWorkspaces(store, person.id) };
}

/** The workspaces a person is in, with their branches. */
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
