import { changeWorkspace } from '@tallyhook/store/workspaces';
import { requireInWorkspace } from '../middleware/caller.ts';
import { defineRoute } from '../route.ts';
import { checkWorkspace, unknownTimezones } from '../workspace-body.ts';

export const patchWorkspace = defineRoute({
  method: 'patch',
  path: '/api/workspaces/:id',
  access: 'person',
  summary: 'Changes the name, time zone or first day of the week of a workspace, for all its branches.',
  body: { json: 'WorkspacePatch', alsoWrong: unknownTimezones },
  answer: 'ChangedWorkspace',
  async handler(request, { store, now }) {
    const { by, workspaceId } = await requireInWorkspace(store, request.signedIn, request.params.id, 'manage');
    const changes = request.body;
    checkWorkspace(changes);
    return changeWorkspace(store, workspaceId, changes, { by, now: now() });
  },
});
