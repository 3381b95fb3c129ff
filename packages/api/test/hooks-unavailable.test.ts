import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTemporal } from '@tallyhook/engine/client';
import { setHookScene, type HookScene } from './hook-scene.ts';
import { createMongo, type OwnMongo } from './own-mongo.ts';
import { assertProblem, send, startService, type Service } from './start-service.ts';

describe('POST /hooks/:connector without storage', function () {
  this.timeout(240_000);
  const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });
  const sharedUri = process.env.MONGODB_URI;
  let mongo: OwnMongo;
  let service: Service;
  let scene: HookScene;

  before(async () => {
    mongo = await createMongo({ enableTestCommands: 1 });
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

  it('answers 503 with Retry-After in time if MongoDB hangs, and stores the repeat once', async () => {
    mongo.signal('SIGSTOP');
    const startedAt = performance.now();
    const refused = await scene.deliver({ id: 'while-hanging' }).finally(() => mongo.signal('SIGCONT'));
    assertProblem(refused, 503, 'unavailable');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    assert.ok(performance.now() - startedAt < 10_000);
    assert.equal(await eventualStatus(() => scene.deliver({ id: 'while-hanging' })), 200);
    assert.equal((await scene.deliveries()).length, 1);
  });

  it('reports the hanging part at /health and to other requests within seconds', async () => {
    mongo.signal('SIGSTOP');
    // A thread may still answer what it had begun.
    await sleep(200);
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

  it('acknowledges no delivery that is not stored on a majority, even if others inserted parts', async () => {
    const webhook = { split: 'event.body.entries', event: 'opened', deliveryId: '{{event.item.id}}' };
    const several = await setHookScene(service, { webhook: { ...webhook, account: '{{event.item.account}}' } });
    const deliver = (own: number) => {
      const entries = ['of-all', `own-${own}`].map((id) => ({ id, account: 'acme' }));
      return several.deliver({ body: JSON.stringify({ entries }) });
    };
    const senders = Array.from({ length: 20 }, (_, own) => own);
    await failInserts('alwaysOn');
    const refused = await Promise.all(senders.map(deliver)).finally(() => failInserts('off'));
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503]);
    const taken = await Promise.all(senders.map(deliver));
    assert.deepEqual([...new Set(taken.map(({ status }) => status))], [200]);
    assert.equal((await several.deliveries()).length, senders.length + 1);
  });

  /** Lets inserts of deliveries run, but reports that no majority confirmed them. */
  function failInserts(mode: 'alwaysOn' | 'off') {
    const { client, system } = service.store;
    const data = {
      failCommands: ['insert'],
      namespace: `${system.databaseName}.deliveries`,
      writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' },
    };
    return client
      .db('admin')
      .command({ configureFailPoint: 'failCommand', mode, ...(mode === 'alwaysOn' && { data }) });
  }

  it('answers 503 with Retry-After without MongoDB, and loses no acknowledged delivery', async () => {
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

/** Returns 200 as soon as an answer has it, otherwise the last status after half a minute. */
async function eventualStatus(send: () => Promise<{ status: number }>): Promise<number> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await send()).status === 200) return 200;
    await sleep(500);
  }
  return (await send()).status;
}
