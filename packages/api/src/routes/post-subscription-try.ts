import { Problem } from '@tallyhook/schemas';
import { trySubscription } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';

export const postSubscriptionTry = defineRoute({
  method: 'post',
  path: '/api/subscriptions/:id/try',
  access: { person: 'act' },
  summary: 'Asks the other service again now, or renews a subscription that ends, instead of at the next time.',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const { id } = request.params;
    if (await trySubscription(store, { workspaceId, id })) return;
    throw new Problem('not_found', `There is no subscription "${id}": GET /api/subscriptions lists them.`);
  },
});
