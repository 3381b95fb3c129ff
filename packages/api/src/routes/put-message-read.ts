import { Problem } from '@tallyhook/schemas';
import { markMessage } from '@tallyhook/store/messages';
import { defineRoute } from '../route.ts';

export const putMessageRead = defineRoute({
  method: 'put',
  path: '/api/messages/:id/read',
  access: { person: 'read' },
  summary: 'Marks a message to the caller as read or unread.',
  body: 'MessageRead',
  answer: 'MessageRead',
  async handler(request, { store, now }) {
    const { workspaceId, personId } = request.caller;
    const { id } = request.params;
    const { isRead } = request.body;
    const readAt = isRead ? now() : null;
    if (await markMessage(store, { workspaceId, personId: personId!, id, readAt })) return { isRead };
    throw new Problem('not_found', `You have no message "${id}" in this workspace: GET /api/messages lists them.`);
  },
});
