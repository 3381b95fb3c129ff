import { linkAccount } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { describeNewAccount } from '../connectors/describe-account.ts';
import { showAccount } from '../connectors/show-account.ts';
import { defineRoute } from '../route.ts';

/**
 * Links an account of another service. Its fields are sealed and never returned; so is `client`, the OAuth 2 client
 * that refreshes its token.
 */
export const postAccounts = defineRoute({
  method: 'post',
  path: '/api/accounts',
  access: { person: 'write' },
  summary: 'Links an account of another service.',
  body: 'NewAccount',
  answer: 'LinkedAccount',
  status: 201,
  problems: ['invalid_account'],
  async handler(request, { store, http, baseUrl }) {
    const { connector, label, shared = false, fields, client } = request.body;
    const { workspaceId, personId } = request.caller;
    const released = await getInstalledPackage(store, workspaceId, connector);
    const described = await describeNewAccount(released, { fields, ...(client && { client }) }, http);
    const account = {
      workspaceId,
      connector,
      label: label ?? described.label,
      externalId: described.externalId,
      isProven: described.isProven,
      ownerPersonId: personId ?? null,
      shared,
      fields: described.fields,
      ...(client && { client }),
    };
    return showAccount(await linkAccount(store, account), baseUrl);
  },
});
