import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { addPlanCalls } from '@tallyhook/store/keys';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('an API key', () => {
  let service: Service;
  let founded: Founded;
  let time = new Date('2126-03-30T12:00:00Z');

  before(async () => {
    service = await startService({ now: () => time });
    founded = await service.found();
  });
  after(() => service?.stop());

  const make = async (json: object) => {
    const made = await send(service, 'POST', '/api/keys', { as: founded.owner, json });
    assert.equal(made.status, 201, made.text);
    return made.body as { id: string; key: string; expiresAt: string | null };
  };
  const read = (key: string) => send(service, 'GET', '/api/records?type=ticket', { as: { key } });
  const rotate = (id: string, json: object, as: Sender = founded.owner) =>
    send(service, 'POST', `/api/keys/${id}/rotation`, { as, json });

  it('is listed with the name of its maker and its end', async () => {
    const { id } = await make({ name: 'Screen', branch: 'main', access: 'read', expiresInDays: 30 });
    const { body } = await send(service, 'GET', '/api/keys', { as: founded.owner });
    const listed = body.find((key: { id: string }) => key.id === id);
    assert.match(listed.maker, /^Person \d+$/);
    assert.equal(listed.expiresAt, new Date(time.getTime() + 30 * dayMs).toISOString());
  });

  it('stops working when it expires, and says so', async () => {
    const { key } = await make({ name: 'Export', branch: 'main', access: 'read', expiresInDays: 1 });
    assert.equal((await read(key)).status, 200);
    const before = time;
    time = new Date(time.getTime() + dayMs);
    const refused = await read(key);
    time = before;
    assertProblem(refused, 401, 'sign_in_required');
    assert.match(refused.body.detail, /"Export" expired on 2126-03-31T12:00:00\.000Z/);
  });

  it('is replaced by another of the same name, access and branch, while the old one works for the time given', async () => {
    const old = await make({ name: 'Robot', branch: 'main', access: 'write' });
    const rotated = await rotate(old.id, { oldWorksForHours: 2 });
    assert.equal(rotated.status, 201, rotated.text);
    assert.partialDeepStrictEqual(rotated.body, { name: 'Robot', branch: 'main', access: 'write', expiresAt: null });
    assert.deepEqual([(await read(old.key)).status, (await read(rotated.body.key)).status], [200, 200]);
    const before = time;
    time = new Date(time.getTime() + 2 * 60 * 60 * 1000);
    const later = [(await read(old.key)).status, (await read(rotated.body.key)).status];
    time = before;
    assert.deepEqual(later, [401, 200]);
  });

  it('stops at once if its rotation leaves the old one no time, and cannot be rotated again', async () => {
    const old = await make({ name: 'Leaked', branch: 'main', access: 'read', expiresInDays: 10 });
    const rotated = await rotate(old.id, { oldWorksForHours: 0 });
    assert.equal(rotated.body.expiresAt, old.expiresAt);
    assert.equal((await read(old.key)).status, 401);
    assertProblem(await rotate(old.id, {}), 404, 'not_found');
  });

  it('is not made to live longer by its rotation', async () => {
    const old = await make({ name: 'Short', branch: 'main', access: 'read', expiresInDays: 1 });
    await rotate(old.id, { oldWorksForHours: 168 });
    const { body } = await send(service, 'GET', '/api/keys', { as: founded.owner });
    assert.equal(body.find((key: { id: string }) => key.id === old.id).expiresAt, old.expiresAt);
  });

  it('cannot be rotated from another workspace, nor by members', async () => {
    const { id, key } = await make({ name: 'Ours', branch: 'main', access: 'read' });
    const other = await service.found();
    assertProblem(await rotate(id, { oldWorksForHours: 0 }, other.owner), 404, 'not_found');
    assertProblem(await rotate(id, {}, await service.join(founded.workspaceId, 'member')), 403, 'forbidden');
    assert.equal((await read(key)).status, 200);
  });
});

