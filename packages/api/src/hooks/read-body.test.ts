import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as sendRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Problem } from '@tallyhook/schemas';
import { createBodyReader, discardRest, type BodyLimits } from './read-body.ts';

const maxBytes = 100_000;

describe('body reader', () => {
  let server: Server;
  let port: number;
  let results: unknown[];

  const serve = async (limits: Partial<BodyLimits> = {}) => {
    const read = createBodyReader({ maxBytes, maxBytesAtOnce: 10 * maxBytes, timeoutMs: 60_000, ...limits });
    results = [];
    server = createServer((request, response) => {
      const answer = (status: number, result: unknown) => {
        results.push(result);
        response.writeHead(status).end();
      };
      read(request).then(
        (body) => answer(200, body),
        (error: unknown) => {
          discardRest(request);
          answer(error instanceof Problem ? error.kind.status : 500, error);
        },
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends a body in one piece, or in chunks without a content length. */
  const send = async (body: Buffer | Buffer[], headers: Record<string, string> = {}): Promise<number> => {
    const length = Array.isArray(body) ? {} : { 'content-length': String(body.length) };
    const outgoing = sendRequest({ port, host: '127.0.0.1', method: 'POST', headers: { ...length, ...headers } });
    for (const chunk of [body].flat()) outgoing.write(chunk);
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [{ statusCode: number; resume(): void }];
    // Ignore errors after the answer.
    outgoing.on('error', () => undefined);
    response.resume();
    return response.statusCode;
  };

  it('returns the bytes as sent up to the limit, with a length and in chunks', async () => {
    await serve();
    const body = Buffer.alloc(maxBytes, 'é');
    assert.equal(await send(body), 200);
    assert.equal(await send([body.subarray(0, 60_000), body.subarray(60_000)]), 200);
    assert.ok(results.every((result) => body.equals(result as Buffer)));
  });

  it('refuses one byte more with 413, with a length and in chunks, and never truncates', async () => {
    await serve();
    const body = Buffer.alloc(maxBytes + 1, 'x');
    assert.equal(await send(body), 413);
    assert.equal(await send([body.subarray(0, 60_000), body.subarray(60_000)]), 413);
  });

  it('refuses a length beyond the limit before any of the body arrives', async () => {
    await serve();
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${maxBytes + 1}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.match(answer.toString(), /^HTTP\/1.1 413 /);
  });

  it('answers a sender that keeps sending, and serves the next request on the connection', async () => {
    await serve();
    assert.equal(await send(Buffer.alloc(3 * maxBytes, 'x')), 413);
    assert.equal(await send(Array.from({ length: 50 }, () => Buffer.alloc(maxBytes, 'x'))), 413);
    assert.equal(await send(Buffer.from('next')), 200);
  });

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    it(`decodes ${encoding}, and refuses a body that decodes to more than the limit`, async () => {
      await serve();
      assert.equal(await send(compress(Buffer.alloc(maxBytes, 'x')), { 'content-encoding': encoding }), 200);
      assert.equal((results[0] as Buffer).length, maxBytes);
      assert.equal(await send(compress(Buffer.alloc(maxBytes + 1, 'x')), { 'content-encoding': encoding }), 413);
    });
  }

  it('refuses 200 MB of gzipped spaces without buffering them', async () => {
    await serve();
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
    const before = process.memoryUsage().rss;
    assert.equal(await send(bomb, { 'content-encoding': 'gzip' }), 413);
    assert.ok(process.memoryUsage().rss - before < 50_000_000);
  });

  it('refuses endless gzip that decodes to nothing', async () => {
    await serve();
    const empty = gzipSync(Buffer.alloc(0));
    const chunks = Array.from({ length: 50 }, () => Buffer.concat(Array.from({ length: 200 }, () => empty)));
    assert.equal(await send(chunks, { 'content-encoding': 'gzip' }), 413);
  });

  it('refuses bytes that do not match the encoding, and unknown encodings', async () => {
    await serve();
    assert.equal(await send(Buffer.from('plain'), { 'content-encoding': 'gzip' }), 400);
    assert.equal(await send(gzipSync(Buffer.from('whole')).subarray(0, 20), { 'content-encoding': 'gzip' }), 400);
    assert.equal(await send(Buffer.from('plain'), { 'content-encoding': 'constructor' }), 415);
    assert.equal(await send(Buffer.from('plain'), { 'content-encoding': 'gzip, gzip' }), 415);
  });

  it('rejects half a body if the sender disconnects', async () => {
    await serve();
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
    await once(socket, 'connect');
    setTimeout(() => socket.destroy(), 50);
    while (results.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(results[0] instanceof Problem && results[0].code === 'invalid_request');
  });

  it('refuses a body that arrives too slowly with 408', async () => {
    await serve({ timeoutMs: 200 });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 20);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    clearInterval(drip);
    socket.destroy();
    assert.match(answer.toString(), /^HTTP\/1.1 408 /);
  });

  it('limits the memory for all bodies, and recovers', async () => {
    await serve({ maxBytesAtOnce: 150_000 });
    const slow = connect(port, '127.0.0.1');
    slow.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${maxBytes}\r\n\r\n${'x'.repeat(maxBytes - 1)}`);
    // Wait until the earlier bytes have arrived.
    while ((await send(Buffer.alloc(maxBytes, 'x'))) !== 503);
    slow.end('x');
    await once(slow, 'data');
    slow.destroy();
    assert.equal(await send(Buffer.alloc(maxBytes, 'x')), 200);
  });
});
