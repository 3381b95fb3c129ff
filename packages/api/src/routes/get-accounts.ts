import { listLinkedAccounts } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** The accounts of other services that the workspace has linked; their credentials are shown nowhere. */
export const getAccounts = defineRoute({
  method: 'get',
  path: '/api/accounts',
  needs: 'read',
  only: 'session',
  parameters: { connector: { kind: 'text', maxLength: 64 } },
  async handler(request, response, { store }) {
    response.json(await listLinkedAccounts(store, request.caller.workspaceId, request.parameters.connector));
  },
});
