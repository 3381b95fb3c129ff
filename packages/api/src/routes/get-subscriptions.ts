import { listSubscriptions, listSubscribers } from '@tallyhook/store/workflows';
import { defineRoute } from '../route.ts';

export const getSubscriptions = defineRoute({
  method: 'get',
  path: '/api/subscriptions',
  access: { person: 'read' },
  summary: 'Lists what other services send because workflows that are on subscribe to it.',
  answer: 'Subscription[]',
  async handler(request, { store }) {
    const { workspaceId } = request.caller;
    const [subscriptions, subscribers] = await Promise.all([
      listSubscriptions(store, workspaceId),
      listSubscribers(store, workspaceId),
    ]);
    return subscriptions.map(({ id, accountId, connector, webhook, input, state, since, endsAt, error, nextAt }) => ({
      ...{ id, accountId, connector, webhook, input, state, since, endsAt, error, nextAt },
      workflows: subscribers.get(id) ?? [],
    }));
  },
});
