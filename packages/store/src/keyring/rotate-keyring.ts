import { randomUUID } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import { audited } from '../audit/audit.ts';
import type { Store } from '../database/store.ts';
import { dataKeys, unwrap, wrap } from './data-keys.ts';
import { addKey, removeKeyFromFile } from './keyring-file.ts';
import { ensureKeyringState, keyringStates } from './keyring-state.ts';
import { readKeyringAgain } from './keyring.ts';

/** How far the rotation is; contains no key. */
export interface KeyringStatus {
  /** The id of the key that seals. */
  current: string;
  /** The id of the key that the next rotation moves to; the same as `current` if the rotation makes a new key. */
  next: string;
  /** Since when the current key seals. */
  since: string;
  /** How many data keys are still sealed with other keys. */
  remaining: number;
  /** The keys of this server's keyring, and others that still seal data keys. */
  keys: { id: string; dataKeys: number; isInKeyring: boolean }[];
}

interface Actor {
  by: string;
  now: Date;
}

/** Much longer than adding a key to a file takes. */
const leaseMs = 5_000;
const maxRowsPerStep = 200;

/** Counts the data keys by the key that seals them. */
export async function readKeyringStatus(store: Store): Promise<KeyringStatus> {
  const keyring = await readKeyringAgain(store);
  const { current, since } = await ensureKeyringState(store);
  const counted = await dataKeys(store)
    .aggregate<{ _id: string; count: number }>([{ $group: { _id: '$keyId', count: { $sum: 1 } } }])
    .toArray();
  const counts = new Map(counted.map(({ _id, count }) => [_id, count]));
  const ids = [...new Set([current, ...Object.keys(keyring.keys), ...counts.keys()])];
  return {
    current,
    next: keyring.current,
    since: since.toISOString(),
    remaining: counted.filter(({ _id }) => _id !== current).reduce((sum, { count }) => sum + count, 0),
    keys: ids.map((id) => ({ id, dataKeys: counts.get(id) ?? 0, isInKeyring: keyring.keys[id] !== undefined })),
  };
}

/**
 * One step of a rotation, which may be killed at any moment and repeated. If `replace` is the current key, another key
 * takes its place: the first of the keyring, or a new one that is added to the keyring's file. Then some data keys are
 * sealed again with the current key. Runs go on meanwhile: every process opens data keys with any key of the keyring.
 */
export async function rotateKeyring(
  store: Store,
  { replace }: { replace?: string | undefined },
  actor: Actor,
): Promise<KeyringStatus> {
  const { current } = await ensureKeyringState(store);
  if (replace === current) await changeCurrentKey(store, current, actor);
  await sealSomeAgain(store);
  return readKeyringStatus(store);
}

async function changeCurrentKey(store: Store, replaced: string, { by, now }: Actor): Promise<void> {
  const holder = await takeLease(store, replaced);
  if (holder === undefined) return waitOrGoOn(store, replaced);
  try {
    const current = await nextKey(store, replaced, now);
    const details = { replaced };
    await audited(store, { action: 'keyring.rotated', by, at: now, target: current, details }, async (session) => {
      const mine = { _id: 'keyring' as const, current: replaced, 'lease.holder': holder };
      const { matchedCount } = await keyringStates(store).updateOne(
        mine,
        { $set: { current, since: now } },
        { session },
      );
      if (matchedCount === 0) throw busy();
    });
  } finally {
    await releaseLease(store, holder);
  }
}

/** Lets one process at a time change the keyring's file; undefined while another does, or has replaced the key. */
async function takeLease(store: Store, current: string): Promise<string | undefined> {
  const holder = randomUUID();
  const isFree = { $lte: [{ $ifNull: ['$lease.until', new Date(0)] }, '$$NOW'] };
  const lease = { holder, until: { $add: ['$$NOW', leaseMs] } };
  const place = { _id: 'keyring' as const, current, $expr: isFree };
  const { matchedCount } = await keyringStates(store).updateOne(place, [{ $set: { lease } }]);
  return matchedCount === 1 ? holder : undefined;
}

