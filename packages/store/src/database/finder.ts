import type { ClientSession, Document } from 'mongodb';
import { readInSnapshot, type Snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** Finds documents at one moment: of a snapshot or of a transaction. */
export type Finder = <Row>(collection: string, query: { filter: Document; projection?: Document }) => Promise<Row[]>;

export function findInSnapshot(snapshot: Snapshot): Finder {
  return (collection, query) => readInSnapshot(snapshot, { find: collection, ...query });
}

export function findInSession(store: Store, workspaceId: string, session: ClientSession): Finder {
  return async <Row>(collection: string, { filter, projection }: Parameters<Finder>[1]) =>
    store.workspaceDb(workspaceId).collection(collection).find(filter, { projection, session }).toArray() as Promise<
      Row[]
    >;
}
