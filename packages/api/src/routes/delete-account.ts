import { Problem } from '@tallyhook/schemas';
import { getLinkedAccount, unlinkAccount } from '@tallyhook/store/accounts';
import { defineRoute } from '../route.ts';

export const deleteAccount = defineRoute({
  method: 'delete',
  path: '/api/accounts/:id',
  access: { person: 'write' },
  summary: 'Unlinks an account: its credentials are deleted, and workflows that use it stop getting deliveries.',
  async handler(request, { store, now }) {
    const { workspaceId, personId, by, abilities } = request.caller;
    const { id: accountId, ownerPersonId } = await getLinkedAccount(store, workspaceId, request.params.id);
    if (ownerPersonId !== personId && !abilities.has('manage'))
      throw new Problem('forbidden', 'Only the person who linked the account, owners and admins can unlink it.');
    await unlinkAccount(store, { workspaceId, accountId }, { by, now: now() });
  },
});
