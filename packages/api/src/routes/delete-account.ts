import { Problem } from '@tallyhook/schemas';
import { getLinkedAccount, unlinkAccount } from '@tallyhook/store/accounts';
import { endSubscriptionsOf } from '../connectors/end-subscriptions.ts';
import { revokeAccount } from '../connectors/revoke-account.ts';
import { defineRoute } from '../route.ts';

export const deleteAccount = defineRoute({
  method: 'delete',
  path: '/api/accounts/:id',
  access: { person: 'act' },
  summary:
    'Removes an account: its subscriptions end, its tokens are revoked at the service if the connector says how, its credentials are deleted, and workflows that use it stop getting deliveries.',
  answer: 'UnlinkedAccount',
  async handler(request, deps) {
    const { workspaceId, personId, by, role, abilities } = request.caller;
    const { store, now } = deps;
    const account = await getLinkedAccount(store, workspaceId, request.params.id);
    if (account.ownerPersonId !== personId && !abilities.has('manage'))
      throw new Problem(
        'forbidden',
        `Only the person who linked the account, owners and admins can unlink it; your role is ${role}.`,
      );
    const leftSubscriptions = await endSubscriptionsOf(store, account);
    const outcome = await revokeAccount(deps, account);
    await unlinkAccount(store, { workspaceId, accountId: account.id }, { by, now: now() });
    return { ...outcome, leftSubscriptions };
  },
});
