import type { Store } from '@tallyhook/store';
import { listInstallations } from '@tallyhook/store/connectors';
import {
  countUnlinkedDeliveries,
  findUnreadDeliveries,
  listConfirmations,
  listDeliveries,
  type Confirmation,
  type UnreadDeliveries,
} from '@tallyhook/store/deliveries';
import { defineRoute } from '../route.ts';

/**
 * Lists the workspace's deliveries of the last 30 days, newest first, without their bodies; `id` selects one, and `find`
 * those with an id of their sender. For an
 * installed connector, `unlinked` counts deliveries for accounts that nobody linked. `unread` counts those that contain
 * no event by its declaration, or several events with one id, of which only the first starts something. The first page of
 * all deliveries also has the last `confirmations`: calls that services asked for, to confirm that they may deliver.
 */
export const getDeliveries = defineRoute({
  method: 'get',
  path: '/api/deliveries',
  access: { person: 'read' },
  summary: 'Lists the deliveries of the workspace, newest first.',
  parameters: {
    connector: { kind: 'text', maxLength: 64 },
    id: { kind: 'text', maxLength: 24 },
    outcome: { kind: 'choice', values: ['accepted', 'untriggered', 'conflict'] },
    find: { kind: 'text', maxLength: 1_024 },
    limit: { kind: 'integer', minimum: 1, maximum: 200 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  answer: 'DeliveryPage',
  async handler(request, { store }) {
    const { connector, id, outcome, find, limit = 50, cursor } = request.parameters;
    const isAll = cursor === undefined && id === undefined && outcome === undefined && find === undefined;
    const [page, unlinked, unread, confirmations] = await Promise.all([
      listDeliveries(store, request.caller.workspaceId, { connector, id, outcome, deliveryId: find, limit, cursor }),
      connector === undefined ? undefined : countUnlinkedDeliveries(store, connector),
      connector === undefined ? undefined : unreadOf(store, request.caller.workspaceId, connector),
      isAll ? confirmationsOf(store, request.caller.workspaceId, connector) : undefined,
    ]);
    return { ...page, unlinked, unread, confirmations };
  },
});

/** At a common address, a confirmation is of everybody who has the connector. */
async function confirmationsOf(store: Store, workspaceId: string, connector?: string): Promise<Confirmation[]> {
  const installed = (await listInstallations(store, workspaceId)).map((one) => one.connector);
  return listConfirmations(
    store,
    workspaceId,
    connector === undefined ? installed : installed.filter((one) => one === connector),
  );
}

/** The reasons use the connector's own words, and the connector may be a private build of one workspace. */
async function unreadOf(store: Store, workspaceId: string, connector: string): Promise<UnreadDeliveries | undefined> {
  const installed = await listInstallations(store, workspaceId);
  return installed.some((one) => one.connector === connector) ? findUnreadDeliveries(store, connector) : undefined;
}
