import { listLinkedAccounts } from '@tallyhook/store/accounts';
import { defineRoute } from '../route.ts';

export const getAccounts = defineRoute({
  method: 'get',
  path: '/api/accounts',
  access: { person: 'read' },
  summary: 'Lists the linked accounts, without their credentials.',
  parameters: { connector: { kind: 'text', maxLength: 64 } },
  answer: 'LinkedAccount[]',
  async handler(request, { store }) {
    return listLinkedAccounts(store, request.caller.workspaceId, request.parameters.connector);
  },
});
