import { getInstalledPackage, linkAccount, type AccountFields } from '@tallyhook/store';
import { describeNewAccount } from '../connectors/describe-account.ts';
import { defineRoute } from '../route.ts';

interface NewAccount {
  connector: string;
  label?: string;
  fields: AccountFields;
}

/** Links an account of another service. Its fields are sealed, and no answer ever shows them. */
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
      },
      required: ['connector', 'fields'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store, http }) {
    const { connector, label, fields } = request.body as NewAccount;
    const { workspaceId, personId } = request.caller;
    const released = await getInstalledPackage(store, workspaceId, connector);
    const described = await describeNewAccount(released, fields, http);
    const account = {
      workspaceId,
      connector,
      label: label ?? described.label,
      externalId: described.externalId,
      ownerPersonId: personId ?? null,
      fields,
    };
    response.status(201).json(await linkAccount(store, account));
  },
});
