import { createApiKey, openBranch, type KeyAccess } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Makes an API key for one branch. The answer is the only place where the key ever stands. */
export const postKeys = defineRoute({
  method: 'post',
  path: '/api/keys',
  needs: 'manage',
  only: 'session',
  body: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        branch: { type: 'string', minLength: 1, maxLength: 200 },
        access: { enum: ['read', 'write'] },
      },
      required: ['name', 'branch', 'access'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store, now }) {
    const { name, branch: branchName, access } = request.body as { name: string; branch: string; access: KeyAccess };
    const { workspaceId, by } = request.caller;
    const branch = await openBranch(store, workspaceId, branchName);
    const { key, row } = await createApiKey(store, { workspaceId, branch, name, access }, { by, now: now() });
    response.setHeader('Cache-Control', 'no-store');
    response.status(201).json({ ...row, key });
  },
});
