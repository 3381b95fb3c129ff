import { Problem } from '@tallyhook/schemas';
import { installApp, workApp } from './apps.ts';
import { audited } from './audit.ts';
import { createMainBranch } from './main-branch.ts';
import { listMemberships, putMember } from './members.ts';
import type { Role } from './roles.ts';
import { newId, type Store } from './store.ts';

/** A workspace as its members see it. */
export interface Workspace {
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
 * Makes a workspace with its main branch and the Work app; the person becomes its owner. It is there for others only
 * when it is whole.
 */
export async function createWorkspace(
  store: Store,
  { name, personId, now }: { name: string; personId: string; now: Date },
): Promise<Workspace> {
  const id = newId();
  const branch = await createMainBranch(store, id, { by: personId });
  await installApp(store, branch, workApp, personId);
  const document = { _id: id, name, createdAt: now, createdBy: personId };
  const entry = { action: 'workspace.created', by: personId, at: now, workspaceId: id, target: id } as const;
  await audited(store, entry, async (session) => {
    await workspaces(store).insertOne(document, { session });
    await putMember(store, { workspaceId: id, personId, role: 'owner' }, session);
  });
  return toWorkspace(document);
}

/**
 * The workspace with that id.
 * @throws Problem `not_found`.
 */
export async function getWorkspace(store: Store, id: string): Promise<Workspace> {
  const document = await workspaces(store).findOne({ _id: id });
  if (document === null) throw new Problem('not_found', `There is no workspace with the id "${id}".`);
  return toWorkspace(document);
}

/** The workspaces a person is in, with their role there, in the order they were made. */
export async function listWorkspacesOf(store: Store, personId: string): Promise<(Workspace & { role: Role })[]> {
  const memberships = await listMemberships(store, personId);
  const ids = memberships.map(({ workspaceId }) => workspaceId);
  const documents = await workspaces(store)
    .find({ _id: { $in: ids } })
    .toArray();
  const byId = new Map(documents.map((document) => [document._id, document]));
  return memberships.flatMap(({ workspaceId, role }) => {
    const document = byId.get(workspaceId);
    return document === undefined ? [] : [{ ...toWorkspace(document), role }];
  });
}

function toWorkspace({ _id, name, createdAt }: WorkspaceDocument): Workspace {
  return { id: _id, name, createdAt: createdAt.toISOString() };
}
