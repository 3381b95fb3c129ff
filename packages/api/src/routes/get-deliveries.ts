import type { Store } from '@tallyhook/store';
import { listInstallations } from '@tallyhook/store/connectors';
import {
  countUnlinkedDeliveries,
  findUnreadDeliveries,
  listDeliveries,
  type UnreadDeliveries,
} from '@tallyhook/store/deliveries';
import { defineRoute } from '../route.ts';

/**
 * The deliveries of the last 30 days that concern the workspace, newest first, without their bodies; `id` asks for one. For one connector,
 * `unlinked` counts those that came for accounts nobody linked, and `unread` those that by its declaration hold no event,
 * or different events of one id, of which only the first starts something; for a workspace that has installed it.
 */
export const getDeliveries = defineRoute({
  method: 'get',
  path: '/api/deliveries',
  access: { person: 'read' },
  summary: 'The deliveries that concern the workspace, the newest first.',
  parameters: {
    connector: { kind: 'text', maxLength: 64 },
    id: { kind: 'text', maxLength: 24 },
    limit: { kind: 'integer', minimum: 1, maximum: 200 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  answer: 'DeliveryPage',
  async handler(request, { store }) {
    const { connector, id, limit = 50, cursor } = request.parameters;
    const [page, unlinked, unread] = await Promise.all([
      listDeliveries(store, request.caller.workspaceId, { connector, id, limit, cursor }),
      connector === undefined ? undefined : countUnlinkedDeliveries(store, connector),
      connector === undefined ? undefined : unreadOf(store, request.caller.workspaceId, connector),
    ]);
    return { ...page, unlinked, unread };
  },
});

/** Why nothing was read is said in the words of the connector, which may be a build that one workspace alone tries. */
async function unreadOf(store: Store, workspaceId: string, connector: string): Promise<UnreadDeliveries | undefined> {
  const installed = await listInstallations(store, workspaceId);
  return installed.some((one) => one.connector === connector) ? findUnreadDeliveries(store, connector) : undefined;
}
