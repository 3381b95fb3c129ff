import { rotateApiKey } from '@tallyhook/store/keys';
import { describeKeys } from '../describe-keys.ts';
import { defineRoute } from '../route.ts';

const hourMs = 60 * 60 * 1000;

/** The new key has the same name, access and branch; the old one keeps working for a while if asked. */
export const postKeyRotation = defineRoute({
  method: 'post',
  path: '/api/keys/:id/rotation',
  access: { person: 'manage' },
  summary: 'Creates an API key that replaces another; it is shown only this once.',
  body: 'KeyRotation',
  answer: 'CreatedApiKey',
  status: 201,
  async handler(request, { store, now }, response) {
    const { oldWorksForHours = 24 } = request.body;
    const { workspaceId, by } = request.caller;
    const at = now();
    const oldExpiresAt = new Date(at.getTime() + oldWorksForHours * hourMs);
    const { key, row } = await rotateApiKey(
      store,
      { workspaceId, id: request.params.id, oldExpiresAt },
      { by, now: at },
    );
    response.setHeader('Cache-Control', 'no-store');
    const [described] = await describeKeys(store, [row]);
    return { ...described!, key };
  },
});
