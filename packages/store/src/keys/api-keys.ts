import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** What a key can do on its branch. */
export type KeyAccess = 'read' | 'write';

/** An API key of one branch, without its secret. */
export interface ApiKey {
  id: string;
  workspaceId: string;
  /** The branch id, so that a later branch of the same name does not inherit the key. */
  branchId: string;
  branch: string;
  name: string;
  access: KeyAccess;
  /** The readable start of the key, such as `th_k3v9x2m7qa`. */
  prefix: string;
  createdAt: string;
  createdBy: string;
  /** When the key was last used, to the minute; null if never. */
  lastUsedAt: string | null;
  /** When the key stops working; null if it does not expire. */
  expiresAt: string | null;
}

interface ApiKeyDocument {
  _id: string;
  workspaceId: string;
  branchId: string;
  branch: string;
  name: string;
  access: KeyAccess;
  prefix: string;
  /** SHA-256 of the whole key: 256 random bits need no slow hash. */
  sha256: Buffer;
  createdAt: Date;
  createdBy: string;
  lastUsedAt: Date | null;
  /** Absent in keys from before keys could expire. */
  expiresAt?: Date | null;
}

export const apiKeyIndexes: CollectionIndexes = {
  collection: 'api_keys',
  indexes: [{ key: { prefix: 1 }, unique: true }, { key: { workspaceId: 1 } }],
};

const apiKeys = (store: Store) => store.system.collection<ApiKeyDocument>('api_keys', { promoteBuffers: true });

const usedPrecisionMs = 60_000;

/** The input for a new key. */
export interface NewApiKey {
  workspaceId: string;
  branch: { id: string; name: string };
  name: string;
  access: KeyAccess;
  /** Default: it does not expire. */
  expiresAt?: Date | null;
}

/** Creates a key. The returned `key` is the only copy: the stored digest cannot open anything. */
export async function createApiKey(
  store: Store,
  given: NewApiKey,
  { by, now }: { by: string; now: Date },
): Promise<{ key: string; row: ApiKey }> {
  const { key, document } = makeKey(given, { by, now });
  const { workspaceId, name, access, prefix } = document;
  const details = { name, access, branch: given.branch.name, prefix };
  await audited(store, { action: 'key.created', by, at: now, workspaceId, target: document._id, details }, (session) =>
    apiKeys(store).insertOne(document, { session }),
  );
  return { key, row: toApiKey(document) };
}

/**
 * Creates a key that replaces another: the same name, access and branch. The old one works until `oldExpiresAt`, so that
 * programs can change over. A key that expires gets the same lifetime again.
 * @throws Problem `not_found` if the workspace has no such key that still works.
 */
export async function rotateApiKey(
  store: Store,
  { workspaceId, id, oldExpiresAt }: { workspaceId: string; id: string; oldExpiresAt: Date },
  { by, now }: { by: string; now: Date },
): Promise<{ key: string; row: ApiKey }> {
  const old = await apiKeys(store).findOne({ _id: id, workspaceId, ...working(now) });
  if (old === null) throw noKey(id);
  const lifetimeMs = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
  const expiresAt = lifetimeMs ? new Date(now.getTime() + lifetimeMs) : null;
  const branch = { id: old.branchId, name: old.branch };
  const { key, document } = makeKey({ ...old, branch, expiresAt }, { by, now });
  const details = { name: old.name, prefix: document.prefix, oldPrefix: old.prefix };
  await audited(store, { action: 'key.rotated', by, at: now, workspaceId, target: id, details }, async (session) => {
    const { matchedCount } = await apiKeys(store).updateOne(
      { _id: id, ...working(now) },
      [{ $set: { expiresAt: { $min: [{ $ifNull: ['$expiresAt', oldExpiresAt] }, oldExpiresAt] } } }],
      { session },
    );
    if (matchedCount === 0) throw noKey(id);
    await apiKeys(store).insertOne(document, { session });
  });
  return { key, row: toApiKey(document) };
}

const working = (now: Date) => ({ $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] });

