import type { LinkedAccount } from '../accounts/linked-accounts.ts';
import { findReceivingAccounts } from '../accounts/receiving-accounts.ts';
import {
  findInstalledVersions,
  findInstallingWorkspaces,
  versionFor,
  type UsedVersions,
} from '../connectors/installations.ts';
import { findUsedVersions } from '../connectors/kept-versions.ts';
import { createSharedReads, oncePer, type SharedReads } from '../database/gather.ts';
import type { Store } from '../database/store.ts';
import type { EventPayload } from './event-payload.ts';
import { findAccountRoutes, findTriggerRoutes, type TriggerRoute } from '../triggers/trigger-routes.ts';

/** An event as one connector version reads it; it goes to the workflows that use this version. */
export interface EventReading {
  connectorVersion: string;
  /** The webhook of the connector that read it. */
  webhook?: string;
  event: string;
  payload: Pick<EventPayload, 'meets'>;
}

/** An event to be routed. */
export interface EventToRoute {
  /** The other service's account; null if the connector does not identify it. */
  externalId: string | null;
  readings: EventReading[];
}

/** Where an event goes, and which workspaces may see it. */
export interface EventRouting {
  routes: TriggerRoute[];
  /** The workspaces that linked the account or, without one, the only workspace that installed the connector. */
  workspaceIds: string[];
}

/**
 * Finds the workflows that accept each event that came to the common address of a connector. Returns one routing per
 * event, in order. `refusedAccountIds` get nothing.
 */
export async function routeEvents(
  store: Store,
  connector: string,
  events: readonly EventToRoute[],
  refusedAccountIds: Promise<ReadonlySet<string>> = Promise.resolve(new Set()),
): Promise<EventRouting[]> {
  const named = [...new Set(events.map(({ externalId }) => externalId))].filter((externalId) => externalId !== null);
  const isUnnamed = named.length < events.length && events.some(({ externalId }) => externalId === null);
  const share = sharedReads(store);
  const names = [...new Set(events.flatMap(({ readings }) => readings.map(({ event }) => event)))].toSorted();
  const key = JSON.stringify([connector, isUnnamed, named.toSorted(), names]);
  const read = () => readReceivers(store, connector, { named, isUnnamed, names });
  const [{ allRoutes, allReceiving, installing, versions }, refused] = await Promise.all([
    share(key, read),
    refusedAccountIds,
  ]);
  const isRefused = ({ accountId }: { accountId: string | null }) => accountId !== null && refused.has(accountId);
  const routes = allRoutes.filter((route) => !isRefused(route));
  const receiving = allReceiving.filter((account) => !isRefused(account));
  // An event that names no account could be anybody's, so it goes nowhere once two workspaces use the connector.
  const only = installing.length === 1 ? installing[0] : undefined;
  const routeOne = async ({ externalId, readings }: EventToRoute): Promise<EventRouting> => {
    const accounts = receiving.filter(
      (account) => account.externalId === externalId && versions.has(account.workspaceId),
    );
    const accountIds = new Set(accounts.map(({ accountId }) => accountId));
    const isMeant = ({ accountId, workspaceId }: TriggerRoute) =>
      externalId === null ? workspaceId === only : accountId !== null && accountIds.has(accountId);
    const accepting = await acceptingRoutes(routes.filter(isMeant), (route) => {
      const used = versions.get(route.workspaceId);
      return used === undefined ? [] : readingsFor(route, used, readings);
    });
    const seeing =
      externalId === null ? [only].filter((id) => id !== undefined) : accounts.map((one) => one.workspaceId);
    return { routes: accepting, workspaceIds: [...new Set(seeing)] };
  };
  return Promise.all(events.map(routeOne));
}

/** Deliveries that arrive at the same time for the same accounts read once who receives them. */
const sharedReads = oncePer<Store, SharedReads>(createSharedReads);

/** Everybody who may receive events with these names of a connector. */
async function readReceivers(
  store: Store,
  connector: string,
  { named, isUnnamed, names }: { named: string[]; isUnnamed: boolean; names: string[] },
) {
  const [allRoutes, allReceiving, installing] = await Promise.all([
    findTriggerRoutes(store, connector, { externalIds: isUnnamed ? [...named, null] : named, events: names }),
    findReceivingAccounts(store, connector, named),
    isUnnamed ? findInstallingWorkspaces(store, connector) : [],
  ]);
  const users = new Set([...allRoutes, ...allReceiving].map(({ workspaceId }) => workspaceId));
  const versions = await findInstalledVersions(store, connector, [...users]);
  return { allRoutes, allReceiving, installing, versions };
}

/** Finds the workflows that accept each event that came to an account's own address, or to that of a subscription. */
export async function routeToAccount(
  store: Store,
  { id, workspaceId, subscriptionId }: Pick<LinkedAccount, 'id' | 'workspaceId'> & { subscriptionId?: string },
  events: readonly EventToRoute[],
): Promise<EventRouting[]> {
  const routes = await findAccountRoutes(store, id, subscriptionId);
  const used = routes[0] && (await findUsedVersions(store, workspaceId, routes[0].connector));
  // Its version may have changed since the delivery was read, but nobody else's workflows get it.
  const readingsHere = (route: TriggerRoute, readings: EventReading[]) => {
    const own = used === undefined ? [] : readingsFor(route, used, readings);
    return own.length > 0 ? own : readings;
  };
  return Promise.all(
    events.map(async ({ readings }) => ({
      routes: await acceptingRoutes(routes, (route) => readingsHere(route, readings)),
      workspaceIds: [workspaceId],
    })),
  );
}

/** The readings of an event by the version that the workflow of a route uses. */
function readingsFor(route: TriggerRoute, used: UsedVersions, readings: EventReading[]): EventReading[] {
  const version = versionFor(used, route);
  return readings.filter(({ connectorVersion }) => connectorVersion === version);
}

async function acceptingRoutes(
  routes: readonly TriggerRoute[],
  readingsOf: (route: TriggerRoute) => EventReading[],
): Promise<TriggerRoute[]> {
  // At once, since there may be hundreds of routes, and a large payload is tested in another thread.
  const asked = routes.flatMap((route) =>
    readingsOf(route).map((reading) => ({ route, answer: accepts(route, reading) })),
  );
  const answers = await Promise.all(asked.map(({ answer }) => answer));
  const accepting = new Set(asked.filter((_, index) => answers[index]).map(({ route }) => route));
  return routes.filter((route) => accepting.has(route));
}

/** Whether a route takes an event. */
export async function accepts(
  { webhook = null, events, conditions }: TriggerRoute,
  reading: EventReading,
): Promise<boolean> {
  const { event, payload } = reading;
  if (webhook !== null && reading.webhook !== webhook) return false;
  if (!events.includes('*') && !events.includes(event)) return false;
  return conditions.length === 0 || payload.meets(conditions);
}
