import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { UploadConnector } from './upload-world.ts';

/** A request that reached the service. */
export interface VaultRequest {
  /** Method and path. */
  what: string;
  /** Its Content-Range. */
  range: string | null;
  arrivedBytes: number;
  sha256: string;
  /** Of the file in a form; of the body otherwise. */
  fileSha256: string;
  fileBytes: number;
  status: number | null;
}

/**
 * A service that takes files as a whole (as a body, as a form, or between two other requests) or in pieces. Only
 * the action `ask-pieces` can ask how much has arrived.
 */
export interface Vault {
  requests: VaultRequest[];
  /** Overrides the answer to a request once it has arrived. */
  answerWith(handler: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  /** Overrides the answer to a request before its body is read. */
  answerEarlyWith(handler: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  connector(
    action: 'send-body' | 'send-form' | 'send-between' | 'send-form-between' | 'send-pieces' | 'ask-pieces',
  ): UploadConnector;
  close(): Promise<void>;
}

export async function startVault(): Promise<Vault> {
  const requests: VaultRequest[] = [];
  let stored = { next: 0, isLast: false };
  let handler: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  let early: typeof handler = () => false;
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    const range = request.headers['content-range'] ?? null;
    const what = `${request.method} ${request.url}`;
    const entry: VaultRequest = {
      ...{ what, range, arrivedBytes: 0, sha256: '' },
      ...{ fileSha256: '', fileBytes: 0, status: null },
    };
    const form = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '');
    const parts: Buffer[] = [];
    requests.push(entry);
    response.on('close', () => (entry.status = response.headersSent ? response.statusCode : null));
    request.on('error', () => undefined);
    if (early(request, response)) return;
    request.on('data', (chunk: Buffer) => {
      entry.arrivedBytes += chunk.length;
      hash.update(chunk);
      if (form) parts.push(chunk);
    });
    request.on('end', () => {
      entry.sha256 = hash.digest('hex');
      const file = form && fileOfForm(Buffer.concat(parts), form[1]!);
      entry.fileSha256 = file ? createHash('sha256').update(file).digest('hex') : entry.sha256;
      entry.fileBytes = file ? file.length : entry.arrivedBytes;
      if (handler(request, response)) return;
      const { next, isLast } = range === null ? (request.method === 'GET' ? stored : whole) : readRange(range);
      if (next !== undefined) stored = { next, isLast };
      const answer = { id: 'file-1', place: '/places/7', next };
      response.writeHead(isLast ? 200 : 202, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    answerWith: (next) => void (handler = next),
    answerEarlyWith: (next) => void (early = next),
    connector: (action) => ({
      id: 'vault',
      files: connectorFiles(),
      account: { owner: 'fern', token: 'a token' },
      action,
      routes: `https://vault.example=http://127.0.0.1:${port}`,
    }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const whole = { next: undefined, isLast: true };

/** The bytes of the only part of a form. */
function fileOfForm(body: Buffer, boundary: string): Buffer {
  return body.subarray(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf(`\r\n--${boundary}`));
}

/** Where a piece ends, and whether the file ends with it. */
function readRange(range: string): { next: number; isLast: boolean } {
  const [, last, size] = /^bytes \d+-(\d+)\/(\d+)$/.exec(range)!.map(Number);
  return { next: last! + 1, isLast: last! + 1 === size };
}

const pieces = {
  send: 'pieces',
  chunkSize: 262_144,
  to: '{{start.body.place}}',
  transfer: { method: 'PUT', success: { status: [200] } },
  goOn: [202],
  confirmed: { path: 'response.body.next', as: 'offset' },
};

function connectorFiles(): Map<string, string> {
  const input = { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] };
  const action = (request: object, upload: object): string =>
    JSON.stringify({ label: 'Send a file', input, request, upload: { file: 'file', ...upload } });
  const connector = {
    id: 'vault',
    name: 'Vault',
    version: '1.0.0',
    description: 'Keeps files.',
    hosts: ['vault.example'],
    signIn: { kind: 'bearer', token: '{{account.token}}' },
    account: {
      fields: [
        { name: 'owner', label: 'Owner' },
        { name: 'token', label: 'Token', secret: true },
      ],
      label: 'Vault',
      externalId: '{{account.owner}}',
    },
    request: { baseUrl: 'https://vault.example' },
  };
  return new Map([
    ['connector.json', JSON.stringify(connector)],
    ['README.md', '# Vault\n'],
    ['actions/send-body.json', action({ method: 'POST', path: '/files' }, { send: 'body' })],
    [
      'actions/send-form.json',
      action({ method: 'POST', path: '/files', body: { multipart: [{ name: 'file', file: true }] } }, { send: 'form' }),
    ],
    [
      'actions/send-between.json',
      action(
        { method: 'POST', path: '/places', body: { json: { name: '{{file.name}}' } } },
        {
          send: 'body',
          to: '{{start.body.place}}',
          finish: { method: 'POST', path: '/publish', body: { json: { id: '{{transfer.body.id}}' } } },
          abort: { method: 'DELETE' },
        },
      ),
    ],
    [
      'actions/send-form-between.json',
      action(
        { method: 'POST', path: '/places', body: { json: { name: '{{file.name}}' } } },
        {
          send: 'form',
          to: '{{start.body.place}}',
          transfer: { method: 'POST', body: { multipart: [{ name: 'file', file: true }] } },
          finish: { method: 'POST', path: '/publish', body: { json: { id: '{{transfer.body.id}}' } } },
        },
      ),
    ],
    ['actions/send-pieces.json', action({ method: 'PUT', path: '/places' }, pieces)],
    [
      'actions/ask-pieces.json',
      action({ method: 'PUT', path: '/places' }, { ...pieces, status: { method: 'GET', success: { status: [200] } } }),
    ],
  ]);
}
