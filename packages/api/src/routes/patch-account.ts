import { Problem } from '@tallyhook/schemas';
import { changeAccount, getLinkedAccount } from '@tallyhook/store/accounts';
import { defineRoute } from '../route.ts';

export const patchAccount = defineRoute({
  method: 'patch',
  path: '/api/accounts/:id',
  access: { person: 'write' },
  summary: 'Renames an account, or shares it with the workspace; only its owner can.',
  body: 'AccountPatch',
  answer: 'LinkedAccount',
  async handler(request, { store, now }) {
    const { workspaceId, personId, by } = request.caller;
    const account = await getLinkedAccount(store, workspaceId, request.params.id);
    if (account.ownerPersonId !== personId)
      throw new Problem('forbidden', 'Only the person who linked the account can rename or share it.');
    return changeAccount(store, { workspaceId, accountId: account.id }, request.body, { by, now: now() });
  },
});
