import { Problem } from '@tallyhook/schemas';
import { changeAccount, getLinkedAccount } from '@tallyhook/store/accounts';
import { showAccount } from '../connectors/show-account.ts';
import { defineRoute } from '../route.ts';

export const patchAccount = defineRoute({
  method: 'patch',
  path: '/api/accounts/:id',
  access: { person: 'write' },
  summary: 'Renames an account, or shares it with the workspace; only its owner can.',
  body: 'AccountPatch',
  answer: 'LinkedAccount',
  async handler(request, deps) {
    const { store, now } = deps;
    const { workspaceId, personId, by } = request.caller;
    const account = await getLinkedAccount(store, workspaceId, request.params.id);
    if (account.ownerPersonId !== personId)
      throw new Problem('forbidden', 'Only the person who linked the account can rename or share it.');
    const place = { workspaceId, accountId: account.id };
    return showAccount(deps, await changeAccount(store, place, request.body, { by, now: now() }));
  },
});
