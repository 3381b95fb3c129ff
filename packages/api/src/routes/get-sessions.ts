import { listSessions } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const getSessions = defineRoute({
  method: 'get',
  path: '/api/sessions',
  access: 'person',
  summary: "Lists the person's own open sessions.",
  answer: 'OpenSession[]',
  async handler(request, { store, now }) {
    const { personId, session: current } = request.signedIn;
    const sessions = await listSessions(store, personId, now());
    return sessions.map(({ id, createdAt, lastSeenAt, expiresAt, userAgent, address }) => ({
      ...{ id, isCurrent: id === current.id, userAgent, address },
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  },
});
