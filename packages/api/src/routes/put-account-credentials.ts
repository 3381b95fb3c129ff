import { openConnectorClient } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { describeNewAccount } from '../connectors/describe-account.ts';
import { accountToConnect, saveAccount } from '../connectors/save-account.ts';
import { showAccount } from '../connectors/show-account.ts';
import { defineRoute } from '../route.ts';

export const putAccountCredentials = defineRoute({
  method: 'put',
  path: '/api/accounts/:id/credentials',
  access: { person: 'act' },
  summary: 'Gives an account other credentials; it keeps its id, its webhook address and its workflows.',
  body: 'AccountValues',
  answer: 'LinkedAccount',
  problems: ['invalid_account'],
  async handler(request, deps) {
    const { store, http } = deps;
    const { fields, client } = request.body;
    const { workspaceId } = request.caller;
    const {
      id: accountId,
      connector,
      shared,
    } = await accountToConnect(store, request.caller, {
      accountId: request.params.id,
    });
    const released = await getInstalledPackage(store, workspaceId, connector);
    const usual = await openConnectorClient(store, { workspaceId, connector });
    const described = await describeNewAccount(released, { fields, client }, { http, usual });
    const { account } = await saveAccount(deps, request.caller, {
      ...{ connector, described, client, shared, accountId, isSignedIn: false },
    });
    return showAccount(deps, account);
  },
});
