import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ActionError } from '../action-error.ts';
import { createHttp } from './create-http.ts';
import type { Http, HttpStreamOptions, HttpStreamRequest } from './http.ts';

const mebibyte = 1024 * 1024;

async function* chunksOf(bytes: Buffer, chunkBytes = 100_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Like reading a file: every chunk has its own memory. */
async function* fresh(sizeBytes: number): AsyncGenerator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= mebibyte) yield Buffer.alloc(Math.min(left, mebibyte), 1);
}

/** Reuses one buffer for every chunk. */
async function* reusing(sizeBytes: number, chunkBytes = mebibyte): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let at = 0, turn = 0; at < sizeBytes; at += chunkBytes, turn++) {
    buffer.fill(turn);
    yield buffer.subarray(0, Math.min(chunkBytes, sizeBytes - at));
  }
}

describe('streamed body', () => {
  let server: Server;
  let requests: IncomingMessage[];
  let listener: RequestListener;
  const clients: Http[] = [];

  beforeEach(async () => {
    requests = [];
    listener = (request, response) => void request.resume().on('end', () => response.end('ok'));
    server = createServer((request, response) => {
      requests.push(request);
      request.on('error', () => undefined);
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
  const url = (path = '/'): string => `http://127.0.0.1:${port()}${path}`;
  const open = (options: Parameters<typeof createHttp>[0] = { privateHosts: ['127.0.0.1'] }): Http => {
    const client = createHttp(options);
    clients.push(client);
    return client;
  };
  const send = (
    request: Partial<HttpStreamRequest> = {},
    options: Partial<HttpStreamOptions> = {},
    client: Http = open(),
  ) =>
    client.sendStream(
      { method: 'PUT', url: url(), headers: {}, ...request },
      { body: chunksOf(Buffer.alloc(1000)), sizeBytes: 1000, ...options },
    );

  const failure = async (promise: Promise<unknown>): Promise<ActionError> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ActionError, String(error));
    return error;
  };

  it('arrives complete, with its length and inside its frame', async () => {
    const hash = createHash('sha256');
    listener = (request, response) =>
      void request.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => response.end());
    const bytes = Buffer.from(Array.from({ length: 3 * mebibyte }, (_, index) => index % 251));
    const frame = { before: Buffer.from('before'), after: Buffer.from('after') };
    const sent: number[] = [];
    await send({ frame }, { body: chunksOf(bytes), sizeBytes: bytes.length, onBytesSent: (count) => sent.push(count) });
    assert.equal(requests[0]?.headers['content-length'], String(bytes.length + 11));
    assert.equal(requests[0]?.headers['transfer-encoding'], undefined);
    const whole = Buffer.concat([frame.before, bytes, frame.after]);
    assert.equal(hash.digest('hex'), createHash('sha256').update(whole).digest('hex'));
    assert.deepEqual([sent[0], sent.at(-1)], [64 * 1024, bytes.length]);
  });

  it('may come from one buffer that is refilled for each part', async () => {
    const got: number[] = [];
    listener = (request, response) =>
      void request
        .on('data', (chunk: Buffer) => got.push(...new Set(chunk)))
        .on('end', () => setTimeout(() => response.end(), 1));
    await send({}, { body: reusing(8 * mebibyte), sizeBytes: 8 * mebibyte });
    assert.deepEqual([...new Set(got)], [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(got, got.toSorted(), 'no part holds bytes of a later one');
  });

  it('may be empty', async () => {
    const { status } = await send({}, { body: chunksOf(Buffer.alloc(0)), sizeBytes: 0 });
    assert.deepEqual([status, requests[0]?.headers['content-length']], [200, '0']);
  });

  it('returns every response, whatever its status, and follows no redirect', async () => {
    for (const status of [308, 307, 201, 404, 503]) {
      listener = (request, response) =>
        void request.resume().on('end', () => {
          response.writeHead(status, { location: url('/other'), Range: 'bytes=0-9' }).end('said');
        });
      requests.length = 0;
      const answer = await send();
      assert.deepEqual([answer.status, answer.headers['range'], answer.body.toString()], [status, 'bytes=0-9', 'said']);
      assert.equal(requests.length, 1);
    }
  });

  it('uses the address byte for byte', async () => {
    const path = "/a/./b/%2e%2E/c;x='y'|z?sig=a%2fb+c=&q={}&u='%27'\"";
    await send({ url: url(path) });
    await open().send({ method: 'GET', url: url(path), headers: {} });
    assert.deepEqual(
      requests.map((request) => request.url),
      [path, path],
    );
  });

  it('reuses a connection only for repeatable requests', async () => {
    const ports: (number | undefined)[] = [];
    listener = (request, response) => {
      ports.push(request.socket.remotePort);
      request.resume().on('end', () => response.end());
    };
    const client = open();
    for (const repeatable of [true, true, false, false]) await send({ repeatable }, {}, client);
    assert.equal(ports[0], ports[1]);
    assert.equal(new Set(ports).size, 3);
  });

  it('keeps the connection and sends the whole body after an early response', async () => {
    const ports: (number | undefined)[] = [];
    listener = (request, response) => {
      ports.push(request.socket.remotePort);
      request.resume().on('end', () => response.writeHead(308).end());
    };
    const client = open();
    let ended = 0;
    for (let turn = 0; turn < 3; turn++) {
      const body = (async function* () {
        yield Buffer.alloc(1000);
        await wait(30);
        ended++;
      })();
      const { status } = await send({ repeatable: true }, { body }, client);
      assert.deepEqual([status, ended], [308, turn + 1]);
    }
    assert.equal(new Set(ports).size, 1);
  });

  describe('with a check before each write', () => {
    const body = () => reusing(2 * mebibyte);
    const sizeBytes = 2 * mebibyte;

    it('is checked before every write', async () => {
      let asked = 0;
      const mayWrite = async () => void asked++;
      const { status } = await send({}, { body: body(), sizeBytes, mayWrite });
      assert.deepEqual([status, asked], [200, 2 * 16 + 1]);
    });

    it('sends nothing, not even headers, if the first check fails', async () => {
      const mayWrite = () => Promise.reject(new Error('no longer'));
      await failure(send({}, { body: body(), sizeBytes, mayWrite }));
      assert.equal(requests.length, 0);
    });

    it('sends no more bytes after a failed check', async () => {
      let arrivedBytes = 0;
      listener = (request) => void request.on('data', (chunk: Buffer) => (arrivedBytes += chunk.length));
      let writes = 0;
      const mayWrite = async () => assert.ok(++writes <= 3, 'no longer');
      const error = await failure(send({}, { body: body(), sizeBytes, mayWrite }));
      assert.deepEqual([error.class, error.mayHaveArrived], ['transient', true]);
      await wait(20);
      assert.ok(arrivedBytes <= 3 * 64 * 1024, `${arrivedBytes} bytes arrived`);
    });
  });

  describe('answered before it is read', () => {
    const body = () => reusing(64 * mebibyte);
    const sizeBytes = 64 * mebibyte;

    it('returns the response and does not send the rest', async () => {
      listener = (_, response) => void response.writeHead(413, { connection: 'close' }).end('too large');
      let sentBytes = 0;
      const answer = await send({}, { body: body(), sizeBytes, onBytesSent: (count) => (sentBytes = count) });
      assert.deepEqual([answer.status, answer.body.toString()], [413, 'too large']);
      assert.ok(sentBytes < sizeBytes, `${sentBytes} bytes were sent`);
    });

    it('returns the response even if the service hangs up at once', async () => {
      for (let turn = 0; turn < 20; turn++) {
        const rude = createSocketServer((socket: Socket) => {
          socket.on('error', () => undefined);
          socket.once('data', () => {
            socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\n\r\ntoo large', () => socket.destroy());
          });
        });
        await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
        const { port: rudePort } = rude.address() as AddressInfo;
        const answer = await send({ url: `http://127.0.0.1:${rudePort}/` }, { body: body(), sizeBytes });
        assert.deepEqual([answer.status, answer.body.toString()], [413, 'too large']);
        await new Promise((resolve) => rude.close(resolve));
      }
    });

    it('returns as much of the response as arrived', async () => {
      listener = (request, response) => {
        response.writeHead(507, { 'content-length': '100' });
        response.write('no room', () => setTimeout(() => request.socket.destroy(), 20));
      };
      const answer = await send({}, { body: body(), sizeBytes });
      assert.deepEqual([answer.status, answer.body.toString()], [507, 'no room']);
    });

    it('does not count as arrived because of an early success', async () => {
      listener = (request, response) => {
        response.end('fine');
        setTimeout(() => request.socket.resetAndDestroy(), 20);
      };
      const error = await failure(send({}, { body: body(), sizeBytes }));
      assert.deepEqual([error.class, error.mayHaveArrived], ['transient', true]);
    });
  });

  describe('that cannot be sent', () => {
    it('says that nothing was sent if nothing listens', async () => {
      const error = await failure(send({ url: 'http://127.0.0.1:1/' }));
      assert.deepEqual([error.class, error.mayHaveArrived], ['transient', false]);
      assert.match(error.message, /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/);
    });

    it('may have arrived if the connection breaks later, and is not resent', async () => {
      listener = (request) => void request.once('data', () => request.socket.resetAndDestroy());
      for (const repeatable of [true, false]) {
        requests.length = 0;
        const error = await failure(send({ repeatable }, { body: reusing(8 * mebibyte), sizeBytes: 8 * mebibyte }));
        assert.deepEqual([error.class, error.mayHaveArrived, requests.length], ['transient', true, 1]);
      }
    });

    it('is refused for private addresses, as a literal and by name', async () => {
      for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
        const error = await failure(send({ url: `https://${host}:${port()}/` }, {}, open({})));
        assert.deepEqual([error.class, error.mayHaveArrived, requests.length], ['fatal', false, 0]);
        assert.match(error.message, /private network/);
      }
    });

    it('is refused without encryption', async () => {
      assert.match((await failure(send({ url: 'http://example.com/' }, {}, open({})))).message, /without encryption/);
    });

    it('is refused with an untrusted certificate', async () => {
      const plain = createSocketServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
      const error = await failure(send({ url: `https://127.0.0.1:${(plain.address() as AddressInfo).port}/` }));
      plain.close();
      assert.deepEqual([error.class, error.mayHaveArrived], ['fatal', false]);
    });

    it('is sent to a stand-in, which sees the declared host', async () => {
      const client = open({ routes: [{ from: 'https://api.example.com', to: `http://127.0.0.1:${port()}` }] });
      await send({ url: 'https://api.example.com/a?b=c' }, {}, client);
      assert.deepEqual([requests[0]?.headers.host, requests[0]?.url], ['api.example.com', '/a?b=c']);
    });
  });

  describe('that stalls', () => {
    it('is given up if no response arrives', async () => {
      listener = (request) => void request.resume();
      const error = await failure(send({}, { idleTimeoutMs: 2_000 }));
      assert.deepEqual([error.class, error.mayHaveArrived], ['transient', true]);
      assert.match(error.message, /did not answer in time/);
    });

    it('is given up if the service does not read it', async () => {
      listener = () => undefined;
      const error = await failure(
        send({}, { body: reusing(64 * mebibyte), sizeBytes: 64 * mebibyte, idleTimeoutMs: 200 }),
      );
      assert.match(error.message, /did not answer in time/);
    });

    it('is given up if the response only drips', async () => {
      listener = (request, response) =>
        void request.resume().on('end', () => {
          const timer = setInterval(() => response.write('x'), 20);
          response.on('close', () => clearInterval(timer));
        });
      assert.match((await failure(send({}, { idleTimeoutMs: 200 }))).message, /did not answer in time/);
    });

    it('may take longer as long as it moves', async () => {
      const slow = async function* () {
        for (let turn = 0; turn < 6; turn++) {
          await wait(1_000);
          yield Buffer.alloc(10);
        }
      };
      assert.equal((await send({}, { body: slow(), sizeBytes: 60, idleTimeoutMs: 5_000 })).status, 200);
    });

    it('is given up if the file cannot be read in time', async () => {
      const stuck = async function* () {
        yield Buffer.alloc(10);
        await wait(5000, undefined, { ref: false });
        yield Buffer.alloc(10);
      };
      const error = await failure(send({}, { body: stuck(), sizeBytes: 20, idleTimeoutMs: 2_000 }));
      assert.deepEqual([error.class, error.message], ['transient', 'the file could not be read in time']);
    });

    it('stops on a signal, before and after it begins', async () => {
      const early = await failure(send({}, { signal: AbortSignal.abort() }));
      assert.deepEqual([early.mayHaveArrived, requests.length], [false, 0]);
      const controller = new AbortController();
      listener = () => controller.abort();
      const error = await failure(send({}, { signal: controller.signal }));
      assert.deepEqual([error.class, error.mayHaveArrived], ['transient', true]);
      assert.match(error.message, /was stopped/);
    });
  });

  describe('from a file that fails', () => {
    const failing = async function* (after: number) {
      for (let turn = 0; turn < after; turn++) yield Buffer.alloc(10);
      throw new Error('disk');
    };

    it('sends no request if nothing can be read', async () => {
      const error = await failure(send({}, { body: failing(0), sizeBytes: 100 }));
      assert.deepEqual([error.class, error.mayHaveArrived, requests.length], ['transient', false, 0]);
      assert.deepEqual([error.message, error.unread], ['the file could not be read', true]);
    });

    it('keeps the error of a file that cannot be read again', async () => {
      const gone = async function* () {
        yield Buffer.alloc(10);
        throw new ActionError('not_found', 'the file is gone', { unread: true });
      };
      const error = await failure(send({}, { body: gone(), sizeBytes: 100 }));
      assert.deepEqual(
        [error.class, error.message, error.unread, error.mayHaveArrived],
        ['not_found', 'the file is gone', true, true],
      );
    });

    it('is aborted if the rest cannot be read', async () => {
      const error = await failure(send({}, { body: failing(3), sizeBytes: 100 }));
      assert.deepEqual([error.class, error.unread, error.mayHaveArrived], ['transient', true, true]);
    });

    it('is aborted if it is shorter than announced', async () => {
      let received = 0;
      let isWhole: boolean | undefined;
      listener = (request) => {
        request.on('data', (chunk: Buffer) => (received += chunk.length));
        request.on('close', () => (isWhole = request.complete));
      };
      const error = await failure(send({}, { sizeBytes: 1001 }));
      assert.deepEqual([error.class, error.mayHaveArrived], ['fatal', true]);
      assert.match(error.message, /has 1000 bytes, but 1001 were announced/);
      while (isWhole === undefined) await wait(5);
      assert.deepEqual([received, isWhole], [1000, false]);
    });

    it('is aborted if it is longer, before sending an extra byte', async () => {
      let received = 0;
      const closed = Promise.withResolvers<void>();
      listener = (request) =>
        void request.on('data', (chunk: Buffer) => (received += chunk.length)).on('close', closed.resolve);
      const error = await failure(send({}, { body: chunksOf(Buffer.alloc(1000), 300), sizeBytes: 700 }));
      assert.match(error.message, /more than 700 bytes/);
      await closed.promise;
      assert.equal(received, 600);
    });
  });

  it('tells its source when no more is needed', async () => {
    let isClosed = false;
    const body = (async function* () {
      try {
        for (;;) yield Buffer.alloc(mebibyte);
      } finally {
        isClosed = true;
      }
    })();
    listener = (_, response) => void response.writeHead(403).end();
    assert.equal((await send({}, { body, sizeBytes: 1000 * mebibyte })).status, 403);
    while (!isClosed) await wait(5);
  });

  it('needs the same memory whatever its size', async () => {
    // A quarter of the body: far more than uncollected garbage, far less than a body kept in memory.
    const [sizeBytes, maxBytes] = [1024 * mebibyte, 256 * mebibyte];
    await send({ repeatable: true }, { body: reusing(64 * mebibyte), sizeBytes: 64 * mebibyte });
    const before = process.memoryUsage.rss();
    let most = before;
    const onBytesSent = (): void => void (most = Math.max(most, process.memoryUsage.rss()));
    await send({ repeatable: true }, { body: fresh(sizeBytes), sizeBytes, onBytesSent });
    assert.ok(most - before < maxBytes, `grew by ${Math.round((most - before) / mebibyte)} MiB`);
  });
});
