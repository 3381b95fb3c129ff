import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service at `https://careless.example` that hands out secrets in odd fields, replaces both tokens at every refresh, and
 * shows in every answer what it was sent.
 */
export interface CarelessService {
  route: string;
  client: { id: string; secret: string };
  /** Every secret that it has handed out or was given, by what it is. */
  secrets: Map<string, string>;
  /** Method, path and status of each answered request. */
  answered: string[];
  /** The address that the product wants deliveries at. */
  hookUrl(): string | undefined;
  /** Ends the access tokens; with `refresh`, also the refresh tokens. */
  endTokens(what?: 'refresh'): void;
  close(): Promise<void>;
}

const random = (): string => randomBytes(18).toString('base64url');

export async function startCarelessService(): Promise<CarelessService> {
  const secrets = new Map<string, string>();
  const answered: string[] = [];
  let access = '';
  let refresh = '';
  let hookUrl: string | undefined;
  const client = { id: 'careless-client', secret: plant('secret of the OAuth client') };

  function plant(what: string, value = `${random()}${random()}`): string {
    secrets.set(`${what} ${secrets.size + 1}`, value);
    return value;
  }

  function issue(): object {
    access = plant('access token');
    refresh = plant('refresh token');
    return { ok: true, authed: { token: access }, odd: [{ renewal: refresh }], signing: plant('kept signing secret') };
  }

  function token(form: URLSearchParams): [number, object] {
    if (form.get('client_secret') !== client.secret) return [401, { error: 'invalid_client' }];
    if (form.get('grant_type') !== 'refresh_token') return [200, issue()];
    return form.get('refresh_token') === refresh
      ? [200, issue()]
      : [400, { error: 'invalid_grant', error_description: `not ${form.get('refresh_token')}` }];
  }

  function answer(request: IncomingMessage, body: string): [number, object, string?] {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://careless.example');
    if (pathname === '/authorize') {
      const back = { code: plant('code'), state: searchParams.get('state') ?? '' };
      return [302, {}, `${searchParams.get('redirect_uri')}?${new URLSearchParams(back)}`];
    }
    if (pathname === '/token') return token(new URLSearchParams(body));
    if (pathname.startsWith('/uploads/')) return [201, { stored: true, at: request.url }];
    const { authorization = '' } = request.headers;
    const seen = { authorization, ...request.headers, url: request.url };
    if (authorization !== `Bearer ${access}`) return [401, { error: `unknown: ${authorization}`, seen }];
    if (pathname === '/me') return [200, { id: 'c1', name: 'Fern', seen }];
    if (pathname === '/files') {
      const signature = plant('signature of an upload address');
      return [201, { seen }, `https://careless.example/uploads/7?signature=${signature}`];
    }
    if (pathname === '/hooks') {
      const given = JSON.parse(body) as { url: string; secret: string };
      hookUrl = given.url;
      plant('secret of a subscription', given.secret);
      return [201, { id: 'h1', signing: plant('signing secret of a webhook'), given, seen }];
    }
    return [request.method === 'POST' ? 201 : 200, { notes: [authorization], seen, body }];
  }

  const server = createServer((request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status, json, location] = answer(request, Buffer.concat(chunks).toString('utf8'));
      answered.push(`${request.method} ${request.url?.replace(/\?.*/, '')} ${status}`);
      const headers = { 'content-type': 'application/json', ...(location && { location }) };
      response.writeHead(status, headers).end(JSON.stringify(json));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    route: `https://careless.example=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ client, secrets, answered },
    hookUrl: () => hookUrl,
    endTokens(what) {
      access = '';
      if (what === 'refresh') refresh = '';
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const noInput = { type: 'object', properties: {} };

/** The connector of the service, file by file. */
export const carelessFiles: Readonly<Record<string, object>> = {
  'connector.json': {
    ...{ id: 'careless', name: 'Careless', version: '1.0.0', description: 'Shows what it is sent.' },
    hosts: ['careless.example'],
    signIn: {
      ...{ kind: 'oauth2', grant: 'authorizationCode' },
      authorize: { url: 'https://careless.example/authorize' },
      token: {
        url: 'https://careless.example/token',
        read: { accessToken: 'response.body.authed.token', refreshToken: 'response.body.odd.0.renewal' },
      },
      keep: { signing: { value: '{{response.body.signing}}', secret: true } },
    },
    account: { fields: [], label: '{{test.body.name}}', externalId: '{{test.body.id}}' },
    request: { baseUrl: 'https://careless.example', headers: { 'X-Signing': '{{account.signing}}' } },
    test: { method: 'GET', path: '/me' },
  },
  'actions/list-notes.json': {
    ...{ label: 'List notes', input: noInput },
    request: { method: 'GET', path: '/notes' },
  },
  'actions/add-note.json': {
    label: 'Add a note',
    input: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
    request: { method: 'POST', path: '/notes', body: { json: { note: '{{note}}' } }, success: { status: [201] } },
  },
  'actions/attach-file.json': {
    label: 'Attach a file',
    input: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    request: { method: 'POST', path: '/files', success: { status: [201] } },
    upload: {
      ...{ file: 'file', send: 'body', to: '{{start.headers.location}}' },
      transfer: { method: 'PUT', success: { status: [201] } },
    },
  },
  'webhooks/changes.json': {
    ...{ label: 'Changes', event: 'changed', deliveryId: '{{event.body.id}}', missingId: 'refuse', account: 'address' },
    subscribe: {
      input: noInput,
      request: { method: 'POST', path: '/hooks', body: { json: { url: '{{hook.url}}', secret: '{{hook.secret}}' } } },
      keep: { id: { value: '{{response.body.id}}' }, signing: { value: '{{response.body.signing}}', secret: true } },
    },
    unsubscribe: { method: 'DELETE', path: '/hooks/{{subscription.id}}' },
  },
};
