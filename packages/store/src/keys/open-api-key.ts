import { digest, findApiKey, type ApiKey } from './api-keys.ts';
import { openBranchOf, type Branch } from '../database/branches.ts';
import { takeMoment, type TakenMoment } from '../collections/collection-facts.ts';
import type { Store } from '../database/store.ts';

/** An active key, with its branch in its current state. */
export interface OpenedKey {
  key: ApiKey;
  /** @throws Problem `not_found` if it was deleted. */
  openBranch(): Promise<Branch>;
  /** The moment of its branch, if it was requested and taken at the same time. */
  moment?: Promise<TakenMoment | undefined>;
}

type Place = Pick<ApiKey, 'workspaceId' | 'branch' | 'branchId'>;

/** The branches of keys this process has seen, by key digest; the branch of a key never changes. */
const places = new WeakMap<Store, Map<string, Place>>();
const maxPlaces = 10_000;

function placesOf(store: Store): Map<string, Place> {
  const known = places.get(store) ?? new Map<string, Place>();
  places.set(store, known);
  return known;
}

const nameOf = (text: string): string => digest(text).toString('base64');

/** The workspace of a key this process has seen; does not check that the key is still active. */
export function workspaceOfSeenKey(store: Store, text: string): string | undefined {
  return placesOf(store).get(nameOf(text))?.workspaceId;
}

/**
 * Finds the key with this text, like `findApiKey`. If the key was seen before, its branch and the moment for a question
 * are read at the same time, which saves two round trips. A key revoked meanwhile gets none of that.
 */
export async function openApiKey(
  store: Store,
  text: string,
  { now, takesMoment }: { now: Date; takesMoment: boolean },
): Promise<OpenedKey | undefined> {
  const known = placesOf(store);
  const name = nameOf(text);
  const place = known.get(name);
  const early = place && openBranchOf(store, { ...place, branchName: place.branch });
  early?.catch(() => undefined);
  // If the moment cannot be taken now, it is taken once the question is parsed.
  const moment = place && takesMoment ? takeMoment(store, place).catch(() => undefined) : undefined;
  const key = await findApiKey(store, text, now);
  if (!key) {
    known.delete(name);
    return undefined;
  }
  const { workspaceId, branch, branchId } = key;
  if (known.size >= maxPlaces) known.clear();
  known.set(name, { workspaceId, branch, branchId });
  return {
    key,
    openBranch: () => early ?? openBranchOf(store, { workspaceId, branchId, branchName: branch }),
    ...(moment && { moment }),
  };
}
