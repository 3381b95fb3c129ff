import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UploadConnector } from './upload-world.ts';

/** A service that counts its requests. */
export interface Meter {
  /** When each request was read, in milliseconds. */
  arrivals: number[];
  /** For each, the moment after which it came: the process may have slept while a request lay in its socket. */
  notBefore: number[];
  /** Answers the next request with 429 and this Retry-After. */
  refuseOnce(retryAfterSeconds: number): void;
  connector: UploadConnector;
  close(): Promise<void>;
}

export async function startMeter(rateLimit?: { limit: number; windowMs: number }): Promise<Meter> {
  const arrivals: number[] = [];
  const notBefore: number[] = [];
  // The last turns of the event loop: one for the timer, one for the connection, one for the request.
  const awake = Array<number>(3).fill(performance.now());
  const clock = setInterval(() => (awake.shift(), awake.push(performance.now())), 10);
  let retryAfterSeconds: number | undefined;
  const server = createServer((request, response) => {
    arrivals.push(performance.now());
    notBefore.push(awake[0]!);
    request.resume();
    request.on('end', () => {
      const refused = retryAfterSeconds;
      retryAfterSeconds = undefined;
      if (refused !== undefined) response.setHeader('retry-after', String(refused));
      const [, last, size] = /-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '')?.map(Number) ?? [];
      const status = last !== undefined && last + 1 < size! ? 202 : 201;
      response
        .writeHead(refused === undefined ? status : 429, { 'content-type': 'application/json' })
        .end('{"id":1,"place":"/files/1","isDone":true}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connector = {
    id: 'meter',
    name: 'Meter',
    version: '1.0.0',
    description: 'Counts requests.',
    hosts: ['meter.example'],
    signIn: { kind: 'bearer', token: '{{account.token}}' },
    account: {
      fields: [
        { name: 'owner', label: 'Owner' },
        { name: 'token', label: 'Token', secret: true },
      ],
      label: 'Meter',
      externalId: '{{account.owner}}',
    },
    request: { baseUrl: 'https://meter.example' },
    ...(rateLimit && { rateLimit }),
  };
  const note = {
    label: 'Add a note',
    input: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
    request: { method: 'POST', path: '/notes', body: { json: { note: '{{note}}' } } },
  };
  const upload = {
    label: 'Send a file',
    input: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    request: { method: 'POST', path: '/files' },
    upload: {
      ...{ file: 'file', send: 'pieces', chunkSize: 262_144, to: '{{start.body.place}}' },
      ...{ transfer: { method: 'PUT', success: { status: [201] } }, goOn: [202] },
      afterStart: [{ name: 'ready', request: { method: 'GET', path: '/ready' } }],
      finish: { method: 'POST', path: '/publish' },
      processed: {
        request: { method: 'GET', path: '/state' },
        done: [{ path: 'response.body.isDone', is: true }],
        ...{ intervalMs: 1_000, maxWaitMs: 60_000 },
      },
    },
  };
  return {
    arrivals,
    notBefore,
    refuseOnce: (seconds) => void (retryAfterSeconds = seconds),
    connector: {
      id: 'meter',
      files: new Map([
        ['connector.json', JSON.stringify(connector)],
        ['README.md', '# Meter\n'],
        ['actions/add-note.json', JSON.stringify(note)],
        ['actions/send-file.json', JSON.stringify(upload)],
      ]),
      account: { owner: 'fern', token: 'a token' },
      action: 'add-note',
      fileInput: 'note',
      routes: `https://meter.example=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    async close() {
      clearInterval(clock);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
