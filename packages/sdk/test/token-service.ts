import type { Connector, OAuthSignIn } from '@tallyhook/schemas';
import type { Http, HttpRequest } from '../src/http/http.ts';
import { makePackage } from './make-package.ts';

/** A request to the service, with its body parsed. */
export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Given {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** An HTTP client whose answers come from a function. */
export function answeringWith(answer: (asked: Asked) => Given | Promise<Given>): { http: Http; asked: Asked[] } {
  const asked: Asked[] = [];
  const send = async ({ method, url, headers, body }: HttpRequest) => {
    const request = { method, url, headers, body: body?.toString('utf8') ?? '' };
    asked.push(request);
    const { status = 200, json, text, headers: given = {} } = await answer(request);
    const type: Record<string, string> = text === undefined ? { 'content-type': 'application/json' } : {};
    return { status, headers: { ...type, ...given }, body: Buffer.from(text ?? JSON.stringify(json ?? {})) };
  };
  const refuse = (): Promise<never> => Promise.reject(new Error('no file is sent here'));
  return { http: { send, sendStream: refuse, close: () => Promise.resolve() }, asked };
}

export const client = { id: 'the-client', secret: 'canary-client/secret' };

/** A package that signs in with OAuth 2; the person gives `shop`. */
export function oauthPackage(signIn: Partial<OAuthSignIn> = {}, connector: Partial<Connector> = {}) {
  return makePackage({
    connector: {
      account: { fields: [{ name: 'shop', label: 'Shop' }], label: '{{account.shop}}', externalId: '{{account.shop}}' },
      ...connector,
      signIn: {
        kind: 'oauth2',
        grant: 'authorizationCode',
        scopes: ['read', 'write'],
        authorize: { url: 'https://login.example.org/authorize' },
        token: { url: 'https://login.example.org/token' },
        ...signIn,
      },
    },
  });
}
