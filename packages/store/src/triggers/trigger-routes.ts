import type { WorkflowCondition } from '@tallyhook/schemas';
import type { ClientSession, Collection, Filter } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';

/** Where a delivery goes: one workflow that is on and starts with a Connector Trigger. */
export interface TriggerRoute {
  workspaceId: string;
  branchId: string;
  branchName: string;
  workflowId: string;
  connector: string;
  /** The only webhook whose events start a run; null or absent for any. */
  webhook?: string | null;
  /** The events that start a run; `*` means all. */
  events: string[];
  /** The linked account of the trigger; null if none was chosen. */
  accountId: string | null;
  /** The other service's id of that account. */
  externalId: string | null;
  conditions: WorkflowCondition[];
  /** The subscription whose deliveries start it; absent if it takes those of the account's other addresses. */
  subscriptionId?: string;
  /** The wait of a run that the delivery ends; absent for a route that starts runs. */
  waitId?: string;
}

interface TriggerRouteDocument extends TriggerRoute {
  /** Each workflow on each branch has one trigger, and each wait one route. */
  _id: string;
}

const subscriptionIndex = {
  key: { subscriptionId: 1 as const },
  name: 'subscription',
  partialFilterExpression: { subscriptionId: { $exists: true } },
};

export const triggerRouteIndexes: CollectionIndexes = {
  collection: 'trigger_routes',
  indexes: [
    { key: { connector: 1, externalId: 1 } },
    { key: { connector: 1, externalId: 1, events: 1 }, name: 'event' },
    { key: { branchId: 1 } },
    { key: { accountId: 1 } },
    subscriptionIndex,
  ],
};

const routes = (store: Store): Collection<TriggerRouteDocument> =>
  store.system.collection(triggerRouteIndexes.collection);

const routeId = ({ branchId, workflowId, waitId }: Pick<TriggerRoute, 'branchId' | 'workflowId' | 'waitId'>) =>
  waitId === undefined ? `${branchId}:${workflowId}` : `wait:${waitId}`;

/** Sends deliveries to a workflow, or to the wait of a run, from now on; replaces the previous route. */
export async function putTriggerRoute(store: Store, route: TriggerRoute, session?: ClientSession): Promise<void> {
  await routes(store).replaceOne({ _id: routeId(route) }, route, { upsert: true, session });
}

/** Stops deliveries to a workflow, or to a wait. */
export async function removeTriggerRoute(
  store: Store,
  place: Pick<TriggerRoute, 'branchId' | 'workflowId' | 'waitId'>,
  session?: ClientSession,
): Promise<void> {
  await routes(store).deleteOne({ _id: routeId(place) }, { session });
}

/** The route of a wait; null once it was removed. */
export async function findWaitRoute(store: Store, waitId: string): Promise<TriggerRoute | null> {
  return routes(store).findOne<TriggerRoute>({ _id: `wait:${waitId}` }, { projection: { _id: 0 } });
}

/** Stops deliveries of these accounts to any workflow. */
export async function removeAccountRoutes(
  store: Store,
  accountIds: readonly string[],
  session?: ClientSession,
): Promise<void> {
  await routes(store).deleteMany({ accountId: { $in: [...accountIds] } }, { session });
}

/** Stops deliveries to all workflows of a branch, for example when it is deleted. */
export async function removeBranchRoutes(store: Store, branchId: string): Promise<void> {
  await routes(store).deleteMany({ branchId });
}

/**
 * Finds the routes of one linked account: at the address of a subscription those that name it, and the waits of runs.
 */
export async function findAccountRoutes(
  store: Store,
  accountId: string,
  subscriptionId?: string,
): Promise<TriggerRoute[]> {
  const match: Filter<TriggerRouteDocument> =
    subscriptionId === undefined
      ? { accountId, ...unsubscribed }
      : { accountId, $or: [{ subscriptionId }, { waitId: { $exists: true } }] };
  return routes(store)
    .find<TriggerRoute>(match, { projection: { _id: 0 } })
    .sort({ _id: 1 })
    .toArray();
}

/** A workflow that needs a subscription. */
export type Subscriber = Pick<TriggerRoute, 'branchId' | 'branchName' | 'workflowId'>;

/** The workflows that need the subscriptions of a workspace, by the id of the subscription. */
export async function listSubscribers(store: Store, workspaceId: string): Promise<Map<string, Subscriber[]>> {
  const rows = await routes(store)
    .find({ workspaceId, subscriptionId: { $exists: true } })
    .sort({ _id: 1 })
    .toArray();
  const found = new Map<string, Subscriber[]>();
  for (const { subscriptionId, branchId, branchName, workflowId } of rows)
    found.set(subscriptionId!, [...(found.get(subscriptionId!) ?? []), { branchId, branchName, workflowId }]);
  return found;
}

/** Routes that take deliveries at addresses set up by people. */
const unsubscribed = { subscriptionId: { $exists: false } };

/**
 * Finds the routes that take one of these events, for these accounts of the other service. Null means a delivery that
 * names no account: it can go to every route of the connector.
 */
export async function findTriggerRoutes(
  store: Store,
  connector: string,
  { externalIds, events }: { externalIds: readonly (string | null)[]; events: readonly string[] },
): Promise<TriggerRoute[]> {
  const named = externalIds.filter((externalId) => externalId !== null);
  const known = named.length < externalIds.length ? { connector } : { connector, externalId: { $in: named } };
  // An account may have many workflows, and most take other events.
  const match = { ...known, events: { $in: [...events, '*'] }, ...unsubscribed };
  return routes(store)
    .find<TriggerRoute>(match, { projection: { _id: 0 } })
    .sort({ _id: 1 })
    .toArray();
}
