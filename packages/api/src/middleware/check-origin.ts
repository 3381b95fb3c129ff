import { Problem } from '@tallyhook/schemas';
import type { Request, RequestHandler } from 'express';
import { readSessionCookie } from '../session-cookie.ts';

/**
 * Refuses writes that a page of another site makes a browser send (CSRF). Browsers state the origin of a request in
 * `Sec-Fetch-Site` and `Origin`; with a session cookie, one of them must be present and name our own site. Requests
 * without the cookie carry their own proof (a key, a password or nothing) and are refused only if they name another
 * site.
 */
export function checkOrigin(baseUrl: string): RequestHandler {
  const ownOrigin = new URL(baseUrl).origin;
  return (request, _response, next) => {
    if (request.get('authorization') === undefined && !comesFromUs(request, ownOrigin)) {
      throw new Problem(
        'wrong_origin',
        `A session can write only from our own pages. Send the header Origin: ${ownOrigin}, or use an API key.`,
      );
    }
    next();
  };
}

function comesFromUs(request: Request, ownOrigin: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('origin');
  if (origin === undefined) return readSessionCookie(request) === undefined;
  return origin === ownOrigin || hostOf(origin) === request.get('host')?.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
