import { randomBytes } from 'node:crypto';
import { ensureIndexes, openStore, type Keyring, type Store } from '@tallyhook/store';
import { openBranch, type Branch } from '@tallyhook/store/branches';
import { createApiKey } from '@tallyhook/store/keys';
import { createPerson } from '@tallyhook/store/people';
import { createWorkspace } from '@tallyhook/store/workspaces';

/** A separate workspace with a key, for a measurement. */
export interface Workspace {
  store: Store;
  workspaceId: string;
  branch: Branch;
  personId: string;
  /** An API key with write access. */
  key: string;
  /** The keyring in the format of `TALLYHOOK_KEYRING`. */
  keyringText: string;
}

/** Opens a MongoDB's store and creates a workspace in it; `databasePrefix` tells several stores of one MongoDB apart. */
export async function makeWorkspace(mongodbUri: string, databasePrefix?: string): Promise<Workspace> {
  const secret = randomBytes(32);
  const keyring: Keyring = { current: 'bench', keys: { bench: secret } };
  const keyringText = `bench:${secret.toString('base64')}`;
  const store = await openStore({ uri: mongodbUri, keyring, ...(databasePrefix && { databasePrefix }) });
  await ensureIndexes(store);
  const now = new Date();
  const person = { email: 'bench@example.com', name: 'Bench', password: randomBytes(12).toString('hex') };
  const { id: personId } = await createPerson(store, { ...person, by: 'system', now });
  const { id: workspaceId } = await createWorkspace(store, { name: 'Bench', personId, now });
  const branch = await openBranch(store, workspaceId, 'main');
  const { key } = await createApiKey(
    store,
    { workspaceId, branch, name: 'bench', access: 'write' },
    { by: personId, now },
  );
  return { store, workspaceId, branch, personId, key, keyringText };
}
