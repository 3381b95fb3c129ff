import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { readCookie } from '../session-cookie.ts';

/** A sign-in that is under way in one browser. */
export interface SignInUnderWay {
  /** Known only to this browser. */
  secret: string;
  /** The page to open afterwards. */
  to: string;
}

const name = 'tallyhook_sign_in';
const lifetimeMs = 10 * 60_000;

/** Starts a sign-in in this browser; an earlier one can no longer be finished. */
export function setSignInCookie(response: Response, to: string, baseUrl: string): SignInUnderWay {
  const secret = randomBytes(32).toString('base64url');
  const value = `${secret}.${Buffer.from(to).toString('base64url')}`;
  response.cookie(name, value, { ...attributes(baseUrl), maxAge: lifetimeMs });
  return { secret, to };
}

/** Takes the sign-in out of the browser, so that its address works once. */
export function takeSignInCookie(
  request: Pick<Request, 'get'>,
  response: Response,
  baseUrl: string,
): SignInUnderWay | undefined {
  response.clearCookie(name, attributes(baseUrl));
  const [secret, to] = (readCookie(request, name) ?? '').split('.');
  return secret && to ? { secret, to: ownPath(Buffer.from(to, 'base64url').toString(), baseUrl) } : undefined;
}

/** The path if it leads to a page of ours, otherwise the start page. */
export function ownPath(path: string, baseUrl: string): string {
  const address = path.startsWith('/') ? URL.parse(path, baseUrl) : null;
  if (address === null || address.origin !== new URL(baseUrl).origin) return '/';
  return address.pathname.startsWith('//') ? '/' : address.pathname + address.search + address.hash;
}

function attributes(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return { httpOnly: true, sameSite: 'lax', path: '/api/sign-in/oidc', secure } as const;
}
