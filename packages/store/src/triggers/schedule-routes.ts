import type { ScheduleTrigger } from '@tallyhook/schemas';
import type { ClientSession, Collection, Filter } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** A workflow that is on and starts at given times. */
export interface ScheduleRoute {
  workspaceId: string;
  branchId: string;
  branchName: string;
  workflowId: string;
  trigger: ScheduleTrigger;
  /** When it is due next; null until a worker has worked it out, from `since` on. */
  nextAt: Date | null;
  /** Times before this moment do not count: the workflow was off, or had another schedule. */
  since: Date;
}

interface ScheduleRouteDocument extends ScheduleRoute {
  _id: string;
}

export const scheduleRouteIndexes: CollectionIndexes = {
  collection: 'schedule_routes',
  indexes: [{ key: { nextAt: 1 } }, { key: { branchId: 1 } }, { key: { workspaceId: 1 } }],
};

const routes = (store: Store): Collection<ScheduleRouteDocument> =>
  store.system.collection(scheduleRouteIndexes.collection);

type Place = Pick<ScheduleRoute, 'branchId' | 'workflowId'>;
const routeId = ({ branchId, workflowId }: Place) => `${branchId}:${workflowId}`;

/** Starts a workflow at its times from now on; replaces its previous times. */
export async function putScheduleRoute(
  store: Store,
  route: Omit<ScheduleRoute, 'nextAt' | 'since'>,
  session?: ClientSession,
): Promise<void> {
  const row = { ...route, nextAt: null, since: new Date() };
  await routes(store).replaceOne({ _id: routeId(route) }, row, { upsert: true, session });
}

/** Stops the times of a workflow. */
export async function removeScheduleRoute(store: Store, place: Place, session?: ClientSession): Promise<void> {
  await routes(store).deleteOne({ _id: routeId(place) }, { session });
}

/** Stops the times of all workflows of a branch. */
export async function removeBranchSchedules(store: Store, branchId: string): Promise<void> {
  await routes(store).deleteMany({ branchId });
}

/** Has the times of a workspace worked out again, because its time zone has changed. */
export async function resetSchedules(store: Store, workspaceId: string, session?: ClientSession): Promise<void> {
  await routes(store).updateMany({ workspaceId }, { $set: { nextAt: null, since: new Date() } }, { session });
}

/** The workflows that are due, or whose next time is not worked out yet; the longest due first. */
export async function listDueSchedules(store: Store, now: Date, limit: number): Promise<ScheduleRoute[]> {
  const due = await find(store, { nextAt: { $lte: now } }, limit);
  return [...due, ...(await find(store, { nextAt: null }, limit))];
}

/** When the workflows of a branch are due next, by workflow id. */
export async function listNextTimes(store: Store, branchId: string): Promise<Map<string, Date | null>> {
  const rows = await routes(store).find({ branchId }).toArray();
  return new Map(rows.map(({ workflowId, nextAt }) => [workflowId, nextAt]));
}

/** Sets the next time, unless the route has changed since it was read. */
export async function setNextTime(store: Store, route: ScheduleRoute, nextAt: Date | null): Promise<void> {
  const { nextAt: before, since } = route;
  const far = nextAt ?? never;
  await routes(store).updateOne({ _id: routeId(route), nextAt: before, since }, { $set: { nextAt: far } });
}

/** The next time of a schedule that has none, such as 31 February. */
const never = new Date('9999-12-31T00:00:00Z');

function find(store: Store, match: Filter<ScheduleRouteDocument>, limit: number): Promise<ScheduleRoute[]> {
  return routes(store)
    .find<ScheduleRoute>(match, { projection: { _id: 0 } })
    .sort({ nextAt: 1 })
    .limit(limit)
    .toArray();
}
