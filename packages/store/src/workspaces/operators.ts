import { Problem } from '@tallyhook/schemas';
import { createMainBranch } from '../branches/main-branch.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Store } from '../database/store.ts';
import { coreWorkspaceId } from '../database/core-workspace.ts';
import { listMembers, putMember, roleOf } from '../people/members.ts';
import { inTransaction } from '../database/transaction.ts';
import { listOperators } from '../people/people.ts';

interface CoreWorkspaceDocument {
  _id: string;
  name: string;
  createdAt: Date;
  createdBy: string;
}

/**
 * Creates the workspace in which operators release connectors for everybody, and makes the operators its only members:
 * the first owner and the people with these emails.
 */
export async function ensureOperators(store: Store, emails: readonly string[], now: Date): Promise<void> {
  await ensureCoreWorkspace(store, now);
  const operators = new Set((await listOperators(store, emails)).map(({ id }) => id));
  const members = await listMembers(store, coreWorkspaceId);
  const gone = members.filter(({ personId }) => !operators.has(personId));
  await inTransaction(store, async (session) => {
    for (const personId of operators)
      await putMember(store, { workspaceId: coreWorkspaceId, personId, role: 'owner' }, session);
    const ids = gone.map(({ personId }) => `${coreWorkspaceId}:${personId}`);
    await store.system.collection<{ _id: string }>('members').deleteMany({ _id: { $in: ids } }, { session });
  });
}

/** Whether a person operates the installation. */
export async function isOperator(store: Store, personId: string): Promise<boolean> {
  return (await roleOf(store, coreWorkspaceId, personId)) === 'owner';
}

async function ensureCoreWorkspace(store: Store, now: Date): Promise<void> {
  const workspaces = store.system.collection<CoreWorkspaceDocument>('workspaces');
  if ((await workspaces.findOne({ _id: coreWorkspaceId })) !== null) return;
  // Another process may create it at the same moment, or an earlier one may have died halfway.
  await createMainBranch(store, coreWorkspaceId, { by: 'system' }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'already_exists') throw error;
  });
  await workspaces
    .insertOne({ _id: coreWorkspaceId, name: 'Connectors', createdAt: now, createdBy: 'system' })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
}
