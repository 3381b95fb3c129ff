import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { UploadConnector } from './upload-world.ts';

/** A service whose tokens expire and whose refresh tokens are single-use: a second use ends the account. */
export interface TokenVault {
  routes: string;
  /** The linked account. Its access token has expired unless it is `beginToken`. */
  account: Record<string, string>;
  client: { id: string; secret: string };
  /** Method, path and status of each answered request. */
  answered: string[];
  beginToken(): void;
  /** Expires the access token. */
  endToken(): void;
  /** Revokes everything: the next refresh is refused. */
  revoke(): void;
  /** Called before each answer. */
  onRequest(listener: (what: string) => void): void;
  connector(action: 'add-note' | 'send-pieces'): UploadConnector;
  close(): Promise<void>;
}

export async function startTokenVault(): Promise<TokenVault> {
  const answered: string[] = [];
  let current = 1;
  let isGood = false;
  let isRevoked = false;
  let listener: (what: string) => void = () => undefined;

  const answerToken = (body: string): [number, object] => {
    const form = new URLSearchParams(body);
    if (form.get('client_secret') !== 'canary-client') return [401, { error: 'invalid_client' }];
    if (isRevoked || form.get('refresh_token') !== `canary-refresh-${current}`) {
      isRevoked = true;
      return [400, { error: 'invalid_grant', error_description: `${form.get('refresh_token')} was revoked` }];
    }
    current++;
    isGood = true;
    return [200, { access_token: `canary-access-${current}`, refresh_token: `canary-refresh-${current}` }];
  };
  const answer = (request: IncomingMessage, body: string): [number, object] => {
    if (request.url === '/token') return answerToken(body);
    const isKnown = isGood && !isRevoked && request.headers.authorization === `Bearer canary-access-${current}`;
    if (!isKnown) return [401, { error: 'the token has ended' }];
    const range = /^bytes \d+-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '');
    if (range === null) return [201, { id: 1, place: '/places/7' }];
    const next = Number(range[1]) + 1;
    return [next === Number(range[2]) ? 200 : 202, { next }];
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const what = `${request.method} ${request.url}`;
      listener(what);
      const [status, json] = answer(request, Buffer.concat(chunks).toString('latin1'));
      answered.push(`${what} ${status}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const routes = `https://vault.example=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = { owner: 'fern', accessToken: 'canary-access-1', refreshToken: 'canary-refresh-1' };
  const client = { id: 'us', secret: 'canary-client' };
  return {
    routes,
    account,
    client,
    answered,
    beginToken: () => void (isGood = true),
    endToken: () => void (isGood = false),
    revoke: () => void (isRevoked = true),
    onRequest: (next) => void (listener = next),
    connector(action) {
      const fileInput = action === 'add-note' ? 'note' : 'file';
      return { id: 'vault', files: connectorFiles(), account, client, action, fileInput, routes };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function connectorFiles(): Map<string, string> {
  const connector = {
    id: 'vault',
    name: 'Vault',
    version: '1.0.0',
    description: 'Keeps files.',
    hosts: ['vault.example'],
    signIn: {
      kind: 'oauth2',
      grant: 'authorizationCode',
      authorize: { url: 'https://vault.example/authorize' },
      token: { url: 'https://vault.example/token' },
    },
    account: {
      fields: [{ name: 'owner', label: 'Owner' }],
      label: 'Vault',
      externalId: '{{account.owner}}',
    },
    request: { baseUrl: 'https://vault.example' },
  };
  const inputOf = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
  const note = {
    label: 'Add a note',
    input: inputOf('note'),
    request: { method: 'POST', path: '/notes', body: { json: { note: '{{note}}' } } },
  };
  const pieces = {
    label: 'Send a file',
    input: inputOf('file'),
    request: { method: 'POST', path: '/places' },
    upload: {
      file: 'file',
      send: 'pieces',
      chunkSize: 262_144,
      to: '{{start.body.place}}',
      transfer: { method: 'PUT', success: { status: [200] } },
      goOn: [202],
      confirmed: { path: 'response.body.next', as: 'offset' },
    },
  };
  return new Map([
    ['connector.json', JSON.stringify(connector)],
    ['README.md', '# Vault\n'],
    ['actions/add-note.json', JSON.stringify(note)],
    ['actions/send-pieces.json', JSON.stringify(pieces)],
  ]);
}
