import { changeWorkspace } from '@tallyhook/store/workspaces';
import { requireInWorkspace } from '../middleware/caller.ts';
import { defineRoute } from '../route.ts';
import { checkWorkspace, unknownTimezones } from '../workspace-body.ts';

export const patchWorkspace = defineRoute({
  method: 'patch',
  path: '/api/workspaces/:id',
  access: 'person',
  summary: 'Renames a workspace, or changes the time zone and the day on which weeks begin, on every branch.',
  body: { json: 'WorkspacePatch', alsoWrong: unknownTimezones },
  answer: 'ChangedWorkspace',
  async handler(request, { store, now }) {
    const { by, workspaceId } = await requireInWorkspace(store, request.signedIn, request.params.id, 'manage');
    const changes = request.body;
    checkWorkspace(changes);
    return changeWorkspace(store, workspaceId, changes, { by, now: now() });
  },
});
