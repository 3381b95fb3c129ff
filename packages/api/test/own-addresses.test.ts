import assert from 'node:assert/strict';
import { connectTemporal } from '@tallyhook/engine/client';
import { newId } from '@tallyhook/store';
import { openBranch } from '@tallyhook/store/branches';
import { readDeliveryBody } from '@tallyhook/store/deliveries';
import { getRun, insertRun, openWait, type NewRun } from '@tallyhook/store/runs';
import { setHookScene } from './hook-scene.ts';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

/** Temporal is down: runs stay queued. */
const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });

describe('the own address of a workflow', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ temporal });
  });
  after(async () => {
    await service.stop();
    await temporal.close();
  });
  beforeEach(async () => {
    founded = await service.found();
  });

  const post = (path: string, json: unknown) => send(service, 'POST', path, { as: founded.owner, json });
  const get = (path: string) => send(service, 'GET', path, { as: founded.owner });
  async function save(trigger: object = {}): Promise<{ id: string; path: string }> {
    const steps = [{ id: 'find', kind: 'findRecords', type: 'ticket' }];
    const definition = { name: 'Orders', trigger: { kind: 'address', ...trigger }, steps };
    const saved = await post('/api/workflows', { name: 'Orders', definition, on: true });
    assert.equal(saved.status, 201, saved.text);
    const { body } = await get('/api/workflow-activity');
    return { id: saved.body.id, path: new URL(body[0].address).pathname };
  }
  const order = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    send(service, 'POST', path, { json, headers });
  const deliveries = async () => (await get('/api/deliveries')).body.deliveries;

  it('starts a run once for each id that the sender gives, and always without one', async () => {
    const { path } = await save();
    await order(path, { n: 1 }, { 'idempotency-key': 'a' });
    await order(path, { n: 1 }, { 'idempotency-key': 'a' });
    await order(path, { n: 1 });
    await order(path, { n: 1 });
    const kept = await deliveries();
    assert.deepEqual(
      kept.map((one: { repeats: number; outcome: string }) => [one.repeats, one.outcome]),
      [
        [0, 'accepted'],
        [0, 'accepted'],
        [1, 'accepted'],
      ],
    );
  });

  it('takes the id from where the trigger says, and only what meets its conditions', async () => {
    const { path } = await save({
      id: '{{event.body.order.id}}',
      conditions: [{ path: 'order.total', op: 'gte', value: 10 }],
    });
    await order(`${path}?from=shop`, { order: { id: 7, total: 9 } });
    await order(`${path}?from=shop`, { order: { id: 8, total: 10 } }, { 'x-shop': 'north' });
    const [accepted, refused] = await deliveries();
    assert.deepEqual([accepted.deliveryId, accepted.outcome], ['8', 'accepted']);
    assert.deepEqual([refused.deliveryId, refused.outcome], ['7', 'untriggered']);
    const { headers, query } = await readDeliveryBody(service.store, accepted.id);
    assert.deepEqual([headers['x-shop'], query], ['north', { from: 'shop' }]);
  });

  it('can be changed, and is known only to those who may write', async () => {
    const { id, path } = await save();
    const changed = await post(`/api/workflows/${id}/address`, undefined);
    const now = new URL(changed.body.address).pathname;
    assert.notEqual(now, path);
    assertProblem(await order(path, {}), 404, 'not_found');
    assert.equal((await order(now, {})).status, 200);
    const { body: key } = await post('/api/keys', { name: 'Reader', branch: 'main', access: 'read' });
    const seen = await send(service, 'GET', '/api/workflow-activity', { as: { key: key.key } });
    assert.equal(seen.body[0].address, null);
  });

  it('keeps deliveries that come while the workflow is off, without starting it', async () => {
    const { id, path } = await save();
    await send(service, 'PATCH', `/api/workflows/${id}/settings`, { as: founded.owner, json: { on: false } });
    assert.equal((await order(path, { n: 1 })).status, 200);
    const [kept] = await deliveries();
    assert.equal(kept.outcome, 'untriggered');
    const shown = await get(`/api/deliveries/${kept.id}`);
    assert.match(shown.body.reason, /No workflow that was on/);
    assert.deepEqual(shown.body.workflows, [{ id, name: 'Orders', on: false }]);
    const replayed = await post('/api/delivery-replays', { workflow: id, deliveries: [kept.id] });
    assert.deepEqual([replayed.status, replayed.body[0].attempt], [201, 1], replayed.text);
    const again = await post('/api/delivery-replays', { workflow: id, deliveries: [kept.id] });
    assert.equal(again.body[0].attempt, 2);
    const { body } = await get(`/api/deliveries/${kept.id}`);
    assert.deepEqual(
      body.runs.map(({ attempt }: { attempt: number }) => attempt),
      [2, 1],
    );
  });

  it('does not replay to a workflow that starts otherwise', async () => {
    const { id } = await save();
    const scene = await setHookScene(service);
    await scene.deliver({ id: 'x' });
    const [foreign] = await scene.deliveries();
    assertProblem(await post('/api/delivery-replays', { workflow: id, deliveries: [foreign!.id] }), 404, 'not_found');
  });
});

