import type { Request, Response } from 'express';

const name = 'tallyhook_session';

/** The value of the session cookie, if the request has one. */
export function readSessionCookie(request: Pick<Request, 'get'>): string | undefined {
  return readCookie(request, name);
}

/** The value of a cookie, if the request has it. */
export function readCookie(request: Pick<Request, 'get'>, name: string): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Sets the session cookie: hidden from scripts, not sent by other sites, and TLS-only if our address uses TLS. */
export function setSessionCookie(
  response: Response,
  token: string,
  { baseUrl, expiresAt }: { baseUrl: string; expiresAt: Date },
): void {
  response.cookie(name, token, { ...attributes(baseUrl), expires: expiresAt });
}

/** Removes the session cookie from the browser; the store ends the session itself. */
export function clearSessionCookie(response: Response, { baseUrl }: { baseUrl: string }): void {
  response.clearCookie(name, attributes(baseUrl));
}

function attributes(baseUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: baseUrl.startsWith('https:') } as const;
}
