import type { ClientSession } from 'mongodb';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';

/** The audited changes: who gets access, and with what. */
export type AuditAction =
  | 'person.created'
  | 'person.password_changed'
  | 'person.renamed'
  | 'person.identity_linked'
  | 'password.reset_asked'
  | 'session.opened'
  | 'session.ended'
  | 'workspace.created'
  | 'workspace.changed'
  | 'branch.protected'
  | 'member.set'
  | 'member.removed'
  | 'invitation.created'
  | 'invitation.accepted'
  | 'invitation.declined'
  | 'invitation.revoked'
  | 'account.linked'
  | 'account.changed'
  | 'account.connected_again'
  | 'account.address_changed'
  | 'account.unlinked'
  | 'client.set'
  | 'client.removed'
  | 'app.released'
  | 'app.installed'
  | 'app.removed'
  | 'connector.installed'
  | 'connector.released'
  | 'connector.removed'
  | 'connector.workflows_moved'
  | 'action.tried'
  | 'workflow.changed'
  | 'workflow.address_changed'
  | 'deliveries.deleted'
  | 'run.started'
  | 'run.again'
  | 'run.cancelled'
  | 'run.decided'
  | 'keyring.rotated'
  | 'keyring.key_removed'
  | 'key.created'
  | 'key.rotated'
  | 'key.revoked'
  | 'share.created'
  | 'share.revoked';

/** One row of the audit log; never contains a secret. */
export interface AuditEntry {
  action: AuditAction;
  /** A person's id, `key:<id>`, or `system`. */
  by: string;
  at: Date;
  workspaceId?: string;
  /** The id of what was changed. */
  target: string;
  /** Further details for readers, such as the role given. */
  details?: Record<string, string>;
}

interface AuditDocument extends AuditEntry {
  _id: string;
}

export const auditIndexes: CollectionIndexes = {
  collection: 'audit',
  indexes: [{ key: { workspaceId: 1, _id: -1 } }, { key: { target: 1, at: -1 } }],
};

const audit = (store: Store) => store.system.collection<AuditDocument>('audit');

/**
 * Runs a security-relevant change and writes its audit row, or several, in one transaction: without the row there is no change.
 * `work` may run more than once and must pass its session to every operation.
 */
export async function audited<T>(
  store: Store,
  entry: AuditEntry | readonly AuditEntry[],
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  return inTransaction(store, async (session) => {
    const result = await work(session);
    const rows = [entry].flat().map((one) => ({ _id: newId(), ...one }));
    await audit(store).insertMany(rows, { session });
    return result;
  });
}

/** Lists the audit rows of a workspace, newest first: those before `before` (an id), of one action or person if given. */
export async function listAudit(
  store: Store,
  workspaceId: string,
  {
    limit,
    before,
    action,
    by,
  }: { limit: number; before?: string | undefined; action?: string | undefined; by?: string | undefined },
): Promise<(AuditEntry & { id: string })[]> {
  const match = {
    workspaceId,
    ...(before !== undefined && { _id: { $lt: before } }),
    ...(action !== undefined && { action: action as AuditAction }),
    ...(by !== undefined && { by }),
  };
  const rows = await audit(store).find(match).sort({ _id: -1 }).limit(limit).toArray();
  return rows.map(({ _id, ...row }) => ({ id: _id, ...row }));
}
