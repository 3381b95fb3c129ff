import { getDefinition } from '@tallyhook/store/definitions';
import { createShareLink } from '@tallyhook/store/shares';
import { describeShares } from '../shares/describe-shares.ts';
import { defineRoute } from '../route.ts';

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 90;

export const postShares = defineRoute({
  method: 'post',
  path: '/api/shares',
  access: { person: 'manage' },
  summary: 'Creates a link that shows one dashboard or report without a sign-in; it is shown only this once.',
  body: 'NewShareLink',
  answer: 'ShareLink',
  status: 201,
  async handler(request, { store, now, baseUrl }, response) {
    const { kind, target, expiresInDays = defaultDays } = request.body;
    const { workspaceId, branch, by } = request.caller;
    const { name } = await getDefinition(store, branch, kind, target);
    const at = now();
    const expiresAt = new Date(at.getTime() + expiresInDays * dayMs);
    const given = { workspaceId, branchId: branch.id, kind, target, name, expiresAt };
    const { link, token } = await createShareLink(store, given, { by, now: at });
    response.setHeader('Cache-Control', 'no-store');
    const [described] = await describeShares(store, [link]);
    return { ...described!, address: `${baseUrl}/shared#${token}` };
  },
});
