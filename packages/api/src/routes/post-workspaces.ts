import { createWorkspace } from '@tallyhook/store';
import { defineRoute } from '../route.ts';
import { checkWorkspace, newWorkspaceBody, type WorkspaceChange } from '../workspace-body.ts';

/** Makes a workspace with a main branch and the Work app; whoever makes it owns it. */
export const postWorkspaces = defineRoute({
  method: 'post',
  path: '/api/workspaces',
  needs: 'session',
  body: newWorkspaceBody,
  async handler(request, response, { store, now }) {
    const given = request.body as WorkspaceChange & { name: string };
    checkWorkspace(given);
    const workspace = await createWorkspace(store, { ...given, personId: request.signedIn.personId, now: now() });
    response.status(201).json({ ...workspace, role: 'owner', branches: ['main'] });
  },
});
