import { changeWorkspace } from '@tallyhook/store';
import { requireInWorkspace } from '../middleware/caller.ts';
import { defineRoute } from '../route.ts';
import { changedWorkspaceBody, checkWorkspace, type WorkspaceChange } from '../workspace-body.ts';

/** Renames a workspace, or changes when its days and weeks begin, on every branch. */
export const patchWorkspace = defineRoute({
  method: 'patch',
  path: '/api/workspaces/:id',
  needs: 'session',
  body: changedWorkspaceBody,
  async handler(request, response, { store, now }) {
    const { by, workspaceId } = await requireInWorkspace(store, request.signedIn, request.params.id!, 'manage');
    const changes = request.body as WorkspaceChange;
    checkWorkspace(changes);
    response.json(await changeWorkspace(store, workspaceId, changes, { by, now: now() }));
  },
});
