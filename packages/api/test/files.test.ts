import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertProblem, send, startService, type Answered, type Founded, type Service } from './start-service.ts';

describe('/api/files', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ uploads: { importBytes: 1000, fileBytes: 3_000_000 } });
    founded = await service.found();
  });

  after(() => service?.stop());

  const put = (name: string, body: Buffer | ReadableStream, headers: Record<string, string> = {}) =>
    send(service, 'POST', `/api/files?name=${encodeURIComponent(name)}`, { as: founded.writeKey, body, headers });

  const get = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(service, method, `/api/files/${id}`, { as: founded.readKey, headers });

  /** A body without a declared length. */
  const inPieces = (count: number, piece: Buffer) =>
    ReadableStream.from(
      (function* () {
        for (let at = 0; at < count; at++) yield new Uint8Array(piece);
      })(),
    );

  it('refuses a file without a name, with an invalid type, or with an encoding', async () => {
    const body = Buffer.from('x');
    assertProblem(await send(service, 'POST', '/api/files', { as: founded.writeKey, body }), 400, 'invalid_request');
    assertProblem(await put('a', body, { 'content-type': 'nonsense' }), 415, 'unsupported_type');
    assertProblem(await put('a', body, { 'content-encoding': 'gzip' }), 415, 'unsupported_type');
  });

  it('refuses too many bytes, with and without a length, and keeps nothing', async () => {
    const before = (await send(service, 'GET', '/api/files', { as: founded.readKey })).body.files.length;
    assertProblem(await put('big', Buffer.alloc(3_000_001)), 413, 'body_too_large');
    assertProblem(await put('big', inPieces(40, Buffer.alloc(100_000))), 413, 'body_too_large');
    assert.equal((await send(service, 'GET', '/api/files', { as: founded.readKey })).body.files.length, before);
  });

  it('deletes a file from one branch, and its bytes with the last one', async () => {
    const { id } = (await put('gone.txt', Buffer.from('bytes'))).body;
    const spring = { as: founded.owner, json: { name: 'spring', from: 'main' } };
    assert.equal((await send(service, 'POST', '/api/branches', spring)).status, 201);
    const remove = (branch: string) =>
      send(service, 'DELETE', `/api/files/${id}?branch=${branch}`, { as: founded.owner });
    const read = (branch: string) => send(service, 'GET', `/api/files/${id}?branch=${branch}`, { as: founded.owner });
    assertProblem(await send(service, 'DELETE', `/api/files/${id}`, { as: founded.readKey }), 403, 'forbidden');
    assert.equal((await remove('main')).status, 204);
    assertProblem(await read('main'), 404, 'not_found');
    assert.equal((await read('spring')).text, 'bytes');
    const contents = service.store.workspaceDb(founded.workspaceId).collection('fs.files');
    const before = await contents.countDocuments();
    assert.equal((await remove('spring')).status, 204);
    assert.equal(await contents.countDocuments(), before - 1);
  });

  it('streams bytes in and out unchanged, with their size and SHA-256', async () => {
    const bytes = randomBytes(2_500_000);
    const made = await put('photo.jpg', bytes, { 'content-type': 'image/jpeg' });
    assert.equal(made.status, 201, made.text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.partialDeepStrictEqual(made.body, {
      name: 'photo.jpg',
      contentType: 'image/jpeg',
      sizeBytes: 2_500_000,
      sha256,
    });
    const response = await fetch(`${service.url}/api/files/${made.body.id}`, {
      headers: { authorization: `Bearer ${founded.readKey.key}` },
    });
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.equal(response.headers.get('content-length'), '2500000');
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
  });

  describe('of "0123456789"', () => {
    let id: string;
    let tag: string;

    before(async () => {
      id = (await put('digits.txt', Buffer.from('0123456789'), { 'content-type': 'text/plain' })).body.id;
      tag = (await get(id)).headers.get('etag') ?? '';
    });

    const ranges: [string, number, string, string | null][] = [
      ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
      ['bytes=2-5', 206, '2345', 'bytes 2-5/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
      ['bytes=0-1,4-5', 200, '0123456789', null],
      ['bytes=5-2', 416, '', 'bytes */10'],
      ['lines=1-2', 200, '0123456789', null],
      ['nonsense', 200, '0123456789', null],
    ];
    for (const [range, status, text, contentRange] of ranges) {
      it(`answers Range: ${range} with ${status}`, async () => {
        const answered = await get(id, { range });
        assert.equal(answered.status, status);
        if (status !== 416) assert.equal(answered.text, text);
        else assertProblem(answered, 416, 'range_not_satisfiable');
        assert.equal(answered.headers.get('content-range'), contentRange);
      });
    }

    it('answers a range beyond its end with 416 and its size', async () => {
      const answered = await get(id, { range: 'bytes=10-20' });
      assertProblem(answered, 416, 'range_not_satisfiable');
      assert.equal(answered.headers.get('content-range'), 'bytes */10');
      assert.equal(answered.headers.get('content-disposition'), null);
    });

    it('resumes a range only if it is the same file', async () => {
      assert.equal((await get(id, { range: 'bytes=5-', 'if-range': tag })).text, '56789');
      assert.equal((await get(id, { range: 'bytes=5-', 'if-range': '"other"' })).text, '0123456789');
    });

    it('answers 304 if the client has it, and only headers to HEAD', async () => {
      assert.equal((await get(id, { 'if-none-match': `"x", ${tag}` })).status, 304);
      const head = await get(id, {}, 'HEAD');
      assert.equal(head.headers.get('content-length'), '10');
      assert.equal(head.text, '');
    });
  });

  it('downloads without a warning of too many listeners', async () => {
    const warnings: string[] = [];
    const listen = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
    process.on('warning', listen);
    const { id } = (await put('warned.txt', Buffer.from('bytes'))).body;
    assert.equal((await get(id)).text, 'bytes');
    // Warnings come on a later tick.
    await sleep(10);
    process.off('warning', listen);
    assert.deepEqual(warnings, []);
  });

  it('stores an empty file', async () => {
    const made = await put('empty', Buffer.alloc(0));
    assert.equal(made.status, 201, made.text);
    assert.equal((await get(made.body.id)).text, '');
    assertProblem(await get(made.body.id, { range: 'bytes=0-' }), 416, 'range_not_satisfiable');
  });

  const names = [
    'a"b.txt',
    'Übersicht – März.pdf',
    'x\r\nSet-Cookie: a=b',
    '../../etc/passwd',
    '日本.txt',
    'a;b=c',
    '%41.txt',
  ];
  for (const name of names) {
    it(`returns ${JSON.stringify(name)} as a safe attachment`, async () => {
      const made = await put(name, Buffer.from('<script>alert(1)</script>'), { 'content-type': 'text/html' });
      assert.equal(made.status, 201, made.text);
      assert.equal(made.body.name, name);
      const got: Answered = await get(made.body.id);
      assert.match(got.headers.get('content-disposition') ?? '', /^attachment; filename/);
      assert.equal(got.headers.get('set-cookie'), null);
      assert.equal(got.headers.get('x-content-type-options'), 'nosniff');
      assert.match(got.headers.get('content-security-policy') ?? '', /sandbox/);
    });
  }

  it('lists files page by page, and hides them from other workspaces', async () => {
    const page = await send(service, 'GET', '/api/files?limit=2', { as: founded.readKey });
    assert.equal(page.body.files.length, 2);
    const next = await send(service, 'GET', `/api/files?limit=1000&cursor=${page.body.nextCursor}`, {
      as: founded.readKey,
    });
    assert.ok(next.body.files.length > 2 && next.body.nextCursor === undefined);
    const other = await service.found();
    assertProblem(
      await send(service, 'GET', `/api/files/${page.body.files[0].id}`, { as: other.readKey }),
      404,
      'not_found',
    );
  });

  it('keeps nothing of an upload whose sender disconnects halfway', async () => {
    const own = await service.found();
    const leaving = new AbortController();
    const chunks = () => service.store.workspaceDb(own.workspaceId).collection('fs.chunks').countDocuments();
    const body = ReadableStream.from(
      (async function* () {
        yield new Uint8Array(1_500_000);
        while ((await chunks()) === 0) await sleep(20);
        leaving.abort();
        await sleep(5_000, undefined, { ref: false });
      })(),
    );
    await assert.rejects(
      send(service, 'POST', '/api/files?name=half', { as: own.writeKey, body, signal: leaving.signal }),
    );
    while ((await chunks()) > 0) await sleep(20);
    assert.deepEqual((await send(service, 'GET', '/api/files', { as: own.readKey })).body, { files: [] });
  });
});
