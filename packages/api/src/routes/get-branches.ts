import { listNamedBranches } from '../branches/named-branches.ts';
import { defineRoute } from '../route.ts';

export const getBranches = defineRoute({
  method: 'get',
  path: '/api/branches',
  access: { person: 'read' },
  summary: 'Lists the branches of the workspace, with who changed them lately.',
  answer: 'BranchDetails[]',
  async handler(request, { store }) {
    return listNamedBranches(store, request.caller);
  },
});
