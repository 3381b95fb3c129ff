import { listFiles } from '@tallyhook/store/files';
import { defineRoute } from '../route.ts';

export const getFiles = defineRoute({
  method: 'get',
  path: '/api/files',
  access: 'read',
  summary: 'Lists a page of the files of the branch.',
  parameters: {
    limit: { kind: 'integer', minimum: 1, maximum: 1000 },
    cursor: { kind: 'text', maxLength: 200 },
  },
  answer: 'FilePage',
  async handler(request, { store }) {
    const { limit = 100, cursor } = request.parameters;
    return listFiles(store, request.caller.branch, { limit, cursor });
  },
});
