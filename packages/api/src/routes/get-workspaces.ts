import { describeWorkspaces } from '../describe-session.ts';
import { defineRoute } from '../route.ts';

export const getWorkspaces = defineRoute({
  method: 'get',
  path: '/api/workspaces',
  access: 'person',
  summary: 'Lists the workspaces of the person.',
  answer: 'Workspace[]',
  async handler(request, { store }) {
    return describeWorkspaces(store, request.signedIn.personId);
  },
});
