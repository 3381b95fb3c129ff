import type { ClientSession, Collection } from 'mongodb';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Store } from '../database/store.ts';
import { requireKeyring } from './keyring.ts';

/** Which key of the keyring the installation seals with, for all processes. */
export interface KeyringState {
  _id: 'keyring';
  current: string;
  /** When the last rotation began. */
  since: Date;
  /** Data keys created so far. Raised with each one, so that creating one and beginning a rotation exclude each other. */
  dataKeys: number;
  /** Which process adds a key to its file, and until when. */
  lease?: { holder: string; until: Date };
}

export const keyringStates = (store: Store): Collection<KeyringState> => store.system.collection('keyring');

/** The state, created with the first key of this process' keyring if there is none. */
export async function ensureKeyringState(store: Store): Promise<KeyringState> {
  const found = await keyringStates(store).findOne({ _id: 'keyring' });
  if (found) return found;
  const { current } = requireKeyring(store);
  await keyringStates(store)
    .insertOne({ _id: 'keyring', current, since: new Date(), dataKeys: 0 })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  return (await keyringStates(store).findOne({ _id: 'keyring' }))!;
}

/** Counts a data key that is created in the session's transaction; returns the id of the key to seal it with. */
export async function countDataKey(store: Store, session: ClientSession): Promise<string> {
  const state = await keyringStates(store).findOneAndUpdate(
    { _id: 'keyring' },
    { $inc: { dataKeys: 1 } },
    { returnDocument: 'after', session },
  );
  return state!.current;
}
