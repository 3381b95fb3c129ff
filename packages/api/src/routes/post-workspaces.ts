import { createWorkspace } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Makes a workspace with a main branch and the Work app; whoever makes it owns it. */
export const postWorkspaces = defineRoute({
  method: 'post',
  path: '/api/workspaces',
  needs: 'session',
  body: {
    schema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1, maxLength: 200 } },
      required: ['name'],
      additionalProperties: false,
    },
  },
  async handler(request, response, { store, now }) {
    const { name } = request.body as { name: string };
    const workspace = await createWorkspace(store, { name, personId: request.signedIn.personId, now: now() });
    response.status(201).json({ ...workspace, role: 'owner', branches: ['main'] });
  },
});
