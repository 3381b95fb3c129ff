import { findInstalledVersions, findInstallingWorkspaces } from '../connectors/installations.ts';
import { findLinkingWorkspaces } from '../accounts/linked-accounts.ts';
import type { Store } from '../database/store.ts';
import { meetsConditions } from '../workflows/trigger-conditions.ts';
import { findTriggerRoutes, type TriggerRoute } from '../workflows/trigger-routes.ts';

/** An event as one connector version reads it; it goes to the workspaces that use this version. */
export interface EventReading {
  connectorVersion: string;
  event: string;
  payload: unknown;
}

/** An event to be routed. */
export interface EventToRoute {
  /** The other service's account; null if the connector does not identify it: the event then goes to all accounts. */
  externalId: string | null;
  readings: EventReading[];
}

/** Where an event goes, and which workspaces may see it. */
export interface EventRouting {
  routes: TriggerRoute[];
  /**
   * The workspaces that linked the account or accept the event; without an account, those that installed the connector.
   */
  workspaceIds: string[];
}

/** Finds the workflows that accept each event of one connector. Returns one routing per event, in order. */
export async function routeEvents(
  store: Store,
  connector: string,
  events: readonly EventToRoute[],
): Promise<EventRouting[]> {
  const externalIds = [...new Set(events.map((event) => event.externalId))];
  const [routes, workspaces] = await Promise.all([
    findTriggerRoutes(store, connector, externalIds),
    findWorkspaces(store, connector, externalIds),
  ]);
  const versions = await findInstalledVersions(store, connector, [
    ...new Set(routes.map((route) => route.workspaceId)),
  ]);
  return events.map(({ externalId, readings }) => {
    const accepting = routes.filter(
      (route) =>
        (externalId === null || externalId === route.externalId) &&
        readings.some(
          (reading) => versions.get(route.workspaceId) === reading.connectorVersion && accepts(route, reading),
        ),
    );
    const seeing = [...(workspaces.get(externalId) ?? []), ...accepting.map(({ workspaceId }) => workspaceId)];
    return { routes: accepting, workspaceIds: [...new Set(seeing)] };
  });
}

function accepts({ events, conditions }: TriggerRoute, { event, payload }: EventReading): boolean {
  return (events.includes('*') || events.includes(event)) && meetsConditions(conditions, payload);
}

async function findWorkspaces(
  store: Store,
  connector: string,
  externalIds: (string | null)[],
): Promise<Map<string | null, Set<string>>> {
  const named = externalIds.filter((externalId) => externalId !== null);
  const found = new Map<string | null, Set<string>>();
  if (named.length < externalIds.length) found.set(null, new Set(await findInstallingWorkspaces(store, connector)));
  for (const { externalId, workspaceId } of await findLinkingWorkspaces(store, connector, named)) {
    found.set(externalId, (found.get(externalId) ?? new Set()).add(workspaceId));
  }
  return found;
}
