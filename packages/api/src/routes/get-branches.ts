import { listBranches } from '@tallyhook/store/branches';
import { defineRoute } from '../route.ts';

export const getBranches = defineRoute({
  method: 'get',
  path: '/api/branches',
  access: { person: 'read' },
  summary: 'Lists the branches of the workspace.',
  answer: 'Branch[]',
  async handler(request, { store }) {
    return listBranches(store, request.caller.workspaceId);
  },
});
