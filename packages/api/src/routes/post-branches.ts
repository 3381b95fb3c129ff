import { createBranch } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Copies a branch, as it is at this moment, under a new name. */
export const postBranches = defineRoute({
  method: 'post',
  path: '/api/branches',
  needs: 'write',
  only: 'session',
  body: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        from: { type: 'string', minLength: 1, maxLength: 200 },
      },
      required: ['name'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store }) {
    const { name, from = 'main' } = request.body as { name: string; from?: string };
    const { workspaceId, by } = request.caller;
    const branch = await createBranch(store, workspaceId, { name, from, by });
    response.status(201).json({ id: branch.id, name: branch.name, from });
  },
});
