import { getInstalledPackage, linkAccount } from '@tallyhook/store';
import { describeNewAccount, type GivenAccount } from '../connectors/describe-account.ts';
import { defineRoute } from '../route.ts';

interface NewAccount extends GivenAccount {
  connector: string;
  label?: string;
}

/**
 * Links an account of another service. Its fields are sealed, and no answer ever shows them; `client` is the client of
 * OAuth 2 with which its token is refreshed, and is sealed too.
 */
export const postAccounts = defineRoute({
  method: 'post',
  path: '/api/accounts',
  needs: 'write',
  only: 'session',
  body: {
    schema: {
      type: 'object',
      properties: {
        connector: { type: 'string', minLength: 1, maxLength: 64 },
        label: { type: 'string', minLength: 1, maxLength: 200 },
        fields: { type: 'object', maxProperties: 50, additionalProperties: { type: 'string', maxLength: 10_000 } },
        client: {
          type: 'object',
          properties: {
            id: { type: 'string', minLength: 1, maxLength: 1_000 },
            secret: { type: 'string', minLength: 1, maxLength: 10_000 },
          },
          required: ['id'],
          additionalProperties: false,
        },
      },
      required: ['connector', 'fields'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store, http }) {
    const { connector, label, fields, client } = request.body as NewAccount;
    const { workspaceId, personId } = request.caller;
    const released = await getInstalledPackage(store, workspaceId, connector);
    const described = await describeNewAccount(released, { fields, ...(client && { client }) }, http);
    const account = {
      workspaceId,
      connector,
      label: label ?? described.label,
      externalId: described.externalId,
      ownerPersonId: personId ?? null,
      fields: described.fields,
      ...(client && { client }),
    };
    response.status(201).json(await linkAccount(store, account));
  },
});
