import { commitBranch } from '../commits/commit-branch.ts';
import { Problem } from '@tallyhook/schemas';
import { installApp, workApp } from '../apps/apps.ts';
import { resetSchedules } from '../triggers/schedule-routes.ts';
import { audited } from '../audit/audit.ts';
import type { WorkspaceCalendar } from '../database/branches.ts';
import { createMainBranch } from '../branches/main-branch.ts';
import { coreWorkspaceId } from '../database/core-workspace.ts';
import { listMemberships, putMember } from '../people/members.ts';
import type { Role } from '../people/roles.ts';
import { newId, type Store } from '../database/store.ts';
import { readCalendar, setCalendar } from '../branches/workspace-calendar.ts';

/** A workspace as its members see it. */
export interface Workspace extends WorkspaceCalendar {
  id: string;
  name: string;
  createdAt: string;
}

interface WorkspaceDocument {
  _id: string;
  name: string;
  createdAt: Date;
  createdBy: string;
}

const workspaces = (store: Store) => store.system.collection<WorkspaceDocument>('workspaces');

/**
 * Creates a workspace with its main branch and the Work app; the person becomes its owner. It becomes visible once it
 * is complete.
 */
export async function createWorkspace(
  store: Store,
  { name, personId, now, ...calendar }: { name: string; personId: string; now: Date } & Partial<WorkspaceCalendar>,
): Promise<Workspace> {
  const id = newId();
  const branch = await createMainBranch(store, id, { by: personId, ...calendar });
  await installApp(store, branch, workApp, personId);
  await commitBranch(store, branch, { message: 'New workspace', by: personId });
  const document = { _id: id, name, createdAt: now, createdBy: personId };
  const entry = { action: 'workspace.created', by: personId, at: now, workspaceId: id, target: id } as const;
  await audited(store, entry, async (session) => {
    await workspaces(store).insertOne(document, { session });
    await putMember(store, { workspaceId: id, personId, role: 'owner' }, session);
  });
  return toWorkspace(document, branch);
}

/**
 * Renames a workspace or changes its calendar, on every branch at once.
 * @throws Problem `not_found`.
 */
export async function changeWorkspace(
  store: Store,
  id: string,
  { name, ...calendar }: { name?: string } & Partial<WorkspaceCalendar>,
  { by, now }: { by: string; now: Date },
): Promise<Workspace> {
  const details = { ...(name === undefined ? {} : { name }), ...calendar };
  if (Object.keys(details).length > 0) {
    const entry = { action: 'workspace.changed', by, at: now, workspaceId: id, target: id, details } as const;
    await audited(store, entry, async (session) => {
      if (name !== undefined) await workspaces(store).updateOne({ _id: id }, { $set: { name } }, { session });
      if (Object.keys(calendar).length > 0) await setCalendar(store, id, calendar, session);
      if (calendar.timezone !== undefined) await resetSchedules(store, id, session);
    });
  }
  return getWorkspace(store, id);
}

/**
 * Reads the workspace with this id.
 * @throws Problem `not_found`.
 */
export async function getWorkspace(store: Store, id: string): Promise<Workspace> {
  const document = await workspaces(store).findOne({ _id: id });
  if (document === null) throw new Problem('not_found', `There is no workspace with the id "${id}".`);
  return toWorkspace(document, await readCalendar(store, id));
}

/** The workspaces of a person with their role in each. */
export interface WorkspacesOf {
  /** In creation order. */
  workspaces: (Workspace & { role: Role })[];
  /** The workspace of the operators, if the person is one. */
  core: (Workspace & { role: Role }) | undefined;
}

/** Lists the workspaces of a person. */
export async function listWorkspacesOf(store: Store, personId: string): Promise<WorkspacesOf> {
  const memberships = await listMemberships(store, personId);
  const ids = memberships.map(({ workspaceId }) => workspaceId);
  const documents = await workspaces(store)
    .find({ _id: { $in: ids } })
    .toArray();
  const byId = new Map(documents.map((document) => [document._id, document]));
  const found = await Promise.all(
    memberships.map(async ({ workspaceId, role }) => {
      const document = byId.get(workspaceId);
      return document && { ...toWorkspace(document, await readCalendar(store, workspaceId)), role };
    }),
  );
  const all = found.filter((workspace) => workspace !== undefined);
  return {
    workspaces: all.filter(({ id }) => id !== coreWorkspaceId),
    core: all.find(({ id }) => id === coreWorkspaceId),
  };
}

function toWorkspace(
  { _id, name, createdAt }: WorkspaceDocument,
  { timezone, weekStart }: WorkspaceCalendar,
): Workspace {
  return { id: _id, name, createdAt: createdAt.toISOString(), timezone, weekStart };
}