function makeKey(
  { workspaceId, branch, name, access, expiresAt = null }: NewApiKey,
  { by, now }: { by: string; now: Date },
): { key: string; document: ApiKeyDocument } {
  const prefix = `th_${randomLetters(10)}`;
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  const document: ApiKeyDocument = {
    _id: newId(),
    workspaceId,
    branchId: branch.id,
    branch: branch.name,
    name,
    access,
    prefix,
    sha256: digest(key),
    createdAt: now,
    createdBy: by,
    lastUsedAt: null,
    expiresAt,
  };
  return { key, document };
}

/**
 * Finds the key with this text and records its use; undefined for a revoked, truncated or invented one.
 * @throws Problem `sign_in_required` if it has expired.
 */
export async function findApiKey(store: Store, text: string, now: Date): Promise<ApiKey | undefined> {
  const prefix = /^(th_[a-z0-9]{10})_[\w-]{43}$/.exec(text)?.[1];
  if (prefix === undefined) return undefined;
  const document = await apiKeys(store).findOne({ prefix });
  if (document === null || !timingSafeEqual(document.sha256, digest(text))) return undefined;
  if (document.expiresAt && document.expiresAt <= now) throw expired(document.name, document.expiresAt);
  await noteUse(store, document, now);
  return toApiKey(document);
}

/** Lists the keys of a workspace, newest first. */
export async function listApiKeys(store: Store, workspaceId: string): Promise<ApiKey[]> {
  const documents = await apiKeys(store).find({ workspaceId }).sort({ _id: -1 }).toArray();
  return documents.map(toApiKey);
}

/** The names of a workspace's keys by id; revoked keys are absent. */
export async function keyNames(
  store: Store,
  workspaceId: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const found = await apiKeys(store)
    .find({ _id: { $in: [...ids] }, workspaceId }, { projection: { name: 1 } })
    .toArray();
  return Object.fromEntries(found.map(({ _id, name }) => [_id, name]));
}

/**
 * Revokes a key: the next request with it is refused.
 * @throws Problem `not_found` if the workspace has no such key.
 */
export async function revokeApiKey(
  store: Store,
  { workspaceId, id }: { workspaceId: string; id: string },
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await audited(store, { action: 'key.revoked', by, at: now, workspaceId, target: id }, async (session) => {
    const { deletedCount } = await apiKeys(store).deleteOne({ _id: id, workspaceId }, { session });
    if (deletedCount === 0) throw noKey(id);
  });
}

/** Deletes the keys that a person made in a workspace, in the transaction that audits their leaving. */
export async function deleteKeysOf(
  store: Store,
  { workspaceId, personId }: { workspaceId: string; personId: string },
  session: ClientSession,
): Promise<void> {
  await apiKeys(store).deleteMany({ workspaceId, createdBy: personId }, { session });
}

function noKey(id: string): Problem {
  return new Problem('not_found', `This workspace has no API key with the id "${id}" that still works.`);
}

function expired(name: string, at: Date): Problem {
  const detail = `The API key "${name}" expired on ${at.toISOString()}: ask an admin of the workspace for a new one.`;
  return new Problem('sign_in_required', detail);
}

async function noteUse(store: Store, { _id, lastUsedAt }: ApiKeyDocument, now: Date): Promise<void> {
  const before = new Date(now.getTime() - usedPrecisionMs);
  if (lastUsedAt !== null && lastUsedAt > before) return;
  await apiKeys(store).updateOne({ _id, lastUsedAt }, { $set: { lastUsedAt: now } });
}

/** The digest that is stored for a key and used to find it. */
export function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function randomLetters(length: number): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function toApiKey(document: ApiKeyDocument): ApiKey {
  const { workspaceId, branchId, branch, name, access, prefix, createdBy } = document;
  const createdAt = document.createdAt.toISOString();
  const lastUsedAt = document.lastUsedAt?.toISOString() ?? null;
  const expiresAt = document.expiresAt?.toISOString() ?? null;
  const times = { createdAt, createdBy, lastUsedAt, expiresAt };
  return { id: document._id, workspaceId, branchId, branch, name, access, prefix, ...times };
}
