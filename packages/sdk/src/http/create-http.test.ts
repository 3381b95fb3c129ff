import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ActionError } from '../action-error.ts';
import { createHttp } from './create-http.ts';
import type { Http } from './http.ts';

describe('HTTP client', () => {
  let server: Server;
  let requests: IncomingMessage[];
  let listener: RequestListener;
  const clients: Http[] = [];

  beforeEach(async () => {
    requests = [];
    listener = (_, response) => void response.end('ok');
    server = createServer((request, response) => {
      requests.push(request);
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  const port = (): number => (server.address() as AddressInfo).port;
  const open = (options: Parameters<typeof createHttp>[0] = { privateHosts: ['127.0.0.1'] }): Http => {
    const client = createHttp(options);
    clients.push(client);
    return client;
  };
  const url = (path = '/'): string => `http://127.0.0.1:${port()}${path}`;
  const get = { method: 'GET', headers: {} };
  it('refuses requests after it is closed, even if it was never used', async () => {
    for (const isUsed of [false, true]) {
      const http = open();
      const file = { bytes: [Buffer.from('x')], sizeBytes: 1 };
      if (isUsed) await http.send({ ...get, url: url() });
      await http.close();
      const before = requests.length;
      for (const refused of [
        http.send({ ...get, url: url() }),
        http.sendStream({ method: 'POST', url: url(), headers: {} }, file as never),
      ])
        await assert.rejects(refused, (error) => error instanceof ActionError && /was closed$/.test(error.message));
      assert.equal(requests.length, before);
    }
  });

  const post = { method: 'POST', headers: {}, body: Buffer.from('{}') };

  const failure = async (promise: Promise<unknown>): Promise<ActionError> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ActionError, String(error));
    return error;
  };

  it('returns every response, whatever its status', async () => {
    listener = (_, response) => void response.writeHead(500, { 'X-Who': 'me' }).end('broken');
    const { status, headers, body } = await open().send({ ...get, url: url() });
    assert.deepEqual([status, headers['x-who'], body.toString()], [500, 'me', 'broken']);
  });

  it('sends a User-Agent unless the request does', async () => {
    await open().send({ ...get, url: url() });
    await open().send({ ...get, url: url(), headers: { 'User-AGENT': 'me' } });
    assert.deepEqual(
      requests.map(({ headers }) => headers['user-agent']),
      ['tallyhook', 'me'],
    );
  });

  it('sends once and does not retry', async () => {
    listener = (request) => void request.socket.destroy();
    for (const request of [get, post]) {
      requests.length = 0;
      const error = await failure(open().send({ ...request, url: url() }));
      assert.deepEqual([error.class, error.mayHaveArrived, requests.length], ['transient', true, 1]);
    }
  });

  it('does not follow redirects or send a credential there', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [url('/other'), `http://localhost:${port()}/other`, '//evil.example/']) {
        listener = (_, response) => void response.writeHead(status, { location }).end();
        requests.length = 0;
        const answer = await open().send({ ...post, url: url(), headers: { 'X-Api-Key': 'k' } });
        assert.deepEqual([answer.status, answer.headers['location'], requests.length], [status, location, 1]);
      }
    }
  });

  it('says that nothing was sent if nothing listens', async () => {
    const error = await failure(open().send({ ...post, url: 'http://127.0.0.1:1/' }));
    assert.deepEqual([error.class, error.mayHaveArrived], ['transient', false]);
    assert.match(error.message, /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/);
  });

  it('says that nothing was sent if the name does not resolve', async () => {
    const error = await failure(open().send({ ...post, url: 'https://nowhere.invalid/' }));
    assert.deepEqual([error.class, error.mayHaveArrived], ['transient', false]);
    assert.match(error.message, /nowhere\.invalid cannot be reached/);
  });

  it('fails for good, with nothing sent, if a request cannot be written', async () => {
    for (const name of ['Transfer-Encoding', 'Expect']) {
      const error = await failure(open().send({ ...post, url: url(), headers: { [name]: 'x' } }));
      assert.deepEqual([error.class, error.mayHaveArrived, requests.length], ['fatal', false, 0], error.message);
    }
  });

  it('says that nothing was sent if it is stopped while connecting', async () => {
    const silent = createSocketServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const controller = new AbortController();
    silent.once('connection', () => controller.abort());
    const { port: silentPort } = silent.address() as AddressInfo;
    const sending = open().send({ ...post, url: `https://127.0.0.1:${silentPort}/` }, { signal: controller.signal });
    const error = await failure(sending);
    silent.close();
    assert.deepEqual([error.class, error.mayHaveArrived], ['transient', false]);
    assert.match(error.message, /was stopped/);
  });

  it('finishes pending requests when it is closed', async () => {
    const client = open();
    const closing = Promise.withResolvers<void>();
    listener = (_, response) => {
      client.close().then(closing.resolve, closing.reject);
      setTimeout(() => response.end('late'), 50);
    };
    const answer = await client.send({ ...get, url: url() });
    assert.equal(answer.body.toString(), 'late');
    await closing.promise;
  });

  it('gives up after its timeout', async () => {
    listener = () => undefined;
    const error = await failure(open().send({ ...post, url: url(), timeoutMs: 1_000 }));
    assert.deepEqual([error.class, error.mayHaveArrived], ['transient', true]);
    assert.match(error.message, /did not answer in time/);
  });

  it('gives up on a response that only drips', async () => {
    listener = (_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    };
    assert.match((await failure(open().send({ ...get, url: url(), timeoutMs: 200 }))).message, /in time/);
  });

  it('stops on a signal', async () => {
    const controller = new AbortController();
    listener = () => controller.abort();
    const error = await failure(open().send({ ...post, url: url() }, { signal: controller.signal }));
    assert.match(error.message, /was stopped/);
  });

  it('reads a response only up to a size, even if compressed', async () => {
    const big = Buffer.alloc(2_000_000);
    listener = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(big));
    const error = await failure(open().send({ ...get, url: url(), maxBytes: 1_000_000 }));
    assert.deepEqual([error.class, error.mayHaveArrived], ['fatal', true]);
    assert.equal((await open().send({ ...get, url: url() })).body.length, 2_000_000);
  });

  it('says what broke if a compressed response is broken', async () => {
    listener = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed');
    assert.equal((await failure(open().send({ ...get, url: url() }))).class, 'transient');
  });

  it('opens a new connection for each request that changes something', async () => {
    const client = open();
    const ports = new Set<number | undefined>();
    listener = (request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    };
    for (let sent = 0; sent < 3; sent++) await client.send({ ...post, url: url() });
    assert.equal(ports.size, 3);
  });

  it('reuses a connection for reads, and does not resend when the service closes it', async () => {
    const client = open();
    const ports = new Set<number | undefined>();
    listener = (request, response) => {
      ports.add(request.socket.remotePort);
      if (requests.length === 3) request.socket.destroy();
      else response.end();
    };
    for (let sent = 0; sent < 2; sent++) await client.send({ ...get, url: url() });
    const error = await failure(client.send({ ...get, url: url() }));
    assert.deepEqual([ports.size, error.class, error.mayHaveArrived, requests.length], [1, 'transient', true, 3]);
  });

  for (const request of [get, post])
    it(`writes nothing of a ${request.method} before it may, and never if it may not`, async () => {
      const http = open();
      const allowed = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      const mayWrite = (): Promise<void> => (asked.resolve(), allowed.promise);
      const sending = http.send({ ...request, url: url() }, { mayWrite });
      await asked.promise;
      await sleep(100);
      assert.equal(requests.length, 0);
      allowed.resolve();
      assert.equal((await sending).status, 200);
      const late = new ActionError('rate_limit', 'too late', { mayHaveArrived: false });
      const refused = http.send({ ...request, url: url() }, { mayWrite: () => Promise.reject(late) });
      assert.equal(await failure(refused), late);
      await sleep(100);
      assert.equal(requests.length, 1);
    });

  it('says that nothing was sent if the service closes the connection before it may write', async () => {
    server.on('connection', (socket) => setTimeout(() => socket.destroy(), 50));
    const sending = open().send({ ...post, url: url() }, { mayWrite: () => new Promise<void>(() => undefined) });
    assert.equal((await failure(sending)).mayHaveArrived, false);
  });

  it('sends once whatever the status, even with Retry-After', async () => {
    for (const status of [408, 413, 429, 500, 502, 503, 504, 521, 522, 524]) {
      listener = (_, response) => void response.writeHead(status, { 'retry-after': '0' }).end();
      requests.length = 0;
      assert.equal((await open().send({ ...get, url: url() })).status, status);
      assert.equal(requests.length, 1);
    }
  });

  it('sends header names as written, and adds only what HTTP needs', async () => {
    await open().send({ ...post, url: url(), headers: { SOAPAction: 'x', 'x-lower': 'é' } });
    assert.deepEqual(requests[0]?.rawHeaders, [
      ...['Host', `127.0.0.1:${port()}`, 'User-Agent', 'tallyhook', 'SOAPAction', 'x', 'x-lower', 'é'],
      ...['Content-Length', '2', 'Connection', 'close'],
    ]);
  });

  it('reads response headers as UTF-8', async () => {
    const location = '/naïve';
    listener = (_, response) =>
      void response.writeHead(201, { location: Buffer.from(location).toString('latin1') }).end();
    assert.equal((await open().send({ ...get, url: url() })).headers['location'], location);
  });

  it('sends a body and its size with any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
      const received: Buffer[] = [];
      listener = (request, response) =>
        void request.on('data', (chunk: Buffer) => received.push(chunk)).on('end', () => response.end());
      requests.length = 0;
      await open().send({ method, url: url(), headers: {}, body: Buffer.from('öx') });
      const { headers } = requests[0]!;
      assert.deepEqual([Buffer.concat(received).toString(), headers['content-length']], ['öx', '3'], method);
    }
  });

  it('returns a response that arrives before the body is read', async () => {
    listener = (_, response) => void response.writeHead(413, { connection: 'close' }).end('too large');
    const answer = await open().send({ ...post, url: url(), body: Buffer.alloc(8 * 1024 * 1024) });
    assert.deepEqual([answer.status, answer.body.toString()], [413, 'too large']);
  });

  it('accepts a compressed response without a body', async () => {
    listener = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end();
    const answer = await open().send({ method: 'HEAD', url: url(), headers: {} });
    assert.deepEqual([answer.status, answer.body.length], [200, 0]);
  });

  it('refuses a server without a trusted certificate', async () => {
    const plain = createSocketServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const error = await failure(
      open().send({ ...post, url: `https://127.0.0.1:${(plain.address() as AddressInfo).port}/` }),
    );
    plain.close();
    assert.deepEqual([error.class, error.mayHaveArrived], ['fatal', false]);
  });

  describe('to private addresses', () => {
    const literals = [
      '127.0.0.1',
      '0.0.0.0',
      '10.0.0.1',
      '169.254.169.254',
      '192.168.1.1',
      '100.64.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '[::1]',
      '[::]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '[fd00::1]',
    ];
    for (const literal of literals) {
      it(`refuses ${literal} before anything is sent`, async () => {
        const error = await failure(open({}).send({ ...get, url: `https://${literal}:${port()}/` }));
        assert.deepEqual([error.class, error.mayHaveArrived, requests.length], ['fatal', false, 0]);
        assert.match(error.message, /private network/);
      });
    }

    it('refuses a name that resolves to one', async () => {
      const error = await failure(open({}).send({ ...get, url: `https://localhost:${port()}/` }));
      assert.deepEqual([error.class, error.mayHaveArrived], ['fatal', false]);
      assert.match(error.message, /"localhost" is on a private network/);
    });

    it('refuses plain HTTP to any host', async () => {
      const error = await failure(open({}).send({ ...get, url: 'http://example.com/' }));
      assert.match(error.message, /without encryption/);
    });

    it('calls what an operator allows, by host or by host and port', async () => {
      for (const host of ['127.0.0.1', `127.0.0.1:${port()}`]) {
        assert.equal((await open({ privateHosts: [host] }).send({ ...get, url: url() })).status, 200);
      }
      await failure(open({ privateHosts: ['127.0.0.1:1'] }).send({ ...get, url: url() }));
    });
  });

  describe('with a route', () => {
    it('connects to the stand-in, which sees the declared host', async () => {
      const client = open({ routes: [{ from: 'https://api.example.com', to: `http://127.0.0.1:${port()}` }] });
      await client.send({ ...post, url: 'https://api.example.com/a/b?c=d' });
      assert.equal(requests[0]?.headers.host, 'api.example.com');
      assert.equal(requests[0]?.url, '/a/b?c=d');
    });

    it('applies only to exactly the declared origin', async () => {
      const client = open({ routes: [{ from: 'https://api.example.com', to: `http://127.0.0.1:${port()}` }] });
      await failure(client.send({ ...post, url: 'http://api.example.com/' }));
      assert.equal(requests.length, 0);
    });
  });
});
