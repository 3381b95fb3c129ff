import type { ClientSession, Document } from 'mongodb';
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

/** How many records a change keeps as they were. */
export async function countEarlier(
  store: Store,
  workspaceId: string,
  { branchId, number }: KeptChange,
  session?: ClientSession,
): Promise<number> {
  return earlierValues(store, workspaceId).countDocuments({ branchId, number }, { session });
}

const droppedAtOnce = 10_000;

/** Removes the earlier values of records that a change left as they were: exactly those with the ids are kept. */
export async function dropEarlierExcept(
  store: Store,
  workspaceId: string,
  { ids, ...change }: KeptChange & { ids: ReadonlySet<string> },
): Promise<void> {
  const { branchId, number } = change;
  if ((await countEarlier(store, workspaceId, change)) === ids.size) return;
  const kept = earlierValues(store, workspaceId);
  let others: string[] = [];
  const drop = async () => {
    await kept.deleteMany({ _id: { $in: others } });
    others = [];
  };
  for await (const { _id } of kept.find({ branchId, number }, { projection: { _id: 1 } })) {
    if (ids.has(_id.slice(_id.indexOf('/') + 1))) continue;
    others.push(_id);
    if (others.length === droppedAtOnce) await drop();
  }
  if (others.length > 0) await drop();
}
