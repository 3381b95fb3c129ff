import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { practiceToken } from '../src/index.ts';

const block = 262_144;
const main = join(import.meta.dirname, '../src/main.ts');

let folder: string;
let child: ChildProcess;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-'));
  await startProcess();
});
afterEach(async () => {
  await killProcess();
  await rm(folder, { recursive: true });
});

async function startProcess(): Promise<void> {
  const environment = { ...process.env, PRACTICE_SERVICE: 'youtube', PRACTICE_FOLDER: folder };
  child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  ({ url } = JSON.parse(line) as { url: string });
}

async function killProcess(): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function send(path: string, method: string, headers: Record<string, string>, body: Uint8Array | string = '') {
  const all = { authorization: `Bearer ${practiceToken}`, 'content-type': 'video/*', ...headers };
  const response = await fetch(url + path, { method, headers: all, body: new Uint8Array(Buffer.from(body)) });
  return { status: response.status, headers: response.headers, range: response.headers.get('range') };
}

/** The address of a new session without its origin: the next process has another port. */
async function open(sizeBytes: number): Promise<string> {
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    'x-upload-content-length': String(sizeBytes),
    'x-upload-content-type': 'video/*',
  };
  const start = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status';
  const body = JSON.stringify({ snippet: { title: 'Fern' }, status: { privacyStatus: 'private' } });
  const location = new URL((await send(start, 'POST', headers, body)).headers.get('location')!);
  return location.pathname + location.search;
}

function piece(session: string, file: Buffer, from: number, to: number) {
  const range = `bytes ${from}-${to - 1}/${file.length}`;
  return send(session, 'PUT', { 'content-range': range }, file.subarray(from, to));
}

const ask = (session: string, file: Buffer) => send(session, 'PUT', { 'content-range': `bytes */${file.length}` });

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests look at whatever came back */
const kept = async (): Promise<any> => (await fetch(`${url}/__practice/kept`)).json();

describe('YouTube stand-in with a folder', () => {
  const file = randomBytes(3 * block + 5);
  const sha256 = createHash('sha256').update(file).digest('hex');

  it('resumes an upload after kill -9 at any point', async () => {
    const session = await open(file.length);
    await killProcess();
    await startProcess();
    assert.deepEqual([(await ask(session, file)).status, (await ask(session, file)).range], [308, null]);
    for (const [from, to] of [
      [0, block],
      [block, 2 * block],
    ] as const) {
      const range = `bytes=0-${to - 1}`;
      assert.equal((await piece(session, file, from, to)).range, range);
      await killProcess();
      await startProcess();
      const asked = await ask(session, file);
      assert.deepEqual([asked.status, asked.range], [308, range]);
    }
    assert.equal((await piece(session, file, 2 * block, file.length)).status, 201);
    assert.equal((await kept()).videos[0].sha256, sha256);
  });

  it('remembers a video after kill -9 but not its bytes', async () => {
    const session = await open(file.length);
    await piece(session, file, 0, file.length);
    const { videos } = await kept();
    await killProcess();
    await startProcess();
    assert.equal((await ask(session, file)).status, 201);
    assert.deepEqual([(await kept()).videos, videos[0].sha256], [videos, sha256]);
    assert.deepEqual(
      (await readdir(folder)).map((name) => name.replace(/.*\./, '')),
      ['json'],
    );
  });

  it('skips a partly written block', async () => {
    const session = await open(file.length);
    await piece(session, file, 0, block);
    await killProcess();
    const bytes = (await readdir(folder)).find((name) => name.endsWith('.bytes'))!;
    await appendFile(join(folder, bytes), 'half a block of something else');
    await startProcess();
    assert.equal((await ask(session, file)).range, `bytes=0-${block - 1}`);
    await piece(session, file, block, file.length);
    assert.equal((await kept()).videos[0].sha256, sha256);
  });

  it('drops uploads older than a week at the next start, but no videos', async () => {
    const video = await open(file.length);
    await piece(video, file, 0, file.length);
    const old = await open(file.length);
    await piece(old, file, 0, block);
    await killProcess();
    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1_000);
    for (const name of await readdir(folder)) await utimes(join(folder, name), eightDaysAgo, eightDaysAgo);
    await startProcess();
    assert.deepEqual([(await ask(old, file)).status, (await ask(video, file)).status], [404, 201]);
    assert.equal((await readdir(folder)).length, 1);
    const young = await open(file.length);
    await piece(young, file, 0, block);
    await killProcess();
    await startProcess();
    assert.equal((await ask(young, file)).range, `bytes=0-${block - 1}`);
  });

  it('forgets everything on request', async () => {
    const session = await open(file.length);
    await piece(session, file, 0, block);
    await fetch(`${url}/__practice/kept`, { method: 'DELETE' });
    assert.deepEqual([(await ask(session, file)).status, await readdir(folder)], [404, []]);
  });
});
