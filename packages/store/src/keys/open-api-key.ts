import { digest, findApiKey, type ApiKey } from './api-keys.ts';
import { openBranch, type Branch } from '../database/branches.ts';
import { takeMoment, type TakenMoment } from '../collections/collection-facts.ts';
import type { Store } from '../database/store.ts';

/** A key in force, with its branch as it is now. */
export interface OpenedKey {
  key: ApiKey;
  /** Throws Problem `not_found` when the branch, or one of its name, is gone. */
  openBranch(): Promise<Branch>;
  /** The moment of its branch, where it was asked for and taken beside the rest. */
  moment?: Promise<TakenMoment | undefined>;
}

type Place = Pick<ApiKey, 'workspaceId' | 'branch' | 'branchId'>;

/** Where keys lead that this process has seen, by their digests; a key never leads elsewhere. */
const places = new WeakMap<Store, Map<string, Place>>();
const mostPlaces = 10_000;

function placesOf(store: Store): Map<string, Place> {
  const known = places.get(store) ?? new Map<string, Place>();
  places.set(store, known);
  return known;
}

const nameOf = (text: string): string => digest(text).toString('base64');

/** The workspace of a key that this process has seen, without asking whether the key is still in force. */
export function workspaceOfSeenKey(store: Store, text: string): string | undefined {
  return placesOf(store).get(nameOf(text))?.workspaceId;
}

/**
 * The key that this text is, as `findApiKey` finds it. The branch of a key that was seen before is read at the same time
 * as the key, and so is the moment for a question, which saves a small one two ways to the database; whoever was revoked
 * meanwhile gets nothing of it.
 */
export async function openApiKey(
  store: Store,
  text: string,
  { now, takesMoment }: { now: Date; takesMoment: boolean },
): Promise<OpenedKey | undefined> {
  const known = placesOf(store);
  const name = nameOf(text);
  const place = known.get(name);
  const early = place && openBranch(store, place.workspaceId, place.branch);
  early?.catch(() => undefined);
  // What cannot be taken now is taken when the question is understood.
  const moment = place && takesMoment ? takeMoment(store, place).catch(() => undefined) : undefined;
  const key = await findApiKey(store, text, now);
  if (!key) {
    known.delete(name);
    return undefined;
  }
  const { workspaceId, branch, branchId } = key;
  if (known.size >= mostPlaces) known.clear();
  known.set(name, { workspaceId, branch, branchId });
  return { key, openBranch: () => early ?? openBranch(store, workspaceId, branch), ...(moment && { moment }) };
}
