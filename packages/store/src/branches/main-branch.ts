import {
  branches,
  branchExists,
  branchOf,
  mainBranch,
  type Branch,
  type BranchDocument,
  type WorkspaceCalendar,
} from '../database/branches.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { newId, type Store } from '../database/store.ts';
import { defaultCalendar } from './workspace-calendar.ts';
import { ensureWorkspaceIndexes } from './workspace-indexes.ts';

/**
 * Creates the database of a workspace and its main branch, without types.
 * @throws Problem `already_exists`.
 */
export async function createMainBranch(
  store: Store,
  workspaceId: string,
  { by, ...calendar }: { by: string } & Partial<WorkspaceCalendar>,
): Promise<Branch> {
  await ensureWorkspaceIndexes(store, workspaceId);
  const document = { name: mainBranch, types: [], ...defaultCalendar, ...calendar, createdBy: by };
  return branchOf(workspaceId, await insertBranch(store, workspaceId, document));
}

async function insertBranch(
  store: Store,
  workspaceId: string,
  branch: Omit<BranchDocument, '_id' | 'createdAt' | 'held'>,
): Promise<BranchDocument> {
  const document: BranchDocument = { _id: newId(), createdAt: new Date(), held: 0, ...branch };
  try {
    await branches(store, workspaceId).insertOne(document);
  } catch (error) {
    throw isDuplicateKey(error) ? branchExists(branch.name, error) : error;
  }
  return document;
}
