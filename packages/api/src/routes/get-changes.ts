import { readChanges } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** The change log of the branch from a number on. */
export const getChanges = defineRoute({
  method: 'get',
  path: '/api/changes',
  needs: 'read',
  parameters: {
    type: { kind: 'text', maxLength: 100 },
    after: { kind: 'integer', minimum: 0, maximum: 999_999_999_999_999 },
    limit: { kind: 'integer', minimum: 1, maximum: 1000 },
  },
  async handler(request, response, { store }) {
    const { type, after, limit = 100 } = request.parameters;
    response.json({ changes: await readChanges(store, request.caller.branch, { type, after, limit }) });
  },
});
