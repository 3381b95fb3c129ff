import { accounts, type AccountFields } from './linked-accounts.ts';
import { sealText } from '../database/sealing.ts';
import type { Store } from '../database/store.ts';

/** One linked account of a workspace. */
export interface AccountPlace {
  workspaceId: string;
  accountId: string;
}

/**
 * Takes the right to refresh the account's token; false while somebody else has it. It ends by itself after `leaseMs`, by
 * the clock of the database: whoever took it may have died.
 */
export async function takeRefreshLease(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { holder, leaseMs }: { holder: string; leaseMs: number },
): Promise<boolean> {
  const isFree = { $lte: [{ $ifNull: ['$lease.until', new Date(0)] }, '$$NOW'] };
  const outcome = await accounts(store).updateOne({ _id: accountId, workspaceId, $expr: isFree }, [
    { $set: { lease: { holder, until: { $add: ['$$NOW', leaseMs] } } } },
  ]);
  return outcome.matchedCount === 1;
}

/** Gives the right back; what somebody else has taken since stays. */
export async function leaveRefreshLease(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  holder: string,
): Promise<void> {
  await accounts(store).updateOne({ _id: accountId, workspaceId, 'lease.holder': holder }, { $unset: { lease: '' } });
}

/** What waiting for somebody else's refresh needs to know; nothing is opened. */
export async function readRefreshState(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
): Promise<{ revision: number; isRefreshing: boolean }> {
  const projection = { revision: 1, isRefreshing: { $gt: [{ $ifNull: ['$lease.until', new Date(0)] }, '$$NOW'] } };
  const [row] = await accounts(store)
    .aggregate<{ revision?: number; isRefreshing: boolean }>([
      { $match: { _id: accountId, workspaceId } },
      { $project: projection },
    ])
    .toArray();
  return { revision: row?.revision ?? 0, isRefreshing: row?.isRefreshing ?? false };
}

/**
 * Seals and keeps new values in the place of those of `revision`; the account counts as working again. False where they
 * were replaced in between: a worker that was held up does not put an old token over a new one.
 */
export async function saveAccountFields(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { fields, revision }: { fields: AccountFields; revision: number },
): Promise<boolean> {
  const sealed = await sealText(store, { workspaceId, accountId, text: JSON.stringify(fields) });
  const outcome = await accounts(store).updateOne(
    { _id: accountId, workspaceId, ...atRevision(revision) },
    { $set: { sealed, revision: revision + 1 }, $unset: { refused: '' } },
  );
  return outcome.matchedCount === 1;
}

/** Notes that the other service refuses the account, for people; not where its values were replaced in between. */
export async function markAccountRefused(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { reason, revision, at }: { reason: string; revision: number; at: Date },
): Promise<void> {
  await accounts(store).updateOne(
    { _id: accountId, workspaceId, refused: { $exists: false }, ...atRevision(revision) },
    { $set: { refused: { at, reason } } },
  );
}

/** Takes the note back: a call went through. */
export async function markAccountWorking(store: Store, { workspaceId, accountId }: AccountPlace): Promise<void> {
  await accounts(store).updateOne({ _id: accountId, workspaceId }, { $unset: { refused: '' } });
}

const atRevision = (revision: number) => (revision === 0 ? { revision: { $exists: false } } : { revision });
