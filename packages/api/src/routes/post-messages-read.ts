import { markMessagesUpTo } from '@tallyhook/store/messages';
import { defineRoute } from '../route.ts';

export const postMessagesRead = defineRoute({
  method: 'post',
  path: '/api/messages/read',
  access: { person: 'read' },
  summary: 'Marks a message to the caller and all earlier ones as read.',
  body: 'MessagesRead',
  async handler(request, { store, now }) {
    const { workspaceId, personId } = request.caller;
    await markMessagesUpTo(store, { workspaceId, personId: personId!, id: request.body.upTo, readAt: now() });
  },
});
