import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTemporal } from '@tallyhook/engine/client';
import { openStore, type Store } from '@tallyhook/store';
import { setHookScene, type HookScene } from './hook-scene.ts';
import { assertProblem, send, startService, type Service } from './start-service.ts';

/** A MongoDB of its own, which a test may stop. */
interface OwnMongo {
  uri: string;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** kill -9: nothing is written any more. */
  kill(): Promise<void>;
  /** Starts it again with what it has on disk. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

describe('POST /hooks/:connector while nothing can be kept', function () {
  this.timeout(240_000);
  const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });
  const sharedUri = process.env.MONGODB_URI;
  let mongo: OwnMongo;
  let service: Service;
  let scene: HookScene;

  before(async () => {
    mongo = await createMongo();
    process.env.MONGODB_URI = mongo.uri;
    service = await startService({ temporal });
    scene = await setHookScene(service);
    await scene.listen();
  });

  after(async () => {
    if (sharedUri !== undefined) process.env.MONGODB_URI = sharedUri;
    await service?.stop();
    await temporal.close();
    await mongo?.remove();
  });

  it('answers 503 with Retry-After in time for its sender when MongoDB hangs; the delivery sent again is kept once', async () => {
    mongo.signal('SIGSTOP');
    const startedAt = performance.now();
    const refused = await scene.deliver({ id: 'while-hanging' }).finally(() => mongo.signal('SIGCONT'));
    assertProblem(refused, 503, 'unavailable');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    assert.ok(performance.now() - startedAt < 10_000);
    assert.equal(await eventualStatus(() => scene.deliver({ id: 'while-hanging' })), 200);
    assert.equal((await scene.deliveries()).length, 1);
  });

  it('says at /health what hangs, and answers whoever asks for records, within seconds', async () => {
    mongo.signal('SIGSTOP');
    try {
      const startedAt = performance.now();
      const [health, records] = await Promise.all([
        send(service, 'GET', '/health'),
        send(service, 'GET', '/api/records?type=ticket', { as: { cookie: `tallyhook_session=${'A'.repeat(43)}` } }),
      ]);
      assert.ok(performance.now() - startedAt < 10_000, String(performance.now() - startedAt));
      assert.equal(health.body.parts.mongodb, 'not_ready');
      assert.match(health.body.problems.join(), /MongoDB does not answer/);
      assertProblem(records, 503, 'unavailable');
    } finally {
      mongo.signal('SIGCONT');
    }
    assert.equal(await eventualStatus(() => scene.deliver({ id: 'after-hanging' })), 200);
  });

  it('answers 503 with Retry-After when MongoDB is gone, whatever is sent; what was answered 200 before is there when it is back', async () => {
    const acknowledged = await Promise.all(['a', 'b', 'c'].map((id) => scene.deliver({ id })));
    await mongo.kill();
    assert.deepEqual(
      acknowledged.map(({ status }) => status),
      [200, 200, 200],
    );
    const answers = await Promise.all([
      scene.deliver({ id: 'while-gone' }),
      scene.deliver({ path: '/hooks/nothing-here' }),
      scene.deliver({ body: 'no JSON' }),
    ]);
    for (const refused of answers) {
      assertProblem(refused, 503, 'unavailable');
      assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    }
    await mongo.start();
    assert.equal(await eventualStatus(() => scene.deliver({ id: 'while-gone' })), 200);
    const kept = (await scene.deliveries()).map(({ deliveryId, targets }) => [deliveryId, targets.length]);
    for (const id of ['a', 'b', 'c', 'while-gone']) assert.equal(kept.filter(([each]) => each === id).length, 1);
  });
});

/** The status of the first answer that is 200, or of the last one after half a minute. */
async function eventualStatus(send: () => Promise<{ status: number }>): Promise<number> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await send()).status === 200) return 200;
    await sleep(500);
  }
  return (await send()).status;
}

async function createMongo(): Promise<OwnMongo> {
  const binary = process.env.TALLYHOOK_MONGOD;
  assert.ok(binary, 'Set TALLYHOOK_MONGOD to the path of a mongod: this test stops the one it starts.');
  const folder = await mkdtemp(join(tmpdir(), 'tallyhook-mongod-'));
  const port = await freePort();
  const address = ['--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'rs0'];
  const run = () =>
    spawn(binary, ['--dbpath', folder, ...address, '--wiredTigerCacheSizeGB', '0.25'], { stdio: 'ignore' });
  let child: ChildProcess = run();
  await becomePrimary(port, { initiate: true });
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`,
    signal: (signal) => void child.kill(signal),
    kill,
    async start() {
      child = run();
      await becomePrimary(port, { initiate: false });
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function becomePrimary(port: number, { initiate }: { initiate: boolean }): Promise<void> {
  const direct = await openOnceThere(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  const admin = direct.client.db('admin');
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  if (initiate) await admin.command({ replSetInitiate: { _id: 'rs0', members } });
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(100);
  await direct.close();
}

/** A mongod that was killed reads its journal before it listens: on a busy machine longer than one attempt waits. */
async function openOnceThere(uri: string): Promise<Store> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await openStore({ uri });
    } catch (error) {
      if (attempts === 10) throw error;
    }
  }
}

/** Below the ports that connections to others are given, one of which could be taken while this mongod is gone. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
