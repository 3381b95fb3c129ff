import {
  checkPassword,
  endSession,
  findSession,
  normalizeEmail,
  openSession,
  type Person,
} from '@tallyhook/store/people';
import type { ApiDependencies } from '../dependencies.ts';
import { describeSession } from '../describe-session.ts';
import type { Credentials } from '@tallyhook/schemas/api';
import { defineRoute, type RouteRequest } from '../route.ts';
import { readSessionCookie, setSessionCookie } from '../session-cookie.ts';

export const postSession = defineRoute({
  method: 'post',
  path: '/api/session',
  access: 'anyone',
  summary: 'Signs a person in; the response sets the session cookie.',
  body: { json: 'Credentials', limitBytes: 8 * 1024 },
  answer: 'Session',
  problems: ['wrong_credentials', 'too_many_requests'],
  async handler(request, deps, response) {
    const person = await checkCredentials(request, request.body, deps);
    await endOldSession(request, deps);
    const { token, session } = await openSession(deps.store, { personId: person.id, now: deps.now() });
    setSessionCookie(response, token, { baseUrl: deps.baseUrl, expiresAt: session.expiresAt });
    return describeSession(deps.store, person);
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
