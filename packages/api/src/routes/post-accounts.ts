import { openConnectorClient } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { describeNewAccount } from '../connectors/describe-account.ts';
import { saveAccount } from '../connectors/save-account.ts';
import { showAccount } from '../connectors/show-account.ts';
import { defineRoute, sent } from '../route.ts';

/**
 * Links an account of another service. Its fields are sealed and never returned; so is `client`, the OAuth 2 client
 * that refreshes its token.
 */
export const postAccounts = defineRoute({
  method: 'post',
  path: '/api/accounts',
  access: { person: 'act' },
  summary: "Links an account of another service; the person's own one with the same id there is connected again.",
  body: 'NewAccount',
  answer: 'LinkedAccount',
  status: 201,
  problems: ['invalid_account', 'already_exists'],
  also: { 200: { description: 'The account was there and is connected again.', answer: 'LinkedAccount' } },
  async handler(request, deps, response) {
    const { store, http } = deps;
    const { connector, label, shared = false, fields, client } = request.body;
    const { workspaceId } = request.caller;
    const released = await getInstalledPackage(store, workspaceId, connector);
    const usual = await openConnectorClient(store, { workspaceId, connector });
    const described = await describeNewAccount(released, { fields, client }, { http, usual });
    const { account, isNew } = await saveAccount(deps, request.caller, {
      ...{ connector, described, client, label, shared, isSignedIn: false },
    });
    response.status(isNew ? 201 : 200).json(await showAccount(deps, account));
    return sent;
  },
});
