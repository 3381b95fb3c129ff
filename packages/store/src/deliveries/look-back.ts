import { idBefore } from '../database/id-before.ts';
import type { Store } from '../database/store.ts';
import type { TriggerRoute } from '../triggers/trigger-routes.ts';
import { deliveryRows, readDeliveryBody } from './deliveries.ts';
import { accepts } from './delivery-targets.ts';
import { payloadTest } from './event-payload.ts';

const maxLooked = 500;

/** The first delivery since a moment that a route would have accepted; null if there was none. */
export async function findEarlierDelivery(
  store: Store,
  route: TriggerRoute,
  { since, except }: { since: Date; except?: string | undefined },
): Promise<string | null> {
  const { workspaceId, connector, accountId, externalId } = route;
  const rows = await deliveryRows(store)
    .find(
      {
        ...{ workspaceIds: workspaceId, connector, receivedAt: { $gte: since }, _id: { $gt: idBefore(since) } },
        $or: [{ accountId }, { accountId: null, externalId: externalId ?? 'any' }],
      },
      { projection: { event: 1, webhook: 1, connectorVersion: 1 } },
    )
    .sort({ _id: 1 })
    .limit(maxLooked)
    .toArray();
  for (const { _id, event, webhook, connectorVersion } of rows) {
    if (_id === except) continue;
    const { payload } = await readDeliveryBody(store, _id);
    const read = { event, payload: payloadTest(payload), connectorVersion };
    if (await accepts(route, { ...read, ...(webhook !== undefined && { webhook }) })) return _id;
  }
  return null;
}
