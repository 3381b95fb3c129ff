import { listLinkedAccounts } from '@tallyhook/store/accounts';
import { showAccounts } from '../connectors/show-account.ts';
import { canUse } from '../workflows/choose-accounts.ts';
import { defineRoute } from '../route.ts';

export const getAccounts = defineRoute({
  method: 'get',
  path: '/api/accounts',
  access: { person: 'read' },
  summary: "Lists the linked accounts, without their credentials; other people's own ones only for owners and admins.",
  parameters: { connector: { kind: 'text', maxLength: 64 } },
  answer: 'LinkedAccount[]',
  async handler(request, deps) {
    const { store } = deps;
    const { workspaceId, personId, abilities } = request.caller;
    const accounts = await listLinkedAccounts(store, workspaceId, request.parameters.connector);
    const visible = accounts.filter((account) => abilities.has('manage') || canUse(account, personId));
    return showAccounts(deps, workspaceId, { accounts: visible, showsAddress: abilities.has('write') });
  },
});
