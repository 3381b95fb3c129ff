import { endSession, findSession, openSession } from '@tallyhook/store/people';
import type { Response } from 'express';
import type { ApiDependencies } from './dependencies.ts';
import type { RouteRequest } from './route.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';

/** Signs a person in: ends the previous session of the browser and sets the cookie of a new one. */
export async function openSessionFor(
  request: RouteRequest,
  response: Response,
  personId: string,
  { store, now, baseUrl }: ApiDependencies,
): Promise<void> {
  const at = now();
  const cookie = readSessionCookie(request);
  const old = cookie === undefined ? undefined : await findSession(store, cookie, at);
  if (old !== undefined) await endSession(store, old, { now: at });
  const from = { userAgent: request.get('user-agent'), address: request.ip };
  const { token, session } = await openSession(store, { personId, now: at, ...from });
  setSessionCookie(response, token, { baseUrl, expiresAt: session.expiresAt });
}
