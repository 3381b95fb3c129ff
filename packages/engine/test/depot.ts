import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { UploadConnector } from './upload-world.ts';

/** The ways in which the depot takes a file. */
export type DepotAction = 'send-parts' | 'send-forms' | 'send-listed' | 'send-inline';

/**
 * A strict service: it refuses a part with a wrong digest, at an address that it did not hand out, or of another size
 * than it said, a completion whose list of parts is not exactly what it answered, and everything without a credential.
 */
export interface Depot {
  /** Method and path of each request. */
  requests: string[];
  /** The SHA-256 of each completed file. */
  completed: string[];
  /** How often it still answers that it is processing, and how that ends. */
  processing: { times: number; end: 'ready' | 'rejected' };
  /** Overrides the answer to a request; false leaves it to the depot. */
  answerWith(handler: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  connector(action: DepotAction): UploadConnector;
  close(): Promise<void>;
}

const partBytes = 262_144;
const origin = 'https://depot.example';
const digest = (name: string, bytes: Buffer) => createHash(name).update(bytes).digest();

export async function startDepot(): Promise<Depot> {
  const parts = new Map<number, Buffer>();
  const tagOf = (number: number) => digest('md5', parts.get(number)!).toString('hex');
  const addresses = new Map<string, number>();
  let handler: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  const depot: Pick<Depot, 'requests' | 'completed' | 'processing'> = {
    requests: [],
    completed: [],
    processing: { times: 0, end: 'ready' },
  };

  const complete = (etags: unknown): object | undefined => {
    const numbers = [...parts.keys()].sort((one, other) => one - other);
    if (JSON.stringify(etags) !== JSON.stringify(numbers.map(tagOf))) return undefined;
    depot.completed.push(digest('sha256', Buffer.concat(numbers.map((number) => parts.get(number)!))).toString('hex'));
    return { job: 'j1' };
  };
  const keep = (number: number, bytes: Buffer, headers: IncomingMessage['headers']): string | undefined => {
    const { 'x-sha1': sha1, 'content-md5': md5 } = headers;
    if (sha1 !== undefined && sha1 !== digest('sha1', bytes).toString('hex')) return undefined;
    if (md5 !== undefined && md5 !== digest('md5', bytes).toString('base64')) return undefined;
    if (headers['content-range'] !== undefined) return undefined;
    parts.set(number, bytes);
    return tagOf(number);
  };
  const handOut = (number: number): string => {
    const path = `/put/${addresses.size + 1}`;
    addresses.set(path, number);
    return origin + path;
  };

  function answer(what: string, bytes: Buffer, headers: IncomingMessage['headers']): [number, object, object?] {
    const json = (): Record<string, unknown> => JSON.parse(bytes.toString()) as Record<string, unknown>;
    const [, method, path] = /^(\S+) (\S+)$/.exec(what)!;
    if (headers.authorization !== 'Bearer a token') return [401, {}];
    if (what === 'POST /sessions') {
      const count = Math.max(1, Math.ceil(Number(json()['size']) / partBytes));
      return [200, { id: 's1', parts: Array.from({ length: count }, (_, index) => ({ url: handOut(index + 1) })) }];
    }
    if (what === 'POST /sessions/s1/place')
      return [200, { partSize: String(partBytes), complete: `${origin}/complete` }];
    if (what === 'POST /sessions/s1/address') return [200, { url: handOut(Number(json()['number'])) }];
    if (what === 'POST /complete') {
      const done = complete(json()['etags']);
      return done ? [200, done] : [400, { error: 'these are not the parts' }];
    }
    if (what === 'GET /jobs/j1') {
      const isBusy = depot.processing.times-- > 0;
      return [200, { state: isBusy ? 'busy' : depot.processing.end, id: 'file-1' }];
    }
    if (what === 'GET /list') return [200, { files: depot.completed.length }];
    if (what === 'POST /inline') {
      depot.completed.push(digest('sha256', Buffer.from(String(json()['content']), 'base64')).toString('hex'));
      return [
        201,
        {
          id: 'file-1',
          md5: json()['md5'] === digest('md5', Buffer.from(String(json()['content']), 'base64')).toString('hex'),
        },
      ];
    }
    const number = /^\/parts\/s1\/(\d+)$/.exec(path!)?.[1] ?? addresses.get(path!);
    if (number === undefined) return [404, { error: 'no such address' }];
    const etag = keep(Number(number), method === 'POST' ? readForm(bytes, Number(number)) : bytes, headers);
    return etag === undefined ? [400, { error: 'not the announced bytes' }] : [200, { number }, { etag }];
  }

  const server = createServer((request, response) => {
    const what = `${request.method} ${request.url}`;
    depot.requests.push(what);
    request.on('error', () => undefined);
    buffer(request).then(
      (bytes) => {
        if (handler(request, response)) return;
        const [status, body, headers] = answer(what, bytes, request.headers);
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
      },
      () => undefined,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(depot, {
    answerWith: (next) => void (handler = next),
    connector: (action) => ({
      id: 'depot',
      files: connectorFiles(),
      account: { owner: 'fern', token: 'a token' },
      action,
      routes: `${origin}=http://127.0.0.1:${port}`,
    }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  } satisfies Partial<Depot>);
}

/** The file in a form whose first field is the number of its part. */
function readForm(bytes: Buffer, number: number): Buffer {
  const text = bytes.toString('latin1');
  const [boundary] = text.split('\r\n', 1);
  const [, segment, file] = text.split(`${boundary}\r\n`);
  if (!segment!.endsWith(`\r\n\r\n${number}\r\n`)) return Buffer.from('another segment');
  return Buffer.from(file!.slice(file!.indexOf('\r\n\r\n') + 4, file!.lastIndexOf(`\r\n${boundary}--`)), 'latin1');
}

const etags =
  '{"etags":[{{#each transfer.pieces as |part index|}}{{#if index}},{{/if}}{{part.headers.etag|json}}{{/each}}]}';
const finish = { method: 'POST', url: '{{start.place.body.complete}}', body: { json: etags } };
const place = { name: 'place', request: { method: 'POST', path: '/sessions/{{start.body.id}}/place' } };

const uploads: Record<DepotAction, object> = {
  'send-parts': {
    send: 'pieces',
    to: `${origin}/parts/{{start.body.id}}/{{piece.number}}`,
    afterStart: [place],
    chunkSize: '{{start.place.body.partSize}}',
    contentRange: false,
    emptyFile: 'noPiece',
    transfer: { method: 'PUT', headers: { 'X-Sha1': '{{piece.sha1}}', 'Content-MD5': '{{piece.md5Base64}}' } },
    finish,
    processed: {
      request: { method: 'GET', path: '/jobs/{{finish.body.job}}' },
      done: [{ path: 'response.body.state', is: 'ready' }],
      failed: [{ path: 'response.body.state', is: 'rejected' }],
      intervalMs: 1000,
      maxWaitMs: 4000,
    },
  },
  'send-forms': {
    send: 'pieces',
    to: '{{piece.address.body.url}}',
    afterStart: [place],
    chunkSize: partBytes,
    pieceAddress: {
      method: 'POST',
      path: '/sessions/{{start.body.id}}/address',
      body: { json: { number: '{{piece.number}}' } },
    },
    contentRange: false,
    transfer: {
      method: 'POST',
      body: {
        multipart: [
          { name: 'segment', value: '{{piece.number}}' },
          { name: 'media', file: true },
        ],
      },
    },
    finish,
  },
  'send-listed': {
    send: 'pieces',
    to: '{{piece.item.url}}',
    pieceList: 'start.body.parts',
    afterStart: [place],
    chunkSize: partBytes,
    contentRange: false,
    finish,
  },
  'send-inline': { send: 'base64', maxSizeBytes: 2_000_000, emptyFile: 'refused' },
};

function connectorFiles(): Map<string, string> {
  const input = { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] };
  const session = { method: 'POST', path: '/sessions', body: { json: { size: '{{file.size}}' } } };
  const content = { content: '{{file.base64}}', md5: '{{file.md5}}' };
  const inline = { method: 'POST', path: '/inline', body: { json: content } };
  const connector = {
    id: 'depot',
    name: 'Depot',
    version: '1.0.0',
    description: 'Keeps files in parts.',
    hosts: ['depot.example'],
    signIn: { kind: 'bearer', token: '{{account.token}}' },
    account: {
      fields: [
        { name: 'owner', label: 'Owner' },
        { name: 'token', label: 'Token', secret: true },
      ],
      label: 'Depot',
      externalId: '{{account.owner}}',
    },
    request: { baseUrl: origin },
  };
  const actions = Object.entries(uploads).map(([name, upload]): [string, string] => {
    const request = name === 'send-inline' ? inline : session;
    const action = { label: 'Send a file', input, request, upload: { file: 'file', ...upload } };
    return [`actions/${name}.json`, JSON.stringify(action)];
  });
  const list = { label: 'List', input: { type: 'object', properties: {} }, request: { method: 'GET', path: '/list' } };
  actions.push(['actions/list.json', JSON.stringify(list)]);
  return new Map([['connector.json', JSON.stringify(connector)], ['README.md', '# Depot\n'], ...actions]);
}
