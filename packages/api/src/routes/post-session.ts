import { checkPassword, endSession, findSession, normalizeEmail, openSession, type Person } from '@tallyhook/store';
import type { ApiDependencies } from '../dependencies.ts';
import { describeSession } from '../describe-session.ts';
import { defineRoute, type RouteRequest } from '../route.ts';
import { readSessionCookie, setSessionCookie } from '../session-cookie.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Signs a person in; the session is always a new one, and the one that the browser had ends. */
export const postSession = defineRoute({
  method: 'post',
  path: '/api/session',
  needs: 'nothing',
  body: {
    limitBytes: 8 * 1024,
    schema: {
      type: 'object',
      properties: {
        email: { type: 'string', maxLength: 254 },
        password: { type: 'string', maxLength: 1024 },
      },
      required: ['email', 'password'],
      additionalProperties: false,
    },
  },
  async handler(request, response, deps) {
    const person = await checkCredentials(request, request.body as Credentials, deps);
    await endOldSession(request, deps);
    const { token, session } = await openSession(deps.store, { personId: person.id, now: deps.now() });
    setSessionCookie(response, token, { baseUrl: deps.baseUrl, expiresAt: session.expiresAt });
    response.json(await describeSession(deps.store, person));
  },
});

async function checkCredentials(
  request: RouteRequest,
  { email, password }: Credentials,
  { store, attempts }: ApiDependencies,
): Promise<Person> {
  const who = { address: request.ip ?? '', email: normalizeEmail(email) };
  await attempts.count(who);
  const person = await checkPassword(store, { email, password });
  await attempts.forgive(who);
  return person;
}

async function endOldSession(request: RouteRequest, { store, now }: ApiDependencies): Promise<void> {
  const old = readSessionCookie(request);
  const session = old === undefined ? undefined : await findSession(store, old, now());
  if (session !== undefined) await endSession(store, session, { now: now() });
}
