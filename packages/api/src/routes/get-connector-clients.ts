import { listConnectorClients } from '@tallyhook/store/accounts';
import { signInCallback } from '../connectors/account-sign-in.ts';
import { defineRoute } from '../route.ts';

export const getConnectorClients = defineRoute({
  method: 'get',
  path: '/api/connector-clients',
  access: { person: 'read' },
  summary: 'Lists the OAuth clients with which accounts are linked, without their secrets.',
  answer: 'ConnectorClientList',
  async handler(request, { store, baseUrl }) {
    const clients = await listConnectorClients(store, request.caller.workspaceId);
    return { redirectAddress: baseUrl + signInCallback, clients };
  },
});
