import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@tallyhook/store';
import type { Health } from '@tallyhook/schemas/api';

const main = join(import.meta.dirname, '../src/main.ts');
const mongodbUri = process.env.MONGODB_URI ?? '';
const database = `test_${randomBytes(6).toString('hex')}`;
const keyring = `test:${randomBytes(32).toString('base64')}`;

interface Process {
  child: ChildProcessWithoutNullStreams;
  output: { stdout: string; stderr: string };
  exited: Promise<number | null>;
}

function start(environment: Record<string, string>): Process {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, PORT: '0', TALLYHOOK_DATABASE: database, ...environment },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (output.stdout += String(data)));
  child.stderr.on('data', (data) => (output.stderr += String(data)));
  return { child, output, exited: once(child, 'exit').then(([code]) => code as number | null) };
}

/** The address of the process, once it has printed that it listens. */
async function addressOf({ output, child }: Process): Promise<string> {
  for (const endAt = Date.now() + 45_000; Date.now() < endAt && child.exitCode === null; await sleep(20)) {
    const [line] = output.stdout.split('\n');
    if (line) return `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
  }
  return assert.fail(`not ready: ${output.stderr}`);
}

interface HealthAnswer {
  status: number;
  body: Health;
}

async function healthOf(url: string): Promise<HealthAnswer> {
  const response = await fetch(`${url}/health`);
  return { status: response.status, body: (await response.json()) as Health };
}

async function waitForHealth(url: string, isSo: (health: HealthAnswer) => boolean) {
  let health = await healthOf(url);
  for (const endAt = Date.now() + 45_000; Date.now() < endAt && !isSo(health); await sleep(100))
    health = await healthOf(url);
  assert.ok(isSo(health), JSON.stringify(health));
}

/** A proxy to an engine that can be closed and reopened. */
async function createGate(target: { host: string; port: number }) {
  let server: Server | undefined;
  let port = 0;
  const sockets = new Set<Socket>();
  return {
    async open() {
      server = createServer((socket) => {
        const engine = connect(target.port, target.host);
        for (const one of [socket, engine]) {
          sockets.add(one);
          one.on('error', () => undefined);
        }
        socket.pipe(engine).pipe(socket);
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
      return port;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      if (!server?.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

describe('API process', function () {
  this.timeout(240_000);
  let mongodb: Awaited<ReturnType<typeof createGate>>;
  let temporal: Awaited<ReturnType<typeof createGate>>;
  let complete: Record<string, string>;
  const started: Process[] = [];

  const run = (environment: Record<string, string>) => {
    const process = start(environment);
    started.push(process);
    return process;
  };

  before(async () => {
    assert.ok(mongodbUri, 'Set MONGODB_URI to a MongoDB replica set: these tests run against a real one.');
    assert.ok(process.env.TEMPORAL_ADDRESS, 'Set TEMPORAL_ADDRESS to the host:port of Temporal.');
    const uri = new URL(mongodbUri.replace(/^mongodb:/, 'http:'));
    mongodb = await createGate({ host: uri.hostname, port: Number(uri.port) });
    const at = new URL(`http://${process.env.TEMPORAL_ADDRESS}`);
    temporal = await createGate({ host: at.hostname, port: Number(at.port) });
    const login = uri.username ? `${uri.username}:${uri.password}@` : '';
    complete = {
      MONGODB_URI: `mongodb://${login}127.0.0.1:${await mongodb.open()}/?directConnection=true${login ? '&authSource=admin' : ''}`,
      TEMPORAL_ADDRESS: `127.0.0.1:${await temporal.open()}`,
      TALLYHOOK_KEYRING: keyring,
    };
  });

  after(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all([mongodb.close(), temporal.close()]);
    const store = await openStore({ uri: mongodbUri, databasePrefix: database });
    await store.system.dropDatabase();
    await store.close();
  });

  const refusals: [string, Record<string, string>, RegExp][] = [
    ['without TALLYHOOK_KEYRING', { TALLYHOOK_KEYRING: '' }, /TALLYHOOK_KEYRING is not set/],
    ['with an invalid keyring', { TALLYHOOK_KEYRING: 'nonsense' }, /TALLYHOOK_KEYRING/],
    ['with an invalid place of files', { TALLYHOOK_FILES: 'files' }, /TALLYHOOK_FILES cannot be used: each place/],
    ['without MONGODB_URI', { MONGODB_URI: '' }, /MONGODB_URI is not set/],
    ['without TEMPORAL_ADDRESS', { TEMPORAL_ADDRESS: '' }, /TEMPORAL_ADDRESS is not set/],
    ['with a PORT that is not a number', { PORT: 'eighty' }, /PORT must be a whole number, got "eighty"/],
    [
      'with an invalid base address',
      { TALLYHOOK_BASE_URL: 'example.com' },
      /TALLYHOOK_BASE_URL must be an http or https address, got "example.com"/,
    ],
  ];
  for (const [what, environment, sentence] of refusals) {
    it(`refuses to start ${what}, with one sentence`, async () => {
      const { exited, output } = run({ ...complete, ...environment });
      assert.equal(await exited, 78);
      const lines = output.stderr.trim().split('\n');
      assert.equal(lines.length, 1, output.stderr);
      assert.match((JSON.parse(lines[0]!) as { msg: string }).msg, sentence);
      assert.equal(output.stdout, '');
    });
  }

  it('refuses to start on a used port, with one sentence', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { exited, output } = run({ ...complete, PORT: String(port) });
    assert.equal(await exited, 78);
    assert.match(output.stderr, new RegExp(`Port ${port} is taken`));
    server.close();
  });

  it('starts without its engines, reports them at /health, and serves once they are up', async () => {
    await Promise.all([mongodb.close(), temporal.close()]);
    const api = run(complete);
    const url = await addressOf(api);
    const { status, body } = await healthOf(url);
    assert.equal(status, 503);
    assert.partialDeepStrictEqual(body, { status: 'not_ready', parts: { api: 'not_ready', mongodb: 'not_ready' } });
    const refused = await fetch(`${url}/api/types`);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);

    await mongodb.open();
    await waitForHealth(url, ({ body }) => body.parts.api === 'ready');
    const { parts } = (await healthOf(url)).body;
    assert.deepEqual(parts, { api: 'ready', mongodb: 'ready', temporal: 'not_ready', worker: 'not_ready' });
    assert.equal((await fetch(`${url}/api/types`)).status, 401);

    await temporal.open();
    await waitForHealth(url, ({ body }) => body.parts.temporal === 'ready');
  });

  it('continues if the disk has no room for its log', async () => {
    const full = openSync('/dev/full', 'w');
    const environment = { PATH: process.env.PATH, PORT: '0', TALLYHOOK_DATABASE: database, ...complete };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: environment,
      stdio: ['ignore', 'pipe', full],
    });
    try {
      const [line] = (await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])) as [Buffer];
      assert.equal(child.exitCode, null);
      const url = `http://127.0.0.1:${(JSON.parse(String(line)) as { port: number }).port}`;
      for (let request = 0; request < 5; request++) await healthOf(url);
      await sleep(200);
      assert.equal(child.exitCode, null);
      await healthOf(url);
    } finally {
      child.kill('SIGKILL');
      closeSync(full);
    }
  });

  it('answers 503 while MongoDB is away, and serves again when it is back', async () => {
    const api = run(complete);
    const url = await addressOf(api);
    await waitForHealth(url, ({ body }) => body.parts.api === 'ready');
    await mongodb.close();
    const headers = { cookie: `tallyhook_session=${'A'.repeat(43)}` };
    const refused = await fetch(`${url}/api/types`, { headers });
    assert.equal(refused.status, 503, api.output.stderr);
    assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
    assert.equal((await healthOf(url)).body.parts.mongodb, 'not_ready');
    await mongodb.open();
    await waitForHealth(url, ({ body }) => body.parts.mongodb === 'ready');
    assert.equal((await fetch(`${url}/api/types`, { headers })).status, 401);
  });

  it('exits on SIGTERM after finishing open requests, and accepts no more', async () => {
    const api = run(complete);
    const url = await addressOf(api);
    await waitForHealth(url, ({ body }) => body.parts.api === 'ready');
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    const body = '{"email":"a@example.com","password":"wrong horse"}';
    socket.write(
      `POST /api/session HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    while (answer === '') await sleep(10);
    api.child.kill('SIGTERM');
    const isReachable = () =>
      fetch(`${url}/health`).then(
        () => true,
        () => false,
      );
    while (await isReachable()) await sleep(10);
    socket.write(body);
    const startedAt = performance.now();
    assert.equal(await api.exited, 0);
    assert.ok(performance.now() - startedAt < 10_000, 'idle connections held the process');
    assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /);
  });

  it('limits deliveries together with other api processes', async () => {
    const own = { ...complete, TALLYHOOK_HOOK_RATE_SENDER: '2' };
    const urls = await Promise.all([run(own), run(own)].map(addressOf));
    for (const url of urls) await waitForHealth(url, ({ body }) => body.parts.api === 'ready');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, sent) => fetch(`${urls[sent % 2]}/hooks/nothing`, { method: 'POST', body: '{}' })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 40);
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0));
  });

  it('exits if the keyring cannot decrypt the stored secrets', async () => {
    const store = await openStore({ uri: mongodbUri, databasePrefix: database });
    const sealed = { keyId: 'lost', sealed: {}, createdAt: new Date() };
    await store.system.collection<{ _id: string }>('data_keys').insertOne({ _id: 'w1', ...sealed });
    await store.close();
    const { exited, output } = run(complete);
    assert.equal(await exited, 78);
    assert.match(output.stderr, /"level":60/);
  });
});
