import { removeConnectorClient } from '@tallyhook/store/accounts';
import { defineRoute } from '../route.ts';

export const deleteConnectorClient = defineRoute({
  method: 'delete',
  path: '/api/connector-clients/:connector',
  access: { person: 'manage' },
  summary: 'Removes the OAuth client of a connector; accounts linked with it can no longer refresh their tokens.',
  async handler(request, { store, now }) {
    const { workspaceId, by } = request.caller;
    await removeConnectorClient(store, { workspaceId, connector: request.params.connector }, { by, now: now() });
  },
});
