import { endSession } from '@tallyhook/store';
import { defineRoute } from '../route.ts';
import { clearSessionCookie } from '../session-cookie.ts';

/** Signs out: the session opens nothing from now on, wherever its cookie is. */
export const deleteSession = defineRoute({
  method: 'delete',
  path: '/api/session',
  needs: 'session',
  async handler(request, response, { store, baseUrl, now }) {
    await endSession(store, request.signedIn.session, { now: now() });
    clearSessionCookie(response, { baseUrl });
    response.status(204).end();
  },
});
