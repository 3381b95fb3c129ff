import { resetPassword } from '@tallyhook/store/people';
import { guessing } from '../guessing.ts';
import { defineRoute } from '../route.ts';

export const postPasswordResets = defineRoute({
  method: 'post',
  path: '/api/password/resets',
  access: 'anyone',
  summary: 'Sets a new password with the link from a mail, and ends all sessions of the person.',
  body: { json: 'PasswordReset', limitBytes: 8 * 1024 },
  problems: ['not_found', 'too_many_requests'],
  async handler(request, deps) {
    await guessing(request, deps, () => resetPassword(deps.store, { ...request.body, now: deps.now() }));
  },
});
