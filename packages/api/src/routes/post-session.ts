import { checkPassword, normalizeEmail, type Person } from '@tallyhook/store/people';
import type { Credentials } from '@tallyhook/schemas/api';
import type { ApiDependencies } from '../dependencies.ts';
import { describeSession } from '../describe-session.ts';
import { openSessionFor } from '../open-session-for.ts';
import { defineRoute, type RouteRequest } from '../route.ts';

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
    await openSessionFor(request, response, person.id, deps);
    return describeSession(deps, person);
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
