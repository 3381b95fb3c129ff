import { countUnlinkedDeliveries, listDeliveries } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/**
 * The deliveries of the last 30 days that concern the workspace, newest first, without their bodies. For one connector,
 * `unlinked` counts those that came for accounts nobody linked.
 */
export const getDeliveries = defineRoute({
  method: 'get',
  path: '/api/deliveries',
  needs: 'read',
  only: 'session',
  parameters: {
    connector: { kind: 'text', maxLength: 64 },
    limit: { kind: 'integer', minimum: 1, maximum: 200 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  async handler(request, response, { store }) {
    const { connector, limit = 50, cursor } = request.parameters;
    const [page, unlinked] = await Promise.all([
      listDeliveries(store, request.caller.workspaceId, { connector, limit, cursor }),
      connector === undefined ? undefined : countUnlinkedDeliveries(store, connector),
    ]);
    response.json({ ...page, unlinked });
  },
});
