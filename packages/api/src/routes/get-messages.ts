import { listBranches } from '@tallyhook/store/branches';
import { countUnread, listMessages } from '@tallyhook/store/messages';
import { defineRoute } from '../route.ts';

/** More than an inbox keeps. */
const maxCounted = 1_000;

export const getMessages = defineRoute({
  method: 'get',
  path: '/api/messages',
  access: { person: 'read' },
  summary:
    'Lists what workflows of the workspace have told the caller, on all branches, newest first: the last 500 messages of 90 days.',
  parameters: {
    unread: { kind: 'flag' },
    limit: { kind: 'integer', minimum: 1, maximum: 500 },
    cursor: { kind: 'text', maxLength: 24 },
  },
  answer: 'MessagePage',
  async handler(request, { store }) {
    const { workspaceId, personId } = request.caller;
    const inbox = { workspaceId, personId: personId! };
    const { limit = 50, cursor, unread: isUnread } = request.parameters;
    const [{ messages, ...page }, unread, branches] = await Promise.all([
      listMessages(store, { ...inbox, limit, cursor, isUnread }),
      countUnread(store, inbox, maxCounted),
      listBranches(store, workspaceId),
    ]);
    const names = new Map(branches.map(({ id, name }) => [id, name]));
    const described = messages.map(
      ({ id, text, at, readAt, branchId, workflowId, workflowName, runId, report, link }) => ({
        ...{ id, text, at, isRead: readAt !== null, branch: names.get(branchId) ?? null },
        ...{ workflowId, workflowName, runId, report, link },
      }),
    );
    return { ...page, messages: described, unread };
  },
});
