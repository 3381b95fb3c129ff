import { listApiKeys } from '@tallyhook/store/keys';
import { describeKeys } from '../describe-keys.ts';
import { defineRoute } from '../route.ts';

export const getKeys = defineRoute({
  method: 'get',
  path: '/api/keys',
  access: { person: 'manage' },
  summary: 'Lists the API keys of the workspace, without the keys themselves.',
  answer: 'ApiKey[]',
  async handler(request, { store }) {
    return describeKeys(store, await listApiKeys(store, request.caller.workspaceId));
  },
});
