import { digest, findApiKey, type ApiKey } from './api-keys.ts';
import { openBranch, type Branch } from './branches.ts';
import type { Store } from './store.ts';

/** A key in force, with its branch as it is now. */
export interface OpenedKey {
  key: ApiKey;
  /** Throws Problem `not_found` when the branch, or one of its name, is gone. */
  openBranch(): Promise<Branch>;
}

type Place = Pick<ApiKey, 'workspaceId' | 'branch'>;

/** Where keys lead that this process has seen, by their digests; a key never leads elsewhere. */
const places = new WeakMap<Store, Map<string, Place>>();
const mostPlaces = 10_000;

/**
 * The key that this text is, as `findApiKey` finds it. The branch of a key that was seen before is read at the same time
 * as the key, which saves a small question a way to the database; whoever was revoked meanwhile gets nothing of it.
 */
export async function openApiKey(store: Store, text: string, now: Date): Promise<OpenedKey | undefined> {
  const known = places.get(store) ?? new Map<string, Place>();
  places.set(store, known);
  const name = digest(text).toString('base64');
  const place = known.get(name);
  const early = place && openBranch(store, place.workspaceId, place.branch);
  early?.catch(() => undefined);
  const key = await findApiKey(store, text, now);
  if (!key) {
    known.delete(name);
    return undefined;
  }
  const { workspaceId, branch } = key;
  if (known.size >= mostPlaces) known.clear();
  known.set(name, { workspaceId, branch });
  return { key, openBranch: () => early ?? openBranch(store, workspaceId, branch) };
}
