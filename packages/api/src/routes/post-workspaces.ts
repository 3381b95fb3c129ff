import { createWorkspace } from '@tallyhook/store/workspaces';
import { defineRoute } from '../route.ts';
import { checkWorkspace, unknownTimezones } from '../workspace-body.ts';

export const postWorkspaces = defineRoute({
  method: 'post',
  path: '/api/workspaces',
  access: 'person',
  summary: 'Creates a workspace with a main branch.',
  body: { json: 'NewWorkspace', alsoWrong: unknownTimezones },
  answer: 'CreatedWorkspace',
  status: 201,
  async handler(request, { store, now }) {
    const given = request.body;
    checkWorkspace(given);
    const workspace = await createWorkspace(store, { ...given, personId: request.signedIn.personId, now: now() });
    return { ...workspace, role: 'owner', branches: ['main'] };
  },
});
