import { createHash, randomBytes } from 'node:crypto';
import type { ClientSession, Collection } from 'mongodb';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { triggerRouteIndexes } from './trigger-routes.ts';
import { makeHookKey } from './workflow-addresses.ts';

/** What a workflow wants another service to send: a webhook of a connector, for an account, with a person's input. */
export interface SubscriptionWish {
  workspaceId: string;
  accountId: string;
  connector: string;
  /** Null for the only webhook of the connector. */
  webhook: string | null;
  input: Readonly<Record<string, unknown>>;
}

/**
 * A subscription at another service. Workflows that wish for the same share one. Nothing else says whether it is
 * wanted: it is as long as a trigger route names it.
 */
export interface Subscription extends SubscriptionWish {
  id: string;
  /** `waiting` until the service has it; `active`; `failed` while the service does not accept it; `ending`. */
  state: 'waiting' | 'active' | 'failed' | 'ending';
  /** When the service accepted it. */
  since: Date | null;
  /** The version of the connector that last made or extended it; null if none did, or it is from before that was kept. */
  version: string | null;
  /** When it ends unless it is renewed; null if it does not. */
  endsAt: Date | null;
  /** The last failure to make, renew or end it; null after a success. */
  error: { message: string; at: Date } | null;
  /** How often that failed in a row. */
  failures: number;
  /** When it is tried again, or renewed; null if there is nothing to do. */
  nextAt: Date | null;
}

interface SubscriptionDocument extends Omit<Subscription, 'id' | 'input' | 'version'> {
  _id: string;
  /** Absent in those from before it was kept. */
  version?: string;
  /** As JSON text: the names are not ours. */
  input: string;
  /** The secret end of its address. Each attempt has its own: what an attempt without an answer left there is unread. */
  hookKey: string | null;
  /** The generated secret and the kept values. */
  sealed: SealedText | null;
  lease: { holder: string; until: Date } | null;
  /** Changes with each wish, so that one is not forgotten while the subscription ends. */
  wishedAt: Date;
}

/** What only the service and the worker know of a subscription. */
export interface SubscriptionSecrets {
  secret: string;
  kept: Record<string, string>;
}

export const subscriptionIndexes: CollectionIndexes = {
  collection: 'subscriptions',
  indexes: [
    { key: { hookKey: 1 }, name: 'hook', unique: true, partialFilterExpression: { hookKey: { $type: 'string' } } },
    { key: { nextAt: 1 }, name: 'due' },
    { key: { workspaceId: 1, accountId: 1 }, name: 'account' },
  ],
};

const subscriptions = (store: Store): Collection<SubscriptionDocument> =>
  store.system.collection(subscriptionIndexes.collection);

