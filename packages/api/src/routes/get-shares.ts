import { listShareLinks } from '@tallyhook/store/shares';
import { describeShares } from '../shares/describe-shares.ts';
import { defineRoute } from '../route.ts';

export const getShares = defineRoute({
  method: 'get',
  path: '/api/shares',
  access: { person: 'manage' },
  summary: 'Lists the links of the workspace that show a dashboard or report without a sign-in.',
  answer: 'ShareLink[]',
  async handler(request, { store, now }) {
    return describeShares(store, await listShareLinks(store, request.caller.workspaceId, now()));
  },
});
