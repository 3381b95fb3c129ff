import { Problem } from '@tallyhook/schemas';
import { getLinkedAccount, rotateHookKey } from '@tallyhook/store/accounts';
import { showAccount } from '../connectors/show-account.ts';
import { defineRoute } from '../route.ts';

export const postAccountAddress = defineRoute({
  method: 'post',
  path: '/api/accounts/:id/address',
  access: { person: 'act' },
  summary: "Changes an account's own webhook address; deliveries to the old one are refused from then on.",
  answer: 'LinkedAccount',
  async handler(request, deps) {
    const { store, now } = deps;
    const { workspaceId, personId, by, role, abilities } = request.caller;
    const { id: accountId, ownerPersonId } = await getLinkedAccount(store, workspaceId, request.params.id);
    if (ownerPersonId !== personId && !abilities.has('manage'))
      throw new Problem(
        'forbidden',
        `Only the person who linked the account, owners and admins can change its address; your role is ${role}.`,
      );
    return showAccount(deps, await rotateHookKey(store, { workspaceId, accountId }, { by, now: now() }));
  },
});
