import { changePassword, getPerson, requirePassword } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const putPersonPassword = defineRoute({
  method: 'put',
  path: '/api/person/password',
  access: 'person',
  summary: "Changes the person's own password and ends their other sessions.",
  body: { json: 'PasswordChange', limitBytes: 8 * 1024 },
  problems: ['wrong_credentials', 'too_many_requests'],
  async handler(request, { store, attempts, now }) {
    const { personId, session } = request.signedIn;
    const { current, password } = request.body;
    const person = await getPerson(store, personId);
    const who = { address: request.ip ?? '', email: person?.email ?? '' };
    await attempts.count(who);
    await requirePassword(store, personId, current);
    await attempts.forgive(who);
    await changePassword(store, { personId, password, keptSessionId: session.id, now: now() });
  },
});