async function releaseLease(store: Store, holder: string): Promise<void> {
  await keyringStates(store).updateOne({ _id: 'keyring', 'lease.holder': holder }, { $unset: { lease: '' } });
}

/** Another process replaces the key at the moment, or has replaced it. */
async function waitOrGoOn(store: Store, replaced: string): Promise<void> {
  const { current } = await ensureKeyringState(store);
  if (current === replaced) throw busy();
}

function busy(): Problem {
  const detail =
    'Another process is replacing or removing a key, or was ended while it did. Try again in five seconds.';
  return new Problem('unavailable', detail, { retryAfterSeconds: leaseMs / 1_000 });
}

/** The key to use from now on. An earlier attempt, or an operator, may have put it into the keyring already. */
async function nextKey(store: Store, replaced: string, now: Date): Promise<string> {
  const { current: first } = await readKeyringAgain(store);
  if (first !== replaced) return first;
  if (store.keyringFile === undefined) {
    const detail =
      'This server reads its keys from TALLYHOOK_KEYRING, which it cannot change: put a new key first in it, in the form ' +
      'id:base64, restart every api and worker with it, and rotate again.';
    throw new Problem('invalid_input', detail);
  }
  addKey(store.keyringFile, now);
  // As the other processes will read it.
  return (await readKeyringAgain(store)).current;
}

/** Each row changes from one key to the other in one write; a row that another process moved meanwhile is left alone. */
async function sealSomeAgain(store: Store): Promise<void> {
  const { current: keyId } = await ensureKeyringState(store);
  const rows = await dataKeys(store)
    .find({ keyId: { $ne: keyId } })
    .limit(maxRowsPerStep)
    .toArray();
  for (const row of rows) {
    const dataKey = await unwrap(store, row);
    const sealed = await wrap(store, { workspaceId: row._id, keyId, dataKey });
    await dataKeys(store).updateOne({ _id: row._id, keyId: row.keyId }, { $set: sealed });
  }
}

/**
 * Removes a key that seals nothing any more from the keyring's file.
 * @throws Problem `invalid_input` while it is needed; `not_found`.
 */
export async function removeKeyringKey(store: Store, id: string, actor: Actor): Promise<KeyringStatus> {
  const { current } = await ensureKeyringState(store);
  // A key that another process adds to the file meanwhile would be lost.
  const holder = await takeLease(store, current);
  if (holder === undefined) throw busy();
  try {
    await removeUnneededKey(store, id, actor);
  } finally {
    await releaseLease(store, holder);
  }
  return readKeyringStatus(store);
}

async function removeUnneededKey(store: Store, id: string, { by, now }: Actor): Promise<void> {
  const { current, next, keys, remaining } = await readKeyringStatus(store);
  const key = keys.find((one) => one.id === id && one.isInKeyring);
  if (key === undefined) throw new Problem('not_found', `The keyring of this server has no key "${id}".`);
  if (id === current)
    throw new Problem('invalid_input', `Key "${id}" seals new credentials: rotate the keyring first.`);
  if (id === next)
    throw new Problem('invalid_input', `Key "${id}" is the next to seal credentials: rotate the keyring.`);
  if (key.dataKeys > 0) {
    const detail = `Key "${id}" still seals ${key.dataKeys} data keys: finish the rotation first.`;
    throw new Problem('invalid_input', detail);
  }
  // A step that began when this key was the current one may still seal what remains with it.
  if (remaining > 0) {
    const detail = `${remaining} data keys are not sealed with key "${current}" yet: finish the rotation first.`;
    throw new Problem('invalid_input', detail);
  }
  const { keyringFile } = store;
  if (keyringFile === undefined) {
    const detail = `Nothing needs key "${id}" any more: remove it from TALLYHOOK_KEYRING, which this server cannot change.`;
    throw new Problem('invalid_input', detail);
  }
  await audited(store, { action: 'keyring.key_removed', by, at: now, target: id }, async () =>
    removeKeyFromFile(keyringFile, id),
  );
}
