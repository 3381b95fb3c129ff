import { listDeletedBranches } from '@tallyhook/store/branches';
import { defineRoute } from '../route.ts';

export const getDeletedBranches = defineRoute({
  method: 'get',
  path: '/api/deleted-branches',
  access: { person: 'read' },
  summary: 'Lists the deleted branches that can be restored.',
  answer: 'DeletedBranch[]',
  async handler(request, { store, now }) {
    return listDeletedBranches(store, request.caller.workspaceId, now());
  },
});
