import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A strict OAuth 2 service (RFC 6749, 7636, 7009) at `https://vault.example`, played over a real socket. */
export interface OAuthService {
  /** For `parseRoutes`. */
  routes: string;
  /** Method, path and status of each answered request. */
  answered: string[];
  /** Who signs in next: the id and name of their account there. */
  person: { id: string; name: string };
  /** Lets the person choose one of these after signing in. */
  sites: string[];
  /** Acts as the browser at an address that the product made; returns where the service sends it back. */
  agree(address: string): Promise<URL>;
  /** Ends all access tokens, as the service itself or an admin there can. */
  endTokens(): void;
  /** Revoked tokens, with the parameters of their requests. */
  revoked: Record<string, string>[];
  /** The files of the connector; `change` overrides parts of its sign-in and of its action. */
  connectorFiles(change?: { signIn?: object; connector?: object; action?: object }): Map<string, string>;
  close(): Promise<void>;
}

export const vaultClient = { id: 'vault-client', secret: 'canary-vault-client-secret' };

interface Grant {
  challenge: string;
  redirectUri: string;
  person: { id: string; name: string };
}

export async function startOAuthService(): Promise<OAuthService> {
  const answered: string[] = [];
  const revoked: Record<string, string>[] = [];
  const codes = new Map<string, Grant>();
  const access = new Map<string, { id: string; name: string }>();
  const refresh = new Map<string, { id: string; name: string }>();
  let made = 0;

  const service: OAuthService = {
    ...{ routes: '', answered, revoked, person: { id: 'team-1', name: 'Fern' }, sites: [] },
    async agree(address) {
      const { pathname, search } = new URL(address);
      const response = await fetch(origin + pathname + search, { redirect: 'manual' });
      if (response.status !== 302) throw new Error(`${response.status}: ${await response.text()}`);
      return new URL(response.headers.get('location')!);
    },
    endTokens: () => access.clear(),
    connectorFiles: (change = {}) => vaultFiles(change),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const issue = (person: { id: string; name: string }): object => {
    made++;
    access.set(`canary-access-${made}`, person);
    refresh.set(`canary-refresh-${made}`, person);
    const tokens = { access_token: `canary-access-${made}`, refresh_token: `canary-refresh-${made}` };
    return { ...tokens, token_type: 'bearer', refresh_token_expires_in: 7_776_000 };
  };

  const authorize = (query: URLSearchParams): [number, object, string?] => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    if (query.get('client_id') !== vaultClient.id || query.get('code_challenge_method') !== 'S256')
      return [400, { error: 'invalid_request' }];
    const code = `canary-code-${++made}`;
    codes.set(code, { challenge, redirectUri, person: service.person });
    return [302, {}, `${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`];
  };

  const token = async (form: URLSearchParams): Promise<[number, object]> => {
    if (form.get('client_id') !== vaultClient.id || form.get('client_secret') !== vaultClient.secret)
      return [401, { error: 'invalid_client' }];
    if (form.get('grant_type') === 'refresh_token') {
      const shown = form.get('refresh_token') ?? '';
      const person = refresh.get(shown);
      return refresh.delete(shown) ? [200, issue(person!)] : [400, { error: 'invalid_grant' }];
    }
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '');
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url');
    const isRight = grant?.challenge === digest && grant.redirectUri === form.get('redirect_uri');
    return isRight ? [200, issue(grant.person)] : [400, { error: 'invalid_grant', error_description: `not ${code}` }];
  };

  const answer = async (request: IncomingMessage, body: string): Promise<[number, object, string?]> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://vault.example');
    const form = new URLSearchParams(body);
    if (pathname === '/authorize') return authorize(searchParams);
    if (pathname === '/token') return token(form);
    if (pathname === '/revoke') {
      revoked.push(Object.fromEntries(form));
      refresh.delete(form.get('token') ?? '');
      return [200, {}];
    }
    const person = access.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (person === undefined) return [401, { error: 'token_expired' }];
    if (pathname === '/me') return [200, person];
    if (pathname === '/sites') return [200, service.sites.map((name) => ({ id: `site-${name}`, name }))];
    return [404, {}];
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answer(request, Buffer.concat(chunks).toString('utf8')).then(([status, json, location]) => {
        answered.push(`${request.method} ${new URL(request.url ?? '/', origin).pathname} ${status}`);
        const headers = { 'content-type': 'application/json', ...(location && { location }) };
        response.writeHead(status, headers).end(JSON.stringify(json));
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.routes = `https://vault.example=${origin}`;
  return service;
}

function vaultFiles({
  signIn = {},
  connector = {},
  action: changed = {},
}: {
  signIn?: object;
  connector?: object;
  action?: object;
}): Map<string, string> {
  const declared = {
    id: 'vault',
    name: 'Vault',
    version: '1.0.0',
    description: 'Keeps notes.',
    hosts: ['vault.example'],
    signIn: {
      kind: 'oauth2',
      grant: 'authorizationCode',
      authorize: { url: 'https://vault.example/authorize' },
      token: { url: 'https://vault.example/token' },
      revoke: { url: 'https://vault.example/revoke' },
      ...signIn,
    },
    account: { fields: [], label: '{{test.body.name}}', externalId: '{{test.body.id}}' },
    request: { baseUrl: 'https://vault.example' },
    test: { method: 'GET', path: '/me' },
    ...connector,
  };
  const action = {
    label: 'Add a note',
    input: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
    request: { method: 'POST', path: '/notes', body: { json: { note: '{{note}}' } } },
    ...changed,
  };
  return new Map([
    ['connector.json', JSON.stringify(declared)],
    ['README.md', '# Vault\n'],
    ['actions/add-note.json', JSON.stringify(action)],
  ]);
}
