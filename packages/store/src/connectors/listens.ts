import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** A request as it arrived at a listen. */
export interface HeardDelivery {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  rawBody: Buffer;
}

/** An address that takes one delivery for a webhook of a connector in the making. */
export interface Listen {
  id: string;
  workspaceId: string;
  connector: string;
  webhook: string;
  /** Whether the service has verified the address. */
  isVerified: boolean;
  /** Until when a delivery is taken. */
  expiresAt: string;
}

interface ListenDocument {
  _id: string;
  /** The digest of the key: who reads the database cannot send a delivery. */
  keyHash: string;
  workspaceId: string;
  connector: string;
  webhook: string;
  isVerified: boolean;
  /** The delivery. Sealed: services send credentials in headers and bodies. */
  sealed?: SealedText;
  /** Whether the webhook could not read it: then the next one takes its place. */
  isUnread?: boolean;
  expiresAt: Date;
}

const lifetimeMs = 10 * 60_000;
/** A person may look at a delivery for an hour. */
const keptSeconds = 3_600;
/** Each can keep a body in the database. */
const maxOpen = 5;

export const listenIndexes: CollectionIndexes = {
  collection: 'connector_listens',
  indexes: [
    { key: { keyHash: 1 }, name: 'key', unique: true },
    { key: { workspaceId: 1, connector: 1 }, name: 'folder' },
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: keptSeconds },
  ],
};

const listens = (store: Store): Collection<ListenDocument> => store.system.collection(listenIndexes.collection);

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');
const sealedPlace = ({ _id, workspaceId }: Pick<ListenDocument, '_id' | 'workspaceId'>) => ({
  ...{ workspaceId, accountId: `listen/${_id}` },
});

const isWaiting = { $or: [{ sealed: { $exists: false } }, { isUnread: true }] };

type Place = Pick<Listen, 'workspaceId' | 'connector'>;

/** Opens an address for one delivery, for ten minutes. With too many open, the oldest of the folder ends. */
export async function openListen(
  store: Store,
  { workspaceId, connector, webhook }: Place & { webhook: string },
  now: Date,
): Promise<{ listen: Listen; key: string }> {
  const key = randomBytes(32).toString('base64url');
  const row: ListenDocument = {
    ...{ _id: newId(), keyHash: hash(key), workspaceId, connector, webhook, isVerified: false },
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  const others = await listens(store)
    .find({ workspaceId, connector, ...isWaiting, expiresAt: { $gt: now } }, { projection: { _id: 1 } })
    .sort({ expiresAt: -1 })
    .skip(maxOpen - 1)
    .toArray();
  const tooMany = others.map(({ _id }) => _id);
  await listens(store).updateMany({ _id: { $in: tooMany } }, { $set: { expiresAt: now } });
  await listens(store).insertOne(row);
  return { listen: toListen(row), key };
}

/** The listen of an address that still waits; undefined if there is none. */
export async function findWaitingListen(store: Store, key: string, now: Date): Promise<Listen | undefined> {
  const match = { keyHash: hash(key), ...isWaiting, expiresAt: { $gt: now } };
  const row = await listens(store).findOne(match);
  return row === null ? undefined : toListen(row);
}

/**
 * Keeps the delivery of a listen. One that the webhook cannot read (`isUnread`) does not end it, so that a person sees
 * the problem and the next delivery can come. Returns whether it still waited.
 */
export async function keepHeard(
  store: Store,
  { id, workspaceId }: Listen,
  { heard, isUnread }: { heard: HeardDelivery; isUnread: boolean },
): Promise<boolean> {
  const text = JSON.stringify({ ...heard, rawBody: heard.rawBody.toString('base64') });
  const sealed = await sealText(store, { ...sealedPlace({ _id: id, workspaceId }), text });
  const { matchedCount } = await listens(store).updateOne({ _id: id, ...isWaiting }, { $set: { sealed, isUnread } });
  return matchedCount === 1;
}

/** Notes that the service has verified the address of a listen. */
export async function noteVerified(store: Store, { id }: Listen): Promise<void> {
  await listens(store).updateOne({ _id: id }, { $set: { isVerified: true } });
}

/**
 * Reads a listen and its delivery, if one has arrived.
 * @throws Problem `not_found`
 */
export async function getListen(
  store: Store,
  { workspaceId, connector, id }: Place & { id: string },
): Promise<{ listen: Listen; heard: HeardDelivery | undefined }> {
  const row = await listens(store).findOne({ _id: id, workspaceId, connector });
  if (row === null)
    throw new Problem('not_found', 'There is no such listen; it is kept for an hour. Listen for another delivery.');
  if (row.sealed === undefined) return { listen: toListen(row), heard: undefined };
  const text = await openText(store, { ...sealedPlace(row), sealed: row.sealed });
  const heard = JSON.parse(text) as Omit<HeardDelivery, 'rawBody'> & { rawBody: string };
  return { listen: toListen(row), heard: { ...heard, rawBody: Buffer.from(heard.rawBody, 'base64') } };
}

function toListen({ _id, workspaceId, connector, webhook, isVerified, expiresAt }: ListenDocument): Listen {
  return { id: _id, workspaceId, connector, webhook, isVerified, expiresAt: expiresAt.toISOString() };
}
