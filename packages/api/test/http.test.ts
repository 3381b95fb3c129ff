import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

describe('HTTP interface', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
  });

  after(() => service?.stop());

  /** The response to bytes that no HTTP client would send. */
  const sendRaw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  it('answers 404 for an unknown address and 405 for an unsupported method', async () => {
    assertProblem(await send(service, 'GET', '/api/nothing'), 404, 'not_found');
    assertProblem(await send(service, 'GET', '/'), 404, 'not_found');
    assertProblem(await send(service, 'GET', '/%E0%A4%A'), 404, 'not_found');
    const refused = await send(service, 'PUT', '/api/records?type=ticket', { as: founded.writeKey, json: {} });
    assertProblem(refused, 405, 'method_not_allowed');
    assert.equal(refused.headers.get('allow'), 'GET, HEAD, POST, OPTIONS');
    const asked = await send(service, 'OPTIONS', '/api/records');
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-origin'), null);
  });

  it('answers 431 to headers over 64 KiB, which leaves room for a question of 32 kB', async () => {
    const huge = await sendRaw(`GET /api/types?x=${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(huge, /^HTTP\/1\.1 431 /);
    assert.match(huge, /Content-Type: application\/problem\+json/);
    assert.match(huge, /"code":"headers_too_large"/);
    const long = await send(service, 'GET', `/api/types?x=${'a'.repeat(60_000)}`, { as: founded.readKey });
    assertProblem(long, 400, 'invalid_request');
  });

  it('answers bytes that are not HTTP with a problem document and continues', async () => {
    assert.match(await sendRaw('\x16\x03\x01nonsense\r\n\r\n'), /^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
    assert.equal((await send(service, 'GET', '/api/types', { as: founded.readKey })).status, 200);
  });

  describe('sends a page to browsers and a problem document to programs for', () => {
    const line = 'GET /api/types HTTP/1.1\r\n';
    const requests: Record<string, { request: (headers: string) => string; status: number; words: RegExp }> = {
      'an address that is too long': {
        request: (headers) => `GET /reports/x?q=${'a'.repeat(150_000)} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`,
        status: 431,
        words: /larger than 64 KiB together\. Send a long question with POST, or save it as a report/,
      },
      'headers that are too large': {
        request: (headers) => `${line}Host: x\r\nX-Much: ${'a'.repeat(70_000)}\r\n${headers}\r\n`,
        status: 431,
        words: /larger than 64 KiB together/,
      },
      'a request without a host': { request: (headers) => `${line}${headers}\r\n`, status: 400, words: /header Host/ },
      'an unknown expectation': {
        request: (headers) => `${line}Host: x\r\nExpect: tea\r\n${headers}\r\n`,
        status: 400,
        words: /accepts only 100-continue/,
      },
      'bytes that are not HTTP': {
        request: (headers) => `${line}Host: x\r\n${headers}nonsense\r\n\r\n`,
        status: 400,
        words: /not an HTTP\/1\.1 request/,
      },
    };
    for (const [what, { request, status, words }] of Object.entries(requests)) {
      it(what, async () => {
        const page = await sendRaw(request('Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n'));
        assert.match(page, new RegExp(`^HTTP/1\\.1 ${status} `));
        assert.match(page, /\r\ncontent-type: text\/html; charset=utf-8\r\n/i);
        assert.match(page, /<h1>.+<\/h1>\n<p>.+<\/p>/);
        assert.match(page, words);
        for (const accept of ['', 'Accept: */*\r\n', 'Accept: application/json, text/html;q=0.1\r\n']) {
          const document = await sendRaw(request(accept));
          assert.match(document, new RegExp(`^HTTP/1\\.1 ${status} `), accept);
          assert.match(document, /\r\ncontent-type: application\/problem\+json\r\n/i, accept);
          assert.match(document, words, accept);
        }
      });
    }

    it('an address that is never read to its end', async () => {
      const huge = await sendRaw(`GET /?q=${'a'.repeat(400_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
      assert.match(huge, /^HTTP\/1\.1 431 .*"code":"headers_too_large"/s);
    });
  });

  it('decompresses a body, and applies the limit to the result', async () => {
    const post = (json: unknown) =>
      send(service, 'POST', '/api/records?type=ticket', {
        as: founded.writeKey,
        body: gzipSync(JSON.stringify(json)),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
    assert.equal((await post({ fields: { title: 'Small' } })).status, 201);
    assertProblem(await post({ fields: { title: ' '.repeat(20_000_000) } }), 413, 'body_too_large');
  });

  it('safely refuses JSON that is nested too deeply', async () => {
    for (const levels of [101, 5_000, 100_000]) {
      const body = `{"fields":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      const headers = { 'content-type': 'application/json' };
      const answered = await send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, body, headers });
      assertProblem(answered, 422, 'invalid_input');
    }
  });

  it('gives each request an id, and keeps a valid one that it has', async () => {
    const id = async (given?: string) => {
      const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given };
      return (await send(service, 'GET', '/api/nothing', { headers })).headers.get('x-request-id');
    };
    assert.match((await id()) ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(await id('proxy-7.a_b'), 'proxy-7.a_b');
    assert.match((await id('"><script>')) ?? '', /^[0-9a-f-]{36}$/);
  });

  it('sends headers that block scripts, frames and type sniffing', async () => {
    const { headers } = await send(service, 'GET', '/api/types', { as: founded.readKey });
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-powered-by'), null);
  });

  it('logs one line per request with its route, without the query string', async () => {
    const requestId = 'logged-once';
    const path = '/api/records?type=ticket&cursor=secret-looking';
    await send(service, 'GET', path, { as: founded.readKey, headers: { 'x-request-id': requestId } });
    const lines = () => service.log.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
    // The log line is written once the answer has been sent, which may be after it arrived.
    while (lines().length === 0) await turn();
    assert.partialDeepStrictEqual(lines(), [{ method: 'GET', route: '/api/records', status: 400 }]);
    assert.equal(lines().length, 1);
    assert.ok(!service.log.join('').includes('secret-looking'));
  });
});
