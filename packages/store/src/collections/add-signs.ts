import type { ClientSession } from 'mongodb';
import { collectionMap, type CollectionEntry } from './collections.ts';
import type { NumberSigns } from './number-signs.ts';
import type { Store } from '../database/store.ts';

/** Adds newly found number signs to those of the collection, in the transaction that writes the records. */
export async function addSigns(
  store: Store,
  workspaceId: string,
  { _id, signs }: Pick<CollectionEntry, '_id' | 'signs'>,
  { found, session }: { found: NumberSigns; session: ClientSession },
): Promise<void> {
  // The signs of an older collection are unknown, and one write says nothing about its other records.
  if (signs === undefined) return;
  const isNew = (kind: keyof NumberSigns) => found[kind].some((name) => !signs[kind].includes(name));
  if (!isNew('negative') && !isNew('rounded')) return;
  const added = { 'signs.negative': { $each: found.negative }, 'signs.rounded': { $each: found.rounded } };
  await collectionMap(store, workspaceId).updateOne({ _id }, { $addToSet: added }, { session });
}
