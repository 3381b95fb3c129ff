import { getSignIn } from '@tallyhook/store/accounts';
import { showSignIn } from '../connectors/account-sign-in.ts';
import { defineRoute } from '../route.ts';

export const getAccountSignIn = defineRoute({
  method: 'get',
  path: '/api/account-sign-ins/:id',
  access: { person: 'act' },
  summary: 'How far a sign-in at another service is; only for the person who began it.',
  answer: 'AccountSignIn',
  async handler(request, { store }) {
    const { workspaceId, personId } = request.caller;
    return showSignIn(await getSignIn(store, { workspaceId, signInId: request.params.id }, personId!));
  },
});
