import type { Document } from 'mongodb';
import { atSnapshot, type Snapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { beginBuilding, type Building } from '../database/unfinished.ts';
import { earlierValueIndexes, earlierValues } from './earlier-values.ts';

/** The change of many records whose earlier values are kept. */
export interface KeptChange {
  branchId: string;
  number: number;
}

/** Copies the records of a collection to the earlier values of a change, on the server. */
export async function keepEarlier(
  snapshot: Snapshot,
  { from, match, branchId, number }: KeptChange & { from: string; match: Document },
): Promise<void> {
  const id = { $concat: [`${number}/`, { $toString: '$_id' }] };
  const pipeline = [
    { $match: match },
    { $project: { _id: id, branchId: { $literal: branchId }, number: { $literal: number }, before: '$$ROOT' } },
    { $merge: { into: earlierValueIndexes.collection, on: '_id', whenMatched: 'replace', whenNotMatched: 'insert' } },
  ];
  const command = { aggregate: from, pipeline, cursor: {} };
  await snapshot.db.command({ ...atSnapshot(snapshot, command), writeConcern: { w: 1 } });
}

/** Notes that a change keeps earlier values before it is visible, so that those of one that died are swept. */
export async function beginKeeping(store: Store, workspaceId: string, change: KeptChange): Promise<Building> {
  return beginBuilding(store, workspaceId, { id: `${change.branchId}/${change.number}`, kind: 'earlier' });
}

/** Removes the earlier values of a change that was not finished. */
export async function dropEarlier(store: Store, workspaceId: string, change: KeptChange): Promise<void> {
  const { branchId, number } = change;
  await earlierValues(store, workspaceId).deleteMany({ branchId, number });
}
