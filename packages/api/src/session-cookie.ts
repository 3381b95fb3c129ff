import type { Request, Response } from 'express';

const name = 'tallyhook_session';

/** The value of the session cookie, if the request brought one. */
export function readSessionCookie(request: Pick<Request, 'get'>): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Gives the browser a session: out of reach of scripts, not sent from other sites, over TLS only where we are reached so. */
export function setSessionCookie(
  response: Response,
  token: string,
  { baseUrl, expiresAt }: { baseUrl: string; expiresAt: Date },
): void {
  response.cookie(name, token, { ...attributes(baseUrl), expires: expiresAt });
}

/** Takes the session out of the browser; the session itself ends in the store. */
export function clearSessionCookie(response: Response, { baseUrl }: { baseUrl: string }): void {
  response.clearCookie(name, attributes(baseUrl));
}

function attributes(baseUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: baseUrl.startsWith('https:') } as const;
}
