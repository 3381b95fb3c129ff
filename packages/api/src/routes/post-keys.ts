import { openBranch } from '@tallyhook/store/branches';
import { createApiKey } from '@tallyhook/store/keys';
import { defineRoute } from '../route.ts';

export const postKeys = defineRoute({
  method: 'post',
  path: '/api/keys',
  access: { person: 'manage' },
  summary: 'Creates an API key for one branch; it is shown only this once.',
  body: 'NewApiKey',
  answer: 'CreatedApiKey',
  status: 201,
  async handler(request, { store, now }, response) {
    const { name, branch: branchName, access } = request.body;
    const { workspaceId, by } = request.caller;
    const branch = await openBranch(store, workspaceId, branchName);
    const { key, row } = await createApiKey(store, { workspaceId, branch, name, access }, { by, now: now() });
    response.setHeader('Cache-Control', 'no-store');
    return { ...row, key };
  },
});
