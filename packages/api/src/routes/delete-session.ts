import { endSession } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';
import { clearSessionCookie } from '../session-cookie.ts';

export const deleteSession = defineRoute({
  method: 'delete',
  path: '/api/session',
  access: 'person',
  summary: 'Signs out.',
  async handler(request, { store, baseUrl, now }, response) {
    await endSession(store, request.signedIn.session, { now: now() });
    clearSessionCookie(response, { baseUrl });
  },
});
