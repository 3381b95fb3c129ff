import { Problem, type RecordType } from '@tallyhook/schemas';
import type { ClientSession, Collection } from 'mongodb';
import type { CollectionIndexes, Store } from './store.ts';

export type WeekStart = 'monday' | 'sunday' | 'saturday';

/** When days and weeks begin, unless a question says otherwise. The same on every branch of a workspace. */
export interface WorkspaceCalendar {
  /** An IANA time zone name. */
  timezone: string;
  weekStart: WeekStart;
}

/** A branch as it was when it was opened; its records are read and written with its types at that time. */
export interface Branch extends WorkspaceCalendar {
  workspaceId: string;
  id: string;
  name: string;
  types: RecordType[];
  protection: BranchProtection;
}

/** The least role that may change a branch directly, and that may merge into it. Roles are in `people/roles.ts`. */
export interface BranchProtection {
  write: BranchRole;
  merge: BranchRole;
}

export type BranchRole = 'member' | 'admin' | 'owner';

/** A branch without a protection of its own: everybody who may write at all may write and merge. */
const noProtection: BranchProtection = { write: 'member', merge: 'member' };

/** A branch in a list. */
export interface BranchSummary {
  id: string;
  name: string;
  createdAt: string;
  createdBy: string;
  /** The name of the branch it was copied from; absent for the main branch. */
  from?: string;
  protection: BranchProtection;
}

export interface BranchDocument extends WorkspaceCalendar {
  _id: string;
  name: string;
  types: RecordType[];
  createdAt: Date;
  createdBy: string;
  /** What the branch that it was copied from was called. Its lineage says what it has of it. */
  fork?: { name: string };
  /** Incremented by transactions that must not overlap with the deletion of the branch. */
  held: number;
  typesChangedBy?: string;
  protection?: BranchProtection;
  /** The apps on the branch. */
  apps?: { app: string; version: string; installedAt: Date; installedBy: string }[];
}

/** The first branch of a workspace; it cannot be deleted. */
export const mainBranch = 'main';

export const branchIndexes: CollectionIndexes = {
  collection: 'branches',
  indexes: [{ key: { name: 1 }, unique: true }],
};

export const branches = (store: Store, workspaceId: string): Collection<BranchDocument> =>
  store.workspaceDb(workspaceId).collection(branchIndexes.collection);

/**
 * Opens a branch by name.
 * @throws Problem `not_found`.
 */
export async function openBranch(store: Store, workspaceId: string, name: string): Promise<Branch> {
  const document = await branches(store, workspaceId).findOne({ name });
  if (!document) throw new Problem('not_found', `There is no branch "${name}" in this workspace.`);
  return branchOf(workspaceId, document);
}

/**
 * Opens a branch by its id, which stays when it is renamed.
 * @throws Problem `not_found`.
 */
export async function openBranchOf(
  store: Store,
  { workspaceId, branchId, branchName }: { workspaceId: string; branchId: string; branchName: string },
): Promise<Branch> {
  const document = await branches(store, workspaceId).findOne({ _id: branchId });
  if (!document) throw new Problem('not_found', `The branch "${branchName}" was deleted.`);
  return branchOf(workspaceId, document);
}

/** Lists the branches of a workspace in creation order. */
export async function listBranches(store: Store, workspaceId: string): Promise<BranchSummary[]> {
  const documents = await branches(store, workspaceId)
    .find({}, { projection: { types: 0 } })
    .sort({ _id: 1 })
    .toArray();
  return documents.map(({ _id, name, createdAt, createdBy, fork, protection = noProtection }) => ({
    id: _id,
    name,
    createdAt: createdAt.toISOString(),
    createdBy,
    protection,
    ...(fork ? { from: fork.name } : {}),
  }));
}

/**
 * Refuses a name that another branch has, also if it differs only in upper and lower case: people would mistake one for
 * the other.
 * @throws Problem `already_exists`
 */
export async function requireFreeName(
  store: Store,
  workspaceId: string,
  { name, id, session }: { name: string; id?: string; session?: ClientSession },
): Promise<void> {
  const collation = { locale: 'en', strength: 2 };
  const others = { name, ...(id !== undefined && { _id: { $ne: id } }) };
  const found = await branches(store, workspaceId).findOne(others, { collation, projection: { name: 1 }, session });
  if (found) throw branchExists(found.name);
}

/** The Problem for a branch name that is taken. */
export function branchExists(name: string, cause?: unknown): Problem {
  return new Problem('already_exists', `The workspace already has a branch "${name}": choose another name.`, { cause });
}

/** Converts a stored branch to its public form. */
export function branchOf(workspaceId: string, document: BranchDocument): Branch {
  const { _id, name, types, timezone, weekStart, protection = noProtection } = document;
  return { workspaceId, id: _id, name, types, timezone, weekStart, protection };
}
