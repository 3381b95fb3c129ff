import { readChanges } from '@tallyhook/store/changes';
import { defineRoute } from '../route.ts';

export const getChanges = defineRoute({
  method: 'get',
  path: '/api/changes',
  access: 'read',
  summary: 'Lists the change log of the branch from a given number on.',
  parameters: {
    type: { kind: 'text', maxLength: 100 },
    after: { kind: 'integer', minimum: 0, maximum: 999_999_999_999_999 },
    limit: { kind: 'integer', minimum: 1, maximum: 1000 },
  },
  answer: 'ChangeLog',
  async handler(request, { store }) {
    const { type, after, limit = 100 } = request.parameters;
    return { changes: await readChanges(store, request.caller.branch, { type, after, limit }) };
  },
});
