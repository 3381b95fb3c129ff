import type { RecordChangedTrigger } from '@tallyhook/schemas';
import type { ClientSession, Collection } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { counters, slotIds } from '../collections/write-counter.ts';

/** A workflow that is on and starts when records change. */
export interface RecordRoute {
  workspaceId: string;
  branchId: string;
  branchName: string;
  workflowId: string;
  trigger: RecordChangedTrigger;
  /** How far the change log of the type was read: the last tick of each slot. */
  slots: number[];
}

interface RecordRouteDocument extends RecordRoute {
  _id: string;
}

export const recordRouteIndexes: CollectionIndexes = {
  collection: 'record_routes',
  indexes: [{ key: { branchId: 1 } }],
};

const routes = (store: Store): Collection<RecordRouteDocument> =>
  store.system.collection(recordRouteIndexes.collection);

type Place = Pick<RecordRoute, 'branchId' | 'workflowId'>;
const routeId = ({ branchId, workflowId }: Place) => `${branchId}:${workflowId}`;

/** The state of the change log of a type, as the last tick of each slot. */
export async function readTicks(
  store: Store,
  workspaceId: string,
  of: { branchId: string; type: string },
): Promise<number[]> {
  const ids = slotIds(of);
  const found = await counters(store, workspaceId)
    .find({ _id: { $in: ids } })
    .toArray();
  const byId = new Map(found.map(({ _id, value }) => [_id, value]));
  return ids.map((id) => byId.get(id) ?? 0);
}

/** Starts a workflow for changes after `slots`; one that was on already goes on where it was. */
export async function putRecordRoute(store: Store, route: RecordRoute, session?: ClientSession): Promise<void> {
  const _id = routeId(route);
  const before = await routes(store).findOne({ _id }, { session });
  const slots = before !== null && before.trigger.type === route.trigger.type ? before.slots : route.slots;
  await routes(store).replaceOne({ _id }, { ...route, slots }, { upsert: true, session });
}

/** Stops a workflow from starting when records change. */
export async function removeRecordRoute(store: Store, place: Place, session?: ClientSession): Promise<void> {
  await routes(store).deleteOne({ _id: routeId(place) }, { session });
}

/** Stops all workflows of a branch from starting when records change. */
export async function removeBranchRecordRoutes(store: Store, branchId: string): Promise<void> {
  await routes(store).deleteMany({ branchId });
}

/** All workflows that start when records change. */
export async function listRecordRoutes(store: Store): Promise<RecordRoute[]> {
  return routes(store)
    .find<RecordRoute>({}, { projection: { _id: 0 } })
    .toArray();
}

/** Records how far the changes for a route were read, unless that has changed since. */
export async function advanceRecordRoute(store: Store, route: RecordRoute, slots: number[]): Promise<void> {
  await routes(store).updateOne({ _id: routeId(route), slots: route.slots }, { $set: { slots } });
}