describe('deliveries that are split', () => {
  let service: Service;
  before(async () => {
    service = await startService({ temporal: connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' }) });
  });
  after(() => service.stop());

  it('keep what stood around the list, for each of their events', async () => {
    const scene = await setHookScene(service, {
      webhook: { split: 'event.body.rows', deliveryId: '{{event.item.id}}' },
    });
    await scene.listen();
    await scene.deliver({
      body: JSON.stringify({ account: 'acme', shop: { name: 'North' }, rows: [{ id: 1 }, { id: 2 }] }),
    });
    for (const { id } of await scene.deliveries()) {
      const { around, payload } = await readDeliveryBody(service.store, id);
      assert.deepEqual(around, { body: { account: 'acme', shop: { name: 'North' } } });
      assert.deepEqual(Object.keys(payload as object), ['id']);
    }
  });
});

describe('the questions of runs', () => {
  let service: Service;
  let founded: Founded;
  before(async () => {
    service = await startService({ temporal });
    founded = await service.found();
  });
  after(() => service.stop());

  async function ask(to: string[] | null): Promise<string> {
    const branch = await openBranch(service.store, founded.workspaceId, 'main');
    const run: NewRun = {
      ...{
        workspaceId: founded.workspaceId,
        branchId: branch.id,
        branchName: 'main',
        workflowId: newId(),
        workflowName: 'W',
      },
      ...{
        definition: { name: 'W', trigger: { kind: 'button' }, steps: [] },
        accounts: {},
        connectors: {},
        attempt: 1,
      },
      ...{ trigger: { kind: 'button', by: 'x', inputs: {} }, temporalWorkflowId: crypto.randomUUID() },
    };
    const { run: stored } = await insertRun(service.store, run, new Date());
    const now = new Date();
    const { id } = await openWait(service.store, {
      key: { workspaceId: founded.workspaceId, runId: stored.id, stepId: 'ask', item: '' },
      run: (await getRun(service.store, stored.id))!,
      asked: { message: 'Sure?', inputs: [{ name: 'ok', label: 'OK', kind: 'yesNo' }], to },
      ...{ openedAt: now, until: new Date(now.getTime() + 60_000) },
    });
    return id;
  }
  const answer = (id: string, values: object) =>
    send(service, 'POST', `/api/asks/${id}/answer`, { as: founded.owner, json: { values } });

  it('are answered once, with values that fit', async () => {
    const id = await ask(null);
    assertProblem(await answer(id, { ok: 'maybe' }), 400, 'invalid_request');
    const answered = await answer(id, { ok: true });
    assert.deepEqual([answered.status, answered.body.state, answered.body.values], [200, 'answered', { ok: true }]);
    assertProblem(await answer(id, { ok: false }), 409, 'already_decided');
    assert.ok(!(await list()).includes(id));
  });

  it('to somebody are answered by nobody else', async () => {
    const id = await ask(['somebody@example.com']);
    const refused = await answer(id, { ok: true });
    assertProblem(refused, 403, 'forbidden');
    assert.match(refused.body.detail, /somebody@example.com/);
    assert.ok((await list()).includes(id));
  });

  const list = async () =>
    (await send(service, 'GET', '/api/asks', { as: founded.owner })).body.map(({ id }: { id: string }) => id);
});
