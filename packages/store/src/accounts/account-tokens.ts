import {
  accounts,
  connectBeforeOf,
  getLinkedAccount,
  type AccountFields,
  type LinkedAccount,
  type LinkedAccountDocument,
} from './linked-accounts.ts';
import { sealText } from '../keyring/sealing.ts';
import type { Store } from '../database/store.ts';

/** One linked account of a workspace. */
export interface AccountPlace {
  workspaceId: string;
  accountId: string;
}

/**
 * Takes the lease to refresh the account's token; false while another worker holds it. The lease expires after
 * `leaseMs` by the database clock, because its holder may have died.
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

/** Releases the lease; has no effect if another worker has taken it since. */
export async function releaseRefreshLease(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  holder: string,
): Promise<void> {
  await accounts(store).updateOne({ _id: accountId, workspaceId, 'lease.holder': holder }, { $unset: { lease: '' } });
}

/** What a worker needs while it waits for another worker's refresh. Decrypts nothing. */
export async function readRefreshState(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
): Promise<{ revision: number; isRefreshing: boolean; refusedForGood: string | undefined }> {
  const isLeased = { $gt: [{ $ifNull: ['$lease.until', new Date(0)] }, '$$NOW'] };
  const projection = { revision: 1, refused: 1, isRefreshing: isLeased };
  const [row] = await accounts(store)
    .aggregate<Pick<LinkedAccountDocument, 'revision' | 'refused'> & { isRefreshing: boolean }>([
      { $match: { _id: accountId, workspaceId } },
      { $project: projection },
    ])
    .toArray();
  const { revision = 0, isRefreshing = false, refused } = row ?? {};
  return { revision, isRefreshing, refusedForGood: refused?.isFinal === true ? refused.reason : undefined };
}

/**
 * Seals the new values and replaces those of `revision`; marks the account as working again. Returns false if they were
 * replaced in between, so a delayed worker never overwrites a newer token with an older one.
 */
export async function saveAccountFields(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { fields, revision }: { fields: AccountFields; revision: number },
): Promise<boolean> {
  const sealed = await sealText(store, { workspaceId, accountId, text: JSON.stringify(fields) });
  const ends = connectBeforeOf(fields);
  const outcome = await accounts(store).updateOne(
    { _id: accountId, workspaceId, ...atRevision(revision) },
    {
      $set: { sealed, revision: revision + 1, ...ends },
      $unset: { refused: '', ...(ends.connectBefore === undefined && { connectBefore: '' }) },
    },
  );
  return outcome.matchedCount === 1;
}

/** That a service refused an account. */
interface Refusal {
  reason: string;
  at: Date;
  /** It refused to issue another token. */
  isFinal: boolean;
  /** It does not accept the token that the account has either. */
  hasEnded?: boolean;
}

/**
 * Records that the other service refuses the account, to show to users; `isFinal` if it refused to issue another token.
 * Does nothing if its values were replaced in between. Returns the account if it was not known before.
 */
export async function markAccountRefused(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { reason, revision, at, isFinal, hasEnded }: Refusal & { revision: number },
): Promise<LinkedAccount | undefined> {
  const place = { _id: accountId, workspaceId, ...atRevision(revision) };
  const refused = { at, reason, ...(isFinal && { isFinal }), ...(hasEnded && { hasEnded }) };
  const unknown = { ...place, refused: { $exists: false } };
  const { matchedCount } = await accounts(store).updateOne(unknown, { $set: { refused } });
  if (matchedCount === 1) return getLinkedAccount(store, workspaceId, accountId);
  if (isFinal)
    await accounts(store).updateOne({ ...place, 'refused.isFinal': { $exists: false } }, { $set: { refused } });
  return undefined;
}

/** Notes that the service no longer accepts the token of an account for which it refused to issue another. */
export async function markTokenEnded(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  revision: number,
): Promise<void> {
  const refusedForGood = { _id: accountId, workspaceId, ...atRevision(revision), 'refused.isFinal': true };
  await accounts(store).updateOne(refusedForGood, { $set: { 'refused.hasEnded': true } });
}

/** Notes that the other service asked to wait, for all workers. A pause never becomes shorter. */
export async function pauseAccount(store: Store, { workspaceId, accountId }: AccountPlace, until: Date): Promise<void> {
  await accounts(store).updateOne({ _id: accountId, workspaceId }, { $max: { pausedUntil: until } });
}

/**
 * Notes that a call with the values of `revision` succeeded and clears the refusal, unless no other token can be had:
 * then it only worked for now.
 */
export async function markAccountWorking(
  store: Store,
  { workspaceId, accountId }: AccountPlace,
  { revision, at }: { revision: number; at: Date },
): Promise<void> {
  const succeeded = { succeededAt: at, succeededRevision: revision };
  await accounts(store).updateOne({ _id: accountId, workspaceId }, { $set: succeeded });
  await accounts(store).updateOne(
    { _id: accountId, workspaceId, 'refused.isFinal': { $exists: false } },
    { $unset: { refused: '' } },
  );
}

const atRevision = (revision: number) => (revision === 0 ? { revision: { $exists: false } } : { revision });