/** The id of the subscription that fulfils a wish. `input` has its keys in any order. */
export function subscriptionId({ workspaceId, accountId, connector, webhook, input }: SubscriptionWish): string {
  const sorted = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([workspaceId, accountId, connector, webhook, sorted]);
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** Has a worker make the subscription, unless it is there; one that has failed is tried again at once. */
export async function wishSubscription(store: Store, wish: SubscriptionWish, session: ClientSession): Promise<void> {
  const _id = subscriptionId(wish);
  const now = new Date();
  const { workspaceId, accountId, connector, webhook } = wish;
  const row = {
    ...{ workspaceId, accountId, connector, webhook, input: JSON.stringify(wish.input) },
    ...{ state: 'waiting' as const, since: null, endsAt: null, error: null, failures: 0 },
    ...{ hookKey: null, sealed: null, lease: null, nextAt: now },
  };
  const options = { session, upsert: true };
  await subscriptions(store).updateOne({ _id }, { $setOnInsert: row, $set: { wishedAt: now } }, options);
  const isUndone = { $or: [{ state: { $ne: 'active' as const } }, { error: { $ne: null } }] };
  await subscriptions(store).updateOne({ _id, ...isUndone }, { $set: { nextAt: now } }, { session });
}

/** A subscription that a worker has to do something about. */
export interface DueSubscription extends Subscription {
  /** What to do: make it, extend it, end it, or end it and make another because it is wanted again. */
  task: 'subscribe' | 'renew' | 'unsubscribe' | 'replace';
  /** Identifies the wish that was read. */
  wishedAt: Date;
}

/** Takes a subscription that is due or that nobody wants any more; null if there is none. Others leave it for `leaseMs`. */
export async function takeDueSubscription(
  store: Store,
  { holder, leaseMs, now }: { holder: string; leaseMs: number; now: Date },
): Promise<DueSubscription | null> {
  const isFree = { $or: [{ lease: null }, { 'lease.until': { $lte: now } }] };
  const wanting = { from: triggerRouteIndexes.collection, localField: '_id', foreignField: 'subscriptionId' };
  const rows = await subscriptions(store)
    .aggregate<{ _id: string }>([
      { $match: isFree },
      { $project: { nextAt: 1, error: 1, state: 1 } },
      { $lookup: { ...wanting, as: 'routes', pipeline: [{ $limit: 1 }, { $project: { _id: 1 } }] } },
      { $match: { $or: [{ nextAt: { $lte: now } }, { routes: [], error: null }, { state: 'ending', error: null }] } },
      { $sort: { nextAt: 1 } },
      { $limit: 20 },
    ])
    .toArray();
  const routes = store.system.collection<{ subscriptionId?: string }>(triggerRouteIndexes.collection);
  for (const { _id } of rows) {
    const lease = { holder, until: new Date(now.getTime() + leaseMs) };
    const row = await subscriptions(store).findOneAndUpdate({ _id, ...isFree }, { $set: { lease } });
    if (row === null) continue;
    // Read after the lease: a wish from now on has another `wishedAt`.
    const isWanted = (await routes.countDocuments({ subscriptionId: _id }, { limit: 1 })) > 0;
    const task = taskOf(row.state, isWanted);
    const current = task === 'unsubscribe' && row.state === 'active' ? await startEnding(store, row) : row;
    return { ...toSubscription(current), task, wishedAt: row.wishedAt };
  }
  return null;
}

function taskOf(state: Subscription['state'], isWanted: boolean): DueSubscription['task'] {
  if (!isWanted) return 'unsubscribe';
  // Whether the service has ended it is not known: the answer may have been lost.
  if (state === 'ending') return 'replace';
  return state === 'active' ? 'renew' : 'subscribe';
}

/** Says that the service is asked to end it, before it is asked. What failed before was something else. */
async function startEnding(store: Store, row: SubscriptionDocument): Promise<SubscriptionDocument> {
  const change = { state: 'ending' as const, error: null, failures: 0 };
  await subscriptions(store).updateOne({ _id: row._id }, { $set: change });
  return { ...row, ...change };
}

/** Gives a subscription the address and the secret for an attempt to make it. */
export async function openSubscriptionAddress(
  store: Store,
  { id, workspaceId }: Pick<Subscription, 'id' | 'workspaceId'>,
): Promise<{ hookKey: string; secret: string }> {
  const hookKey = makeHookKey();
  const secret = randomBytes(24).toString('base64url');
  const sealed = await seal(store, { id, workspaceId }, { secret, kept: {} });
  await subscriptions(store).updateOne({ _id: id }, { $set: { hookKey, sealed } });
  return { hookKey, secret };
}

/** Reads the address of a subscription, and what only the service and the worker know. */
export async function readSubscriptionSecrets(
  store: Store,
  { id, workspaceId }: Pick<Subscription, 'id' | 'workspaceId'>,
): Promise<(SubscriptionSecrets & { hookKey: string }) | null> {
  const row = await subscriptions(store).findOne({ _id: id });
  if (!row?.sealed || row.hookKey === null) return null;
  const text = await openText(store, { workspaceId, accountId: placeOf(id), sealed: row.sealed });
  return { ...(JSON.parse(text) as SubscriptionSecrets), hookKey: row.hookKey };
}

/** Saves that the service has accepted or extended a subscription. */
export async function noteSubscribed(
  store: Store,
  { id, workspaceId, since }: Pick<Subscription, 'id' | 'workspaceId' | 'since'>,
  {
    secrets,
    version,
    endsAt,
    nextAt,
    now,
  }: { secrets: SubscriptionSecrets; version: string; endsAt: Date | null; nextAt: Date | null; now: Date },
): Promise<void> {
  const sealed = await seal(store, { id, workspaceId }, secrets);
  const change = { state: 'active' as const, since: since ?? now, sealed, version, endsAt, nextAt };
  const noError = { error: null, failures: 0 };
  await subscriptions(store).updateOne({ _id: id }, { $set: { ...change, ...noError, lease: null } });
}

/** Saves why a subscription could not be made, extended or ended, and when that is tried again. */
export async function noteSubscriptionFailure(
  store: Store,
  { id, state }: Pick<Subscription, 'id' | 'state'>,
  { message, nextAt, now }: { message: string; nextAt: Date; now: Date },
): Promise<void> {
  const failed = state === 'active' || state === 'ending' ? state : ('failed' as const);
  await subscriptions(store).updateOne(
    { _id: id },
    { $set: { state: failed, error: { message, at: now }, nextAt, lease: null }, $inc: { failures: 1 } },
  );
}

/** Has a subscription made again: the service no longer knows it. */
export async function restartSubscription(store: Store, { id }: Pick<Subscription, 'id'>, now: Date): Promise<void> {
  const change = { state: 'waiting' as const, since: null, endsAt: null, hookKey: null, sealed: null, nextAt: now };
  await subscriptions(store).updateOne({ _id: id }, { $set: { ...change, lease: null } });
}

/** Forgets a subscription that has ended; one that was wished for again in the meantime is made again. */
export async function forgetSubscription(
  store: Store,
  { id, wishedAt }: Pick<DueSubscription, 'id' | 'wishedAt'>,
  now: Date,
): Promise<void> {
  const { deletedCount } = await subscriptions(store).deleteOne({ _id: id, wishedAt });
  if (deletedCount === 0) await restartSubscription(store, { id }, now);
}

/** The subscription with this address; undefined if none has it. */
export async function findSubscriptionAtAddress(
  store: Store,
  connector: string,
  hookKey: string,
): Promise<Subscription | undefined> {
  const row = await subscriptions(store).findOne({ hookKey, connector });
  return row === null ? undefined : toSubscription(row);
}

/** The subscriptions of a workspace. */
export async function listSubscriptions(store: Store, workspaceId: string): Promise<Subscription[]> {
  const rows = await subscriptions(store).find({ workspaceId }).sort({ connector: 1, _id: 1 }).toArray();
  return rows.map(toSubscription);
}

/** Has a worker ask the service again now, or renew it if it ends. Returns whether there is such a subscription. */
export async function trySubscription(
  store: Store,
  { workspaceId, id }: Pick<Subscription, 'workspaceId' | 'id'>,
): Promise<boolean> {
  const match = { _id: id, workspaceId };
  const isUndone = [{ error: { $ne: null } }, { state: { $ne: 'active' as const } }, { endsAt: { $ne: null } }];
  await subscriptions(store).updateOne({ ...match, $or: isUndone }, { $set: { nextAt: new Date() } });
  return (await subscriptions(store).countDocuments(match, { limit: 1 })) === 1;
}

const placeOf = (id: string) => `subscription/${id}`;

function seal(
  store: Store,
  { id, workspaceId }: Pick<Subscription, 'id' | 'workspaceId'>,
  secrets: SubscriptionSecrets,
): Promise<SealedText> {
  return sealText(store, { workspaceId, accountId: placeOf(id), text: JSON.stringify(secrets) });
}

function toSubscription({ _id: id, input, ...row }: SubscriptionDocument): Subscription {
  const { workspaceId, accountId, connector, webhook, state, since, endsAt, error, failures, nextAt } = row;
  const known = { workspaceId, accountId, connector, webhook, state, since, endsAt, error, failures, nextAt };
  return { id, ...known, version: row.version ?? null, input: JSON.parse(input) as Record<string, unknown> };
}
