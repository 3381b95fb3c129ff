import { openBranch } from '@tallyhook/store/branches';
import { createApiKey } from '@tallyhook/store/keys';
import { describeKeys } from '../describe-keys.ts';
import { onBranch, requireAbility } from '../middleware/caller.ts';
import { defineRoute } from '../route.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const postKeys = defineRoute({
  method: 'post',
  path: '/api/keys',
  access: { person: 'manage' },
  summary: 'Creates an API key for one branch; it is shown only this once.',
  body: 'NewApiKey',
  answer: 'CreatedApiKey',
  status: 201,
  async handler(request, { store, now }, response) {
    const { name, branch: branchName, access, expiresInDays } = request.body;
    const { workspaceId, by } = request.caller;
    const branch = await openBranch(store, workspaceId, branchName);
    if (access === 'write') requireAbility(onBranch(request.caller, branch), 'write');
    const at = now();
    const expiresAt = expiresInDays === undefined ? null : new Date(at.getTime() + expiresInDays * dayMs);
    const { key, row } = await createApiKey(store, { workspaceId, branch, name, access, expiresAt }, { by, now: at });
    response.setHeader('Cache-Control', 'no-store');
    const [described] = await describeKeys(store, [row]);
    return { ...described!, key };
  },
});
