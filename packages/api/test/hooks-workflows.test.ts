import assert from 'node:assert/strict';
import { connectTemporal } from '@tallyhook/engine/client';
import { openBranch } from '@tallyhook/store/branches';
import { saveDefinition } from '@tallyhook/store/definitions';
import { deliver, release } from './hook-scene.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

/** Temporal is down: stored deliveries stay waiting. */
const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });
const connector = 'practice';

describe('workflows over HTTP', () => {
  let service: Service;
  let founded: Founded;
  let report: string;
  let accountId: string;
  let account = 0;

  before(async () => {
    service = await startService({ temporal });
    await release(service, { connector });
  });

  after(async () => {
    await service.stop();
    await temporal.close();
  });

  beforeEach(async () => {
    founded = await service.found();
    account++;
    await post('/api/connectors', { id: connector });
    const linked = await post('/api/accounts', { connector, fields: { name: `account-${account}`, token: 'x' } });
    accountId = linked.body.id;
    const branch = await openBranch(service.store, founded.workspaceId, 'main');
    report = (await saveDefinition(service.store, branch, 'report', { name: 'Open', definition: {} }, 'test')).id;
  });

  const post = (path: string, json: unknown, as: Sender = founded.owner) => send(service, 'POST', path, { as, json });
  const definitionOf = (parts: object = {}) => ({
    name: 'Listen',
    trigger: { kind: 'connector', connector, events: ['opened'], ...parts },
    steps: [{ id: 'count', kind: 'runReport', report }],
  });
  const save = (more: object = {}, as?: Sender) =>
    post('/api/workflows', { name: 'Listen', definition: definitionOf(), ...more }, as);
  const change = (id: string, json: object, as: Sender = founded.owner) =>
    send(service, 'PATCH', `/api/workflows/${id}/settings`, { as, json });
  /** The workflows of this workspace that an event would start. */
  const startedBy = async (event: string) => {
    const answered = await deliver(service, connector, {
      event,
      body: JSON.stringify({ account: `account-${account}` }),
    });
    assert.equal(answered.status, 200, answered.text);
    const { body } = await send(service, 'GET', '/api/deliveries', { as: founded.owner });
    return body.deliveries[0].targets.map(({ workflowId }: { workflowId: string }) => workflowId);
  };

  it('are off when created, and get deliveries only while they are on', async () => {
    const { status, body } = await save();
    assert.deepEqual([status, body.on, body.accounts, body.missingAccounts], [201, false, {}, [connector]]);
    assert.deepEqual(await startedBy('opened'), []);
    const on = await change(body.id, { on: true, accounts: { [connector]: accountId } });
    assert.deepEqual(
      [on.status, on.body],
      [200, { on: true, accounts: { [connector]: accountId }, missingAccounts: [] }],
    );
    assert.deepEqual(await startedBy('opened'), [body.id]);
    await change(body.id, { on: false });
    assert.deepEqual(await startedBy('opened'), []);
  });

  it('are listed with their settings', async () => {
    const { body } = await save();
    await change(body.id, { on: true });
    const listed = await send(service, 'GET', '/api/workflows', { as: founded.readKey });
    assert.deepEqual(listed.body, [{ ...body, on: true }]);
  });

  it('follow their new definition when saved again, and stay on with their accounts', async () => {
    const { body } = await save();
    await change(body.id, { on: true, accounts: { [connector]: accountId } });
    const saved = await save({
      id: body.id,
      revision: body.revision,
      definition: definitionOf({ events: ['closed'] }),
    });
    assert.deepEqual([saved.status, saved.body.id, saved.body.on], [200, body.id, true]);
    assert.deepEqual([await startedBy('opened'), await startedBy('closed')], [[], [body.id]]);
  });

  it('do not overwrite somebody else’s change', async () => {
    const { body } = await save();
    await save({ id: body.id, revision: body.revision, name: 'Changed' });
    assertProblem(await save({ id: body.id, revision: body.revision }), 409, 'revision_conflict');
  });

  it('are refused with every mistake in their structure, each at its place', async () => {
    const refused = await save({
      definition: { name: 7, trigger: { kind: 'connector', connector, evnets: ['*'] }, steps: [] },
    });
    assertProblem(refused, 422, 'invalid_workflow');
    const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    for (const expected of ['#/name', '#/steps']) assert.ok(pointers.includes(expected), pointers.join());
    assert.ok(pointers.some((pointer: string) => pointer.startsWith('#/trigger')));
  });

  it('are refused with wrong names in valid steps even if other steps are malformed', async () => {
    const trigger = { kind: 'connector', connector, events: ['*'] };
    const steps = [
      { id: 'a', kind: 'runReprt', report: '65f000000000000000000001' },
      { id: 'b', kind: 'action', connector, action: 'x', input: {} },
      { id: 'c', kind: 'runReport', report: '65f000000000000000000001' },
    ];
    const refused = await save({ definition: { name: 'Wrong', trigger, steps } });
    const found = refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
    assert.deepEqual(found, [
      ['#/steps/0/kind', 'not_allowed'],
      ['#/steps/1/action', 'unknown_action'],
      ['#/steps/2/report', 'unknown_report'],
    ]);
    assert.equal(refused.body.errors[0].suggestion, 'runReport');
  });

  it('are refused with every name that does not exist', async () => {
    const definition = {
      name: 'Wrong',
      trigger: { kind: 'connector', connector, webhook: 'evnts', events: ['*'] },
      steps: [
        { id: 'a', kind: 'runReport', report: '65f000000000000000000001' },
        { id: 'b', kind: 'action', connector: 'nobody', action: 'x', input: {} },
        { id: 'c', kind: 'action', connector, action: 'x', input: { text: '{{steps.d.output}}' } },
      ],
    };
    const refused = await save({ definition });
    assertProblem(refused, 422, 'invalid_workflow');
    const found = new Map(
      refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    );
    assert.equal(found.get('#/trigger/webhook'), 'unknown_webhook');
    assert.equal(found.get('#/steps/0/report'), 'unknown_report');
    assert.equal(found.get('#/steps/1/connector'), 'not_installed');
    assert.equal(found.get('#/steps/2/action'), 'unknown_action');
    assert.ok(found.has('#/steps/2/input/text'));
  });

  it('accept no account that is not linked, and no unknown account name', async () => {
    const { body } = await save();
    const others = await service.found();
    await post('/api/connectors', { id: connector }, others.owner);
    const foreign = await post('/api/accounts', { connector, fields: { name: 'other', token: 'x' } }, others.owner);
    for (const accounts of [{ [connector]: foreign.body.id }, { [connector]: 'nothing' }, { practise: accountId }]) {
      assertProblem(await change(body.id, { accounts }), 422, 'invalid_workflow');
    }
    assert.deepEqual((await change(body.id, { accounts: { [connector]: null } })).body.accounts, {});
  });

  it('accept the own account of a person from that person only, until it is shared', async () => {
    const { id } = (await save()).body;
    const choose = (as: Sender) => change(id, { accounts: { [connector]: accountId } }, as);
    const admin = await service.join(founded.workspaceId, 'admin');
    for (const as of [admin, founded.writeKey]) assertProblem(await choose(as), 403, 'forbidden');
    assert.equal((await choose(founded.owner)).status, 200);
    const asMember = await service.join(founded.workspaceId, 'member');
    const listed = await send(service, 'GET', '/api/accounts', { as: asMember });
    assert.deepEqual(listed.body, []);
    const share = (as: Sender) => send(service, 'PATCH', `/api/accounts/${accountId}`, { as, json: { shared: true } });
    assertProblem(await share(admin), 403, 'forbidden');
    assert.equal((await share(founded.owner)).status, 200);
    for (const as of [admin, founded.writeKey, asMember]) assert.equal((await choose(as)).status, 200);
  });

  it('lose the own account of a person when somebody else changes the steps', async () => {
    const { id, revision } = (await save()).body;
    await change(id, { on: true, accounts: { [connector]: accountId } });
    const byOwner = await save({ id, revision });
    assert.deepEqual(byOwner.body.accounts, { [connector]: accountId });
    const member = await service.join(founded.workspaceId, 'member');
    const byOther = await save({ id, revision: byOwner.body.revision }, member);
    assert.equal(byOther.status, 200, byOther.text);
    assert.deepEqual([byOther.body.accounts, byOther.body.missingAccounts], [{}, [connector]]);
  });

  it('stop getting deliveries of an account that is unlinked, by its owner or an admin', async () => {
    const { id } = (await save()).body;
    await change(id, { on: true, accounts: { [connector]: accountId } });
    const unlink = (as: Sender) => send(service, 'DELETE', `/api/accounts/${accountId}`, { as });
    assertProblem(await unlink(await service.join(founded.workspaceId, 'member')), 403, 'forbidden');
    const removed = await unlink(await service.join(founded.workspaceId, 'admin'));
    assert.deepEqual([removed.status, removed.body], [200, { isRevoked: false, reason: null, leftSubscriptions: 0 }]);
    assertProblem(await unlink(founded.owner), 404, 'not_found');
    const routes = await service.store.system.collection('trigger_routes').find({ accountId }).toArray();
    assert.deepEqual(routes, []);
  });

  it('accept no account of another connector', async () => {
    await release(service, { connector: 'second' });
    await post('/api/connectors', { id: 'second' });
    const linked = await post('/api/accounts', { connector: 'second', fields: { name: 'a', token: 'x' } });
    const { body } = await save();
    assertProblem(await change(body.id, { accounts: { [connector]: linked.body.id } }), 422, 'invalid_workflow');
  });

  it('can be saved and switched only with write access, by a person or a key', async () => {
    const viewer = await service.join(founded.workspaceId, 'viewer');
    const { body, status } = await save({}, founded.writeKey);
    assert.equal(status, 201);
    assert.equal((await change(body.id, { on: true }, founded.writeKey)).status, 200);
    for (const as of [viewer, founded.readKey]) {
      assertProblem(await save({}, as), 403, 'forbidden');
      assertProblem(await change(body.id, { on: false }, as), 403, 'forbidden');
    }
  });

  it('are off on a new branch, so that one delivery does not run twice', async () => {
    const { body } = await save({ on: true });
    await change(body.id, { accounts: { [connector]: accountId } });
    assert.equal((await post('/api/branches', { name: 'trial', from: 'main' })).status, 201);
    const there = await send(service, 'GET', '/api/workflows?branch=trial', { as: founded.owner });
    assert.deepEqual([there.body[0].name, there.body[0].on, there.body[0].accounts], ['Listen', false, {}]);
    assert.deepEqual(await startedBy('opened'), [body.id]);
  });

  it('get no deliveries on a deleted branch', async () => {
    const { body } = await save();
    await post('/api/branches', { name: 'trial', from: 'main' });
    const settings = { on: true, accounts: { [connector]: accountId } };
    const path = `/api/workflows/${body.id}/settings?branch=trial`;
    assert.equal((await send(service, 'PATCH', path, { as: founded.owner, json: settings })).status, 200);
    assert.deepEqual(await startedBy('opened'), [body.id]);
    await send(service, 'DELETE', '/api/branches/trial', { as: founded.owner });
    assert.deepEqual(await startedBy('opened'), []);
  });

  it('are not visible to another workspace', async () => {
    const { body } = await save();
    const other = await service.found();
    assertProblem(await change(body.id, { on: true }, other.owner), 404, 'not_found');
  });

  describe('list of deliveries', () => {
    it('shows the deliveries for the workspace’s accounts and their targets, and counts unlinked ones', async () => {
      const { body } = await save({ on: true });
      await change(body.id, { accounts: { [connector]: accountId } });
      await startedBy('opened');
      await deliver(service, connector, { body: '{"account":"nobody-linked-this"}' });
      const own = await send(service, 'GET', `/api/deliveries?connector=${connector}&limit=10`, { as: founded.owner });
      assert.equal(own.body.deliveries.length, 1);
      assert.equal(own.body.deliveries[0].outcome, 'accepted');
      assert.ok(own.body.unlinked >= 1);
      const one = async (as: typeof founded.owner) =>
        (await send(service, 'GET', `/api/deliveries?id=${own.body.deliveries[0].id}`, { as })).body.deliveries;
      assert.deepEqual(await one(founded.owner), own.body.deliveries);
      const other = await service.found();
      assert.deepEqual((await send(service, 'GET', '/api/deliveries', { as: other.owner })).body, {
        ...{ deliveries: [], confirmations: [] },
      });
      assert.deepEqual(await one(other.owner), []);
    });

    it('counts deliveries without an event, with the last reason, for the workspace only', async () => {
      const list = async (as = founded.owner) =>
        (await send(service, 'GET', `/api/deliveries?connector=${connector}`, { as })).body;
      const before = (await list()).unread?.count ?? 0;
      for (let sent = 0; sent < 2; sent++) assert.equal((await deliver(service, connector, { event: '' })).status, 200);
      const { unread, deliveries } = await list();
      assert.equal(unread.count, before + 2);
      assert.equal(unread.lastReason, 'The delivery has no event name: it is expected in {{event.headers.x-event}}');
      assert.ok(Date.now() - Date.parse(unread.lastAt) < 600_000);
      assert.ok(!JSON.stringify(deliveries).includes('"event":""'));
      assert.equal((await list((await service.found()).owner)).unread, undefined);
    });

    it('is available to people, not to keys', async () => {
      assertProblem(await send(service, 'GET', '/api/deliveries', { as: founded.writeKey }), 403, 'forbidden');
    });
  });
});
