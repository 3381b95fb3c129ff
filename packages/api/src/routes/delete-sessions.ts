import { endSession, endSessionsOf } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const deleteOneSession = defineRoute({
  method: 'delete',
  path: '/api/sessions/:id',
  access: 'person',
  summary: "Ends one of the person's own sessions.",
  async handler(request, { store, now }) {
    await endSession(store, { id: request.params.id, personId: request.signedIn.personId }, { now: now() });
  },
});

export const deleteSessions = defineRoute({
  method: 'delete',
  path: '/api/sessions',
  access: 'person',
  summary: "Ends all of the person's own sessions except this one.",
  async handler(request, { store, now }) {
    const { personId, session } = request.signedIn;
    await endSessionsOf(store, { personId, keptSessionId: session.id, by: personId, now: now() });
  },
});
