import assert from 'node:assert/strict';
import { setHookScene } from './hook-scene.ts';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const note = (title: string) => ({ fields: { title } });

describe('the space of a workspace', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ quotas: { records: 20, fileBytes: 1_000, deliveries: 2 } });
    founded = await service.found();
  });
  after(() => service?.stop());

  const ask = (method: string, path: string, given: object = {}) =>
    send(service, method, path, { as: founded.writeKey, ...given });
  const csv = (rows: number) => ({
    body: ['title', ...Array.from({ length: rows }, (_, at) => `n${at}`)].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });

  it('is limited in records, by any way of adding them, and is free again after deleting some', async () => {
    assertProblem(await ask('POST', '/api/import?type=note', csv(1_000)), 507, 'quota_reached');
    const dry = await ask('POST', '/api/import?type=note&dryRun=1', csv(1_000));
    assert.equal(dry.status, 200, dry.text);
    let made = await ask('POST', '/api/records?type=note', { json: note('a') });
    const first = made.body.id as string;
    for (let count = 0; made.status === 201; count += 1) {
      assert.ok(count < 25, 'the quota is 20');
      made = await ask('POST', '/api/records?type=note', { json: note(`b${count}`) });
    }
    assertProblem(made, 507, 'quota_reached');
    assert.match(made.text, /may have 20 records.*TALLYHOOK_QUOTA_RECORDS/);
    const mutation = { query: 'mutation { createNote(input: { title: "c" }) { id } }' };
    assert.match((await ask('POST', '/graphql', { json: mutation })).text, /quota_reached/);
    const branch = { as: founded.owner, json: { name: 'copy' } };
    assertProblem(await send(service, 'POST', '/api/branches', branch), 507, 'quota_reached');
    assert.equal((await ask('GET', '/api/records?type=note')).status, 200);
    assert.equal((await ask('DELETE', `/api/records/${first}?type=note`)).status, 204);
    const other = await service.found();
    const elsewhere = { as: other.writeKey, json: note('other') };
    assert.equal((await send(service, 'POST', '/api/records?type=note', elsewhere)).status, 201);
  });

  it('is limited in bytes of files, whether their size is declared or not', async () => {
    const file = (sizeBytes: number) => ({ body: Buffer.alloc(sizeBytes), headers: { 'content-type': 'image/png' } });
    assert.equal((await ask('POST', '/api/files?name=a.png', file(700))).status, 201);
    assertProblem(await ask('POST', '/api/files?name=b.png', file(400)), 507, 'quota_reached');
    assert.equal((await ask('POST', '/api/files?name=c.png', file(300))).status, 201);
  });

  it('is limited in kept deliveries; repeats of those are still recognized', async () => {
    const scene = await setHookScene(service);
    await scene.listen();
    assert.equal((await scene.deliver({ id: '1' })).status, 200);
    assert.equal((await scene.deliver({ id: '2' })).status, 200);
    assertProblem(await scene.deliver({ id: '3' }), 507, 'quota_reached');
    const again = await scene.deliver({ id: '2' });
    assert.deepEqual([again.status, again.headers.get('tallyhook-result')], [200, 'duplicate']);
    assert.equal((await scene.deliveries()).length, 2);
  });
});

describe('a disk that is nearly full', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    // More than any disk has free: as if it were full.
    service = await startService({ minFreeBytes: Number.MAX_SAFE_INTEGER });
    founded = await service.found();
  });
  after(() => service?.stop());

  it('refuses what would be saved with 507, while people sign in, read, ask and delete', async () => {
    const as = founded.writeKey;
    const text = { as, body: 'title\na', headers: { 'content-type': 'text/csv' } };
    for (const [method, path, given] of [
      ['POST', '/api/records?type=note', { as, json: note('a') }],
      ['POST', '/api/import?type=note', text],
      ['POST', '/api/files?name=a.txt', { ...text, headers: { 'content-type': 'text/plain' } }],
      ['POST', '/api/branches', { as: founded.owner, json: { name: 'b' } }],
    ] as const) {
      const refused = await send(service, method, path, given);
      assertProblem(refused, 507, 'no_space');
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
    }
    const mutation = { query: 'mutation { createNote(input: { title: "c" }) { id } }' };
    assert.match((await send(service, 'POST', '/graphql', { as, json: mutation })).text, /no_space/);
    const scene = await setHookScene(service);
    assertProblem(await scene.deliver({ id: '1' }), 507, 'no_space');
    assertProblem(await scene.deliver({ id: '2', path: `/start/${'k'.repeat(32)}` }), 507, 'no_space');
    assert.equal((await send(service, 'GET', '/api/records?type=note', { as })).status, 200);
    assert.equal((await send(service, 'POST', '/api/query', { as, json: { type: 'note' } })).status, 200);
    assert.equal((await send(service, 'GET', '/api/session', { as: founded.owner })).status, 200);
    assert.equal((await send(service, 'DELETE', '/api/session', { as: founded.owner })).status, 204);
  });
});