describe('the calls of the plan', () => {
  let service: Service;
  let founded: Founded;
  let time = new Date('2126-03-30T12:00:00Z');

  before(async () => {
    service = await startService({ now: () => time, maxPlanCalls: 3 });
    founded = await service.found();
  });
  after(() => service?.stop());

  const ask = (as: Sender) => send(service, 'POST', '/api/query', { as, json: { type: 'ticket' } });
  const plan = async () => (await send(service, 'GET', '/api/plan', { as: founded.owner })).body;

  it('are shown against the quota, in all and by key', async () => {
    assert.equal((await ask(founded.readKey)).status, 200);
    assert.equal((await ask(founded.writeKey)).status, 200);
    await service.deps.planCalls.flush();
    const { keys, ...rest } = await plan();
    assert.deepEqual(rest, { month: '2126-03', calls: 2, maxCalls: 3, renewsAt: '2126-04-01T00:00:00.000Z' });
    assert.deepEqual(
      keys.map(({ calls }: { calls: number }) => calls),
      [1, 1],
    );
  });

  it('are refused past the quota, for every key of the workspace, but not for people or other workspaces', async () => {
    assert.equal((await ask(founded.readKey)).status, 200);
    const refused = await ask(founded.writeKey);
    assertProblem(refused, 429, 'plan_used_up');
    assert.equal(refused.headers.get('retry-after'), String((12 + 24) * 3600));
    assert.match(refused.body.detail, /has used its 3 calls of this month/);
    const q = encodeURIComponent('{"type":"ticket"}');
    assertProblem(await send(service, 'GET', `/api/query?q=${q}`, { as: founded.readKey }), 429, 'plan_used_up');
    const query = JSON.stringify({ query: '{ ticketAggregate { overall { count } } }' });
    const graphql = await send(service, 'POST', '/graphql', {
      as: founded.readKey,
      body: query,
      headers: { 'content-type': 'application/json' },
    });
    assert.match(graphql.text, /plan_used_up/);
    const place = `workspace=${founded.workspaceId}&branch=main`;
    assert.equal((await send(service, 'GET', `/api/query?${place}&q=${q}`, { as: founded.owner })).status, 200);
    assert.equal((await ask((await service.found()).readKey)).status, 200);
    await service.deps.planCalls.flush();
    assert.equal((await plan()).calls, 3);
  });

  it('are never exceeded by parallel calls of several keys to several processes', async () => {
    const quota = { now: () => time, maxPlanCalls: 12 };
    const { owner, readKey, writeKey, workspaceId } = await service.found();
    // Made while there was no quota.
    const before = { keyId: newId(), workspaceId, month: '2126-03', calls: 2 };
    await addPlanCalls(service.store, [before]);
    const start = () => startService({ ...quota, store: service.store });
    const both = [await start(), await start()];
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, call) => {
        const as = call % 4 < 2 ? readKey : writeKey;
        return send(both[call % 2]!, 'POST', '/api/query', { as, json: { type: 'ticket' } });
      }),
    );
    const { body } = await send(both[0]!, 'GET', '/api/plan', { as: owner });
    await Promise.all(both.map(({ deps }) => deps.planCalls.flush()));
    const { body: later } = await send(both[0]!, 'GET', '/api/plan', { as: owner });
    await Promise.all(both.map((one) => one.stop()));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 22);
    for (const one of refused) assertProblem(one, 429, 'plan_used_up');
    const byKey = later.keys.map(({ calls }: { calls: number }) => calls) as number[];
    assert.deepEqual([body.calls, later.calls, byKey.reduce((sum, calls) => sum + calls, 0)], [12, 12, 12]);
  });

  it('start over with the month', async () => {
    assertProblem(await ask(founded.readKey), 429, 'plan_used_up');
    time = new Date('2126-04-01T00:00:00Z');
    assert.equal((await ask(founded.readKey)).status, 200);
  });
});
