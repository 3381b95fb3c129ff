import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request as sendRaw } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createPracticeService, practiceToken, type YoutubePractice } from '../src/index.ts';

const block = 262_144;
const path = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status';
const metadata = { snippet: { title: 'Fern', categoryId: '22' }, status: { privacyStatus: 'private' } };

let youtube: YoutubePractice;

beforeEach(async () => void (youtube = await createPracticeService({ service: 'youtube', port: 0 })));
afterEach(() => youtube.close());

interface Sent {
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: Buffer | string;
  timeoutMs?: number;
}

async function send(url: string, { method = 'PUT', headers = {}, body = '', timeoutMs = 9000 }: Sent = {}) {
  const all = { authorization: `Bearer ${practiceToken}`, ...headers };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(present),
    body: new Uint8Array(Buffer.from(body)),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, range: response.headers.get('range') };
}

interface Start extends Sent {
  sizeBytes?: number;
  path?: string;
}

function start({ sizeBytes = 0, path: to = path, headers, body = JSON.stringify(metadata), ...more }: Start = {}) {
  const all = {
    'content-type': 'application/json; charset=UTF-8',
    'x-upload-content-length': String(sizeBytes),
    'x-upload-content-type': 'video/*',
    ...headers,
  };
  return send(youtube.url + to, { method: 'POST', headers: all, body, ...more });
}

async function open(sizeBytes: number): Promise<string> {
  return (await start({ sizeBytes })).headers.get('location')!;
}

/** Sends the bytes from `from` to `to` of a file. */
function piece(session: string, file: Buffer, from: number, to: number, more: Sent = {}) {
  const range = `bytes ${from}-${to - 1}/${file.length}`;
  const headers = { 'content-type': 'video/*', 'content-range': range, ...more.headers };
  return send(session, { body: file.subarray(from, to), ...more, headers });
}

function ask(session: string, sizeBytes: number) {
  return send(session, { headers: { 'content-range': `bytes */${sizeBytes}` } });
}

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests look at whatever came back */
async function admin(method: string, name: string, body?: unknown): Promise<any> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  return (await fetch(`${youtube.url}/__practice/${name}`, init)).json();
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('YouTube stand-in', () => {
  it('answers a start with only the session address, under the called host', async () => {
    const answer = await start({ sizeBytes: 10 });
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.match(
      answer.headers.get('location')!,
      new RegExp(`^${youtube.url}/upload/youtube/v3/videos\\?.*upload_id=`),
    );
    const headers = { host: 'www.googleapis.com' };
    const located = await new Promise<string | undefined>((resolve) => {
      const request = sendRaw(youtube.url + path, { method: 'POST', headers: { ...startHeaders(10), ...headers } });
      request.once('response', (response) => resolve(response.resume().headers.location));
      request.end(JSON.stringify(metadata));
    });
    assert.match(located!, /^https:\/\/www\.googleapis\.com\/upload\/youtube\/v3\/videos\?/);
  });

  it('accepts a file in pieces, reports progress and ends with the video', async () => {
    const file = randomBytes(2 * block + 77);
    const session = await open(file.length);
    const first = await piece(session, file, 0, block);
    assert.deepEqual(
      [first.status, first.range, first.headers.get('content-length')],
      [308, `bytes=0-${block - 1}`, '0'],
    );
    assert.equal((await piece(session, file, block, 2 * block)).range, `bytes=0-${2 * block - 1}`);
    const last = await piece(session, file, 2 * block, file.length);
    assert.equal(last.status, 201);
    const video = JSON.parse(last.text) as { kind: string; id: string };
    assert.equal(video.kind, 'youtube#video');
    const [kept] = youtube.videos();
    assert.deepEqual([kept?.id, kept?.sizeBytes, kept?.sha256], [video.id, file.length, sha256(file)]);
  });

  it('accepts a whole file in one request, and an empty file', async () => {
    const file = randomBytes(block + 5);
    const session = await open(file.length);
    assert.equal((await send(session, { body: file, headers: { 'content-type': 'video/mp4' } })).status, 201);
    assert.equal((await ask(await open(0), 0)).status, 201);
    assert.deepEqual(
      youtube.videos().map((video) => video.sha256),
      [sha256(file), sha256(Buffer.alloc(0))],
    );
  });

  it('keeps only the aligned start of a piece that is not the last', async () => {
    const file = randomBytes(3 * block);
    const session = await open(file.length);
    assert.equal((await piece(session, file, 0, block + 1000)).range, `bytes=0-${block - 1}`);
    const tooSmall = await piece(session, file, block, block + 1000);
    assert.equal(tooSmall.range, `bytes=0-${block - 1}`);
    assert.equal((await piece(session, file, block, file.length)).status, 201);
    assert.equal(youtube.videos()[0]?.sha256, sha256(file));
  });

  it('sends no Range while nothing is stored', async () => {
    const file = randomBytes(2 * block);
    const session = await open(file.length);
    const answer = await piece(session, file, 0, 1000);
    assert.deepEqual([answer.status, answer.range], [308, null]);
    assert.deepEqual([(await ask(session, file.length)).range], [null]);
  });

  it('skips bytes that it already has', async () => {
    const file = randomBytes(2 * block + 10);
    const session = await open(file.length);
    await piece(session, file, 0, block);
    assert.equal((await piece(session, file, 0, block)).range, `bytes=0-${block - 1}`);
    assert.equal((await piece(session, file, 1000, file.length)).status, 201);
    assert.equal(youtube.videos()[0]?.sha256, sha256(file));
  });

  it('refuses a gap with a 503 that resending does not clear', async () => {
    const file = randomBytes(3 * block);
    const session = await open(file.length);
    await piece(session, file, 0, block);
    for (let turn = 0; turn < 2; turn++) {
      const answer = await piece(session, file, 2 * block, file.length);
      assert.equal(answer.status, 503);
      assert.equal(
        answer.text,
        'Invalid request.  According to the Content-Range header, the upload offset is 524288 byte(s), ' +
          'which exceeds already uploaded size of 262144 byte(s).',
      );
    }
  });

  it('answers a status request with the position, or the video when complete', async () => {
    const file = randomBytes(block + 3);
    const session = await open(file.length);
    await piece(session, file, 0, block);
    const asked = await ask(session, file.length);
    assert.deepEqual([asked.status, asked.range], [308, `bytes=0-${block - 1}`]);
    const { text } = await piece(session, file, block, file.length);
    for (const again of [await ask(session, file.length), await piece(session, file, block, file.length)]) {
      assert.deepEqual([again.status, again.text], [201, text]);
    }
    assert.equal(youtube.videos().length, 1);
  });

  it('keeps the whole blocks of a broken request', async () => {
    const file = randomBytes(8 * block);
    const session = await open(file.length);
    const request = sendRaw(session, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${practiceToken}`,
        'content-type': 'video/*',
        'content-length': file.length,
        'content-range': `bytes 0-${file.length - 1}/${file.length}`,
      },
    }).on('error', () => undefined);
    request.write(file.subarray(0, 2 * block + 500));
    while ((youtube.log.at(-1)?.arrivedBytes ?? 0) < 2 * block + 500) await wait(5);
    request.destroy();
    while (youtube.log.at(-1)?.endedAt === null) await wait(5);
    assert.equal((await ask(session, file.length)).range, `bytes=0-${2 * block - 1}`);
    assert.deepEqual([youtube.log[1]?.status, youtube.log[1]?.arrivedBytes], [null, 2 * block + 500]);
    assert.equal((await piece(session, file, 2 * block, file.length)).status, 201);
    assert.equal(youtube.videos()[0]?.sha256, sha256(file));
  });

  it('stores bytes once if two senders send them at the same time', async () => {
    const file = randomBytes(16 * block);
    const session = await open(file.length);
    await Promise.all([piece(session, file, 0, file.length), piece(session, file, 0, file.length)]);
    assert.deepEqual([youtube.videos().length, youtube.videos()[0]?.sha256], [1, sha256(file)]);
  });

  it('logs what each request sent', async () => {
    const file = randomBytes(2 * block);
    const session = await open(file.length);
    await piece(session, file, 0, block);
    await piece(session, file, 0, block);
    await ask(session, file.length);
    const rows = youtube.log.map(({ kind, piece: number, firstByte, lastByte, arrivedBytes, status, confirmed }) =>
      [kind, number, firstByte, lastByte, arrivedBytes, status, confirmed].join(' '),
    );
    const brought = `piece 1 0 ${block - 1} ${block} 308 bytes=0-${block - 1}`;
    assert.deepEqual(rows.slice(1), [brought, brought, `status    0 308 bytes=0-${block - 1}`]);
    assert.equal(youtube.log[1]?.crc32, youtube.log[2]?.crc32);
    assert.equal(youtube.log[0]?.body, JSON.stringify(metadata));
    assert.equal(JSON.stringify(youtube.log).includes(practiceToken), false);
  });

  it('accepts bytes no faster than set', async () => {
    await youtube.close();
    youtube = await createPracticeService({ service: 'youtube', port: 0, paceBytesPerSecond: 4 * block });
    const file = randomBytes(2 * block);
    const session = await open(file.length);
    const begunMs = performance.now();
    await piece(session, file, 0, file.length);
    const tookMs = performance.now() - begunMs;
    assert.ok(tookMs > 400 && tookMs < 10_000, `took ${Math.round(tookMs)} ms`);
  });

  it('needs no more memory for more bytes', async function () {
    const sizeBytes = 256 * 1024 * 1024;
    const part = Buffer.alloc(8 * 1024 * 1024, 7);
    const hash = createHash('sha256');
    const session = await open(sizeBytes);
    const resident: number[] = [];
    for (let from = 0; from < sizeBytes; from += part.length) {
      hash.update(part);
      const range = `bytes ${from}-${from + part.length - 1}/${sizeBytes}`;
      await send(session, {
        body: part,
        headers: { 'content-type': 'video/*', 'content-range': range },
        timeoutMs: 9000,
      });
      resident.push(process.memoryUsage.rss());
    }
    // The minimum of the last values ignores garbage, but not bytes that are kept.
    const grown = (Math.min(...resident.slice(-8)) - resident[4]!) / 1024 ** 2;
    assert.equal(youtube.videos()[0]?.sha256, hash.digest('hex'));
    assert.ok(grown < 96, `grew by ${Math.round(grown)} MiB`);
  });

  describe('refuses a start', () => {
    const body = (change: object) => JSON.stringify({ ...metadata, ...change });
    const rows: [string, Start, number, RegExp][] = [
      ['without credentials', { headers: { authorization: undefined } }, 401, /authError/],
      ['with a wrong token', { headers: { authorization: 'Bearer nonsense' } }, 401, /authError/],
      ['that is not resumable', { path: path.replace('resumable', 'media') }, 400, /uploadType/],
      ['without a part', { path: '/upload/youtube/v3/videos?uploadType=resumable' }, 400, /unknownPart/],
      ['with an unsupported part', { path: `${path},player` }, 400, /player/],
      ['elsewhere', { path: '/upload/youtube/v3/playlists' }, 404, /notFound/],
      ['with a different content type', { headers: { 'content-type': 'application/json' } }, 400, /charset=UTF-8/],
      ['without the size', { headers: { 'x-upload-content-length': undefined } }, 400, /X-Upload-Content-Length/],
      ['with an invalid size', { headers: { 'x-upload-content-length': '1e3' } }, 400, /1e3.* is not the size/],
      ['without the type of the file', { headers: { 'x-upload-content-type': undefined } }, 400, /Media type/],
      ['for a text file', { headers: { 'x-upload-content-type': 'text/plain' } }, 400, /Media type 'text\/plain'/],
      ['that is not JSON', { body: '{' }, 400, /Invalid JSON/],
      ['that is not an object', { body: '[]' }, 400, /Object/],
      ['with an unknown part', { body: body({ player: {} }) }, 400, /Unknown name \\"player\\"/],
      ['with an unknown name', { body: body({ snippet: { title: 'a', name: 'b' } }) }, 400, /Unknown name \\"name\\"/],
      ['without a title', { body: body({ snippet: {} }) }, 400, /invalidTitle/],
      ['with a title of 101 characters', { body: body({ snippet: { title: 'x'.repeat(101) } }) }, 400, /invalidTitle/],
      ['with a title with brackets', { body: body({ snippet: { title: '<b>' } }) }, 400, /invalidTitle/],
      [
        'with a long description',
        { body: body({ snippet: { title: 'a', description: 'x'.repeat(5001) } }) },
        400,
        /invalidDescription/,
      ],
      [
        'with an invalid category',
        { body: body({ snippet: { title: 'a', categoryId: 22 } }) },
        400,
        /invalidCategoryId/,
      ],
      ['for an unknown audience', { body: body({ status: { privacyStatus: 'secret' } }) }, 400, /invalidPrivacyStatus/],
    ];
    for (const [title, sent, status, message] of rows) {
      it(title, async () => {
        const answer = await start({ sizeBytes: 10, ...sent });
        assert.equal(answer.status, status);
        assert.match(answer.text, message);
        assert.equal(youtube.sessions().length, 0);
      });
    }

    it('without a length', async () => {
      const status = await new Promise<number | undefined>((resolve) => {
        const request = sendRaw(youtube.url + path, {
          method: 'POST',
          headers: { ...startHeaders(10), 'transfer-encoding': 'chunked' },
        });
        request.once('response', (response) => resolve(response.resume().statusCode));
        request.end(JSON.stringify(metadata));
      });
      assert.equal(status, 411);
    });
  });

  describe('refuses bytes', () => {
    const file = randomBytes(2 * block);
    const rows: [string, Sent, number, RegExp][] = [
      ['without credentials', { headers: { authorization: undefined } }, 401, /authError/],
      ['with a wrong token', { headers: { authorization: 'Bearer nonsense' } }, 401, /authError/],
      ['without a content type', { headers: { 'content-type': undefined } }, 400, /Content-Type/],
      ['with an invalid range', { headers: { 'content-range': 'bytes 0-/9' } }, 400, /Content-Range/],
      ['with a backwards range', { headers: { 'content-range': `bytes 5-4/${file.length}` } }, 400, /Content-Range/],
      ['with an empty range', { headers: { 'content-range': `bytes 0--1/${file.length}` } }, 400, /Content-Range/],
      [
        'of a file with a different size',
        { headers: { 'content-range': `bytes 0-${block - 1}/9` } },
        400,
        /Content-Range/,
      ],
      ['with a wrong count', { body: Buffer.alloc(5) }, 400, /Content-Range/],
      [
        'beyond the end',
        { headers: { 'content-range': `bytes 0-${file.length}/${file.length}` } },
        400,
        /Content-Range/,
      ],
      ['of a piece without a range', { headers: { 'content-range': undefined } }, 400, /Content-Range/],
    ];
    for (const [title, sent, status, message] of rows) {
      it(title, async () => {
        const answer = await piece(await open(file.length), file, 0, block, sent);
        assert.equal(answer.status, status);
        assert.match(answer.text, message);
        assert.equal(youtube.sessions()[0]?.storedBytes, 0);
      });
    }

    it('for an expired session', async () => {
      const session = (await open(file.length)).replace(/upload_id=.*/, 'upload_id=gone');
      assert.equal((await piece(session, file, 0, block)).status, 404);
      assert.equal((await ask(session, file.length)).status, 404);
    });
  });
});

function startHeaders(sizeBytes: number): Record<string, string> {
  return {
    authorization: `Bearer ${practiceToken}`,
    'content-type': 'application/json; charset=UTF-8',
    'x-upload-content-length': String(sizeBytes),
    'x-upload-content-type': 'video/*',
  };
}

describe('upload faults', () => {
  const file = randomBytes(3 * block);
  const second = (session: string, more?: Sent) => piece(session, file, block, 2 * block, more);
  /** Long enough to be sure that no answer comes. */
  const shortly = { timeoutMs: 3_000 };

  /** The fault of the second of three pieces, and how much is stored then. */
  const rows: [fault: string, outcome: number | RegExp, storedBytes: number][] = [
    ['piece@2:500', 500, block],
    ['piece@2:503', 503, block],
    ['piece@2:429', 429, block],
    ['piece@2:408', 408, block],
    ['piece@2:401', 401, block],
    ['piece@2:403', 403, block],
    ['piece@2:404', 404, block],
    ['piece@2:reset', /fetch failed/, block],
    ['piece@2:hang', /timeout/, block],
    ['piece@2:stored-reset', /fetch failed/, 2 * block],
    ['piece@2:stored-hang', /timeout/, 2 * block],
    ['piece@2:stored-500', 500, 2 * block],
    ['piece@1:500', 308, 2 * block],
    ['redirect', 307, block],
    ['last:308', 308, 2 * block],
  ];
  for (const [fault, outcome, storedBytes] of rows) {
    it(`${fault}: the second piece ${storedBytes > block ? 'is' : 'is not'} stored, and it happens once`, async () => {
      const session = await open(file.length);
      await piece(session, file, 0, block);
      youtube.setFaults([fault]);
      if (typeof outcome === 'number') assert.equal((await second(session)).status, outcome);
      else await assert.rejects(second(session, outcome.source === 'timeout' ? shortly : {}), outcome);
      assert.equal(youtube.sessions()[0]?.storedBytes, storedBytes);
      assert.equal((await second(session)).status, 308);
      assert.equal((await piece(session, file, 2 * block, file.length)).status, fault === 'last:308' ? 308 : 201);
      if (fault === 'last:308') await piece(session, file, 2 * block, file.length);
      assert.equal(youtube.videos()[0]?.sha256, sha256(file));
    });
  }

  it('happen as often as set, and always with *', async () => {
    const session = await open(file.length);
    youtube.setFaults(['piece@1:503:2', 'piece@2:500:*']);
    const first = () => piece(session, file, 0, block);
    assert.deepEqual([(await first()).status, (await first()).status, (await first()).status], [503, 503, 308]);
    for (let turn = 0; turn < 5; turn++) assert.equal((await second(session)).status, 500);
    assert.deepEqual(await admin('GET', 'faults'), ['piece@2:500:*']);
  });

  it('429 and 503 say how long to wait', async () => {
    const session = await open(file.length);
    youtube.setFaults(['piece@1:429']);
    assert.equal((await piece(session, file, 0, block)).headers.get('retry-after'), '1');
  });

  it('partial keeps the start of a piece, which keeps its number', async () => {
    const session = await open(file.length);
    youtube.setFaults([`piece@1:partial=${block}`, 'piece@1:partial=0', 'piece@2:500']);
    assert.equal((await piece(session, file, 0, 2 * block)).range, `bytes=0-${block - 1}`);
    assert.equal((await piece(session, file, block, 2 * block)).range, `bytes=0-${block - 1}`);
    await piece(session, file, block, 2 * block);
    assert.deepEqual(
      youtube.log.slice(1).map((entry) => entry.piece),
      [1, 1, 1],
    );
    assert.equal((await piece(session, file, 2 * block, file.length)).status, 500);
  });

  it('early-413 answers before reading the bytes and hangs up', async () => {
    const big = Buffer.alloc(64 * 1024 * 1024);
    const session = await open(big.length);
    youtube.setFaults(['early-413']);
    const outcome = await new Promise<number | undefined>((resolve) => {
      const range = `bytes 0-${big.length - 1}/${big.length}`;
      const headers = { authorization: `Bearer ${practiceToken}`, 'content-type': 'video/*', 'content-range': range };
      const request = sendRaw(session, { method: 'PUT', headers: { ...headers, 'content-length': big.length } });
      request.on('error', () => undefined).once('response', (response) => resolve(response.statusCode));
      request.flushHeaders();
    });
    assert.equal(outcome, 413);
    await wait(20);
    assert.equal(youtube.log.at(-1)?.arrivedBytes, 0);
  });

  it('last:308 has all bytes but completes only when asked again; never with *', async () => {
    for (const [fault, status] of [
      ['last:308', 201],
      ['last:308:*', 308],
    ] as const) {
      const session = await open(block);
      youtube.setFaults([fault]);
      const answer = await piece(session, file.subarray(0, block), 0, block);
      assert.deepEqual([answer.status, answer.range], [308, `bytes=0-${block - 1}`]);
      assert.equal((await ask(session, block)).status, status);
      assert.equal((await piece(session, file.subarray(0, block), 0, block)).status, status);
    }
  });

  it('last:202 and last:206 answer so', async () => {
    for (const status of [202, 206]) {
      const session = await open(block);
      youtube.setFaults([`last:${status}`]);
      assert.equal((await piece(session, file.subarray(0, block), 0, block)).status, status);
    }
  });

  it('of the start create no session, or create one and lose the response', async () => {
    youtube.setFaults(['start:500', 'start:stored-500', 'start:hang']);
    assert.deepEqual([(await start()).status, youtube.sessions().length], [500, 0]);
    assert.deepEqual([(await start()).status, youtube.sessions().length], [500, 1]);
    await assert.rejects(start({ timeoutMs: 3_000 }), /timeout/);
    assert.equal(youtube.log.length, 3);
  });

  it('of the status request leave the session unchanged', async () => {
    const session = await open(file.length);
    youtube.setFaults(['status:503:2']);
    const statuses = [];
    for (let turn = 0; turn < 3; turn++) statuses.push((await ask(session, file.length)).status);
    assert.deepEqual(statuses, [503, 503, 308]);
  });

  it('can be set, and their result read, from outside', async () => {
    assert.deepEqual(await admin('PUT', 'faults', ['piece@2:500:3', 'last:308', 'redirect:2']), [
      'piece@2:500:3',
      'last:308',
      'redirect:2',
    ]);
    await admin('PUT', 'faults', []);
    await piece(await open(block), file.subarray(0, block), 0, block);
    const kept = await admin('GET', 'kept');
    assert.deepEqual([kept.requests, kept.counts], [2, { videos: 1, sessions: 1, pieces: 1 }]);
    assert.deepEqual([kept.sessions[0].storedBytes, kept.videos[0].sha256], [block, sha256(file.subarray(0, block))]);
    assert.equal((await admin('GET', 'log')).length, 2);
    await admin('DELETE', 'kept');
    assert.deepEqual((await admin('GET', 'kept')).counts, { videos: 0, sessions: 0, pieces: 0 });
  });

  it('are refused if unknown', async () => {
    for (const fault of ['piece@0:500', 'piece@2:499', 'piece:', 'start:redirect', 'piece@1:500:0', 'explode', 7]) {
      assert.match((await admin('PUT', 'faults', [fault])).message, /piece@N:500:K/, String(fault));
    }
    assert.throws(() => youtube.setFaults(['explode']), /piece@N:500:K/);
  });
});
