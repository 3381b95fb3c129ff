import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { keepSubscriptions } from '@tallyhook/engine/client';
import { compileConnector, createHttp, parseRoutes } from '@tallyhook/sdk';
import { connectAgain, linkAccount, openAccount } from '@tallyhook/store/accounts';
import { installConnector, releaseConnector } from '@tallyhook/store/connectors';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const minuteMs = 60_000;

/** One subscription at the other service. */
interface Kept {
  id: string;
  url: string;
  folder: string;
  until: string;
}

/** What the service does next instead of its work. */
type Fault = 'refuse' | 'lose the answer' | null;

/**
 * Plays a service whose subscriptions last an hour, as strict as Microsoft Graph: while it makes one, the address must
 * answer with the token that it sends; it forgets those that have ended.
 */
async function startNotes(deliver: (url: string, init: RequestInit) => Promise<Response>, now: () => Date) {
  const kept: Kept[] = [];
  const asked: string[] = [];
  const world = { fault: null as Fault };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const answer = (status: number, body?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const json = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Partial<Kept>) : {};
    asked.push(`${request.method} ${request.url}`);
    if (request.headers.authorization !== 'Bearer sesame') return answer(401, { error: 'no' });
    if (world.fault === 'refuse') return answer(403, { error: 'the account may not do that' });
    for (const old of kept.filter(({ until }) => new Date(until) <= now())) kept.splice(kept.indexOf(old), 1);
    const found = kept.findIndex(({ id }) => request.url === `/subscriptions/${id}`);
    if (request.method === 'POST') {
      const url = new URL(json.url!);
      url.searchParams.set('validationToken', 'prove it');
      const proof = await deliver(url.href, { method: 'POST', body: '' });
      if ((await proof.text()) !== 'prove it') return answer(400, { error: 'the address does not answer' });
      const made = { ...(json as Kept), id: `s${asked.length}` };
      kept.push(made);
      return world.fault === 'lose the answer' ? request.socket.destroy() : answer(201, made);
    }
    if (found === -1) return answer(404, { error: 'unknown' });
    if (request.method === 'DELETE') return (kept.splice(found, 1), answer(204));
    Object.assign(kept[found]!, json);
    return answer(200, kept[found]);
  };
  const server: Server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { kept, asked, world, port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

const files = {
  'connector.json': {
    ...{ id: 'notes', name: 'Notes', version: '1.0.0', hosts: ['api.notes.example'] },
    signIn: { kind: 'bearer', token: '{{account.token}}' },
    account: {
      fields: [
        { name: 'name', label: 'Name' },
        { name: 'token', label: 'Token', secret: true },
      ],
      ...{ label: '{{account.name}}', externalId: '{{account.name}}' },
    },
    request: { baseUrl: 'https://api.notes.example' },
  },
  'webhooks/changes.json': {
    label: 'Changes',
    handshake: [
      {
        when: [{ path: 'event.query.validationToken', isNot: null }],
        answer: { text: '{{event.query.validationToken}}' },
      },
    ],
    ...{ event: 'changed', deliveryId: '{{event.body.id}}', missingId: 'refuse', account: 'address' },
    subscribe: {
      input: { type: 'object', properties: { folder: { type: 'string', minLength: 1 } }, required: ['folder'] },
      request: {
        ...{ method: 'POST', path: '/subscriptions' },
        body: { json: { url: '{{hook.url}}', folder: '{{folder}}', until: '{{hook.until}}' } },
      },
      keep: { id: { value: '{{response.body.id}}' }, endsAt: { value: '{{response.body.until}}' } },
      lastsSeconds: 3600,
    },
    renew: {
      request: {
        ...{ method: 'PATCH', path: '/subscriptions/{{subscription.id}}' },
        body: { json: { until: '{{hook.until}}' } },
      },
      keep: { endsAt: { value: '{{response.body.until}}' } },
    },
    unsubscribe: {
      ...{ method: 'DELETE', path: '/subscriptions/{{subscription.id}}' },
      success: { status: [204, 404] },
    },
  },
};

describe('a workflow that subscribes to events of another service', () => {
  let service: Service;
  let founded: Founded;
  let notes: Awaited<ReturnType<typeof startNotes>>;
  let time: Date;
  let accountId: string;

  before(async () => {
    service = await startService();
    await release(files);
  });
  after(() => service.stop());

  beforeEach(async () => {
    // Leases are taken by the clock of the test.
    time = new Date();
    notes = await startNotes(
      (url, init) => fetch(url.replace('http://tallyhook.test', service.url), init),
      () => time,
    );
    founded = await service.found();
    const { workspaceId, personId: ownerPersonId } = founded;
    await installConnector(service.store, workspaceId, { connector: 'notes', version: '1.0.0' }, 'test');
    const account = { workspaceId, connector: 'notes', label: 'Notes', externalId: null, ownerPersonId };
    ({ id: accountId } = await linkAccount(service.store, { ...account, fields: { name: 'me', token: 'sesame' } }));
  });
  afterEach(async () => {
    await service.store.system.collection('trigger_routes').deleteMany({});
    await service.store.system.collection('subscriptions').deleteMany({});
    notes.stop();
  });

  async function release(folder: Record<string, object>): Promise<void> {
    const texts = Object.entries(folder).map(([path, value]) => [path, JSON.stringify(value)] as const);
    const compiled = compileConnector(new Map(texts));
    assert.ok(compiled.package, JSON.stringify(compiled.problems));
    await releaseConnector(service.store, compiled.package, { workspaceId: null, by: 'test' });
  }

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, path, { as: founded.owner, ...(json !== undefined && { json }) });

  async function save(folder = 'inbox', on = true): Promise<string> {
    const trigger = { kind: 'connector', connector: 'notes', events: ['*'], subscribe: { folder } };
    const definition = { name: folder, trigger, steps: [{ id: 'find', kind: 'findRecords', type: 'ticket' }] };
    const saved = await call('POST', '/api/workflows', { name: folder, definition });
    assert.equal(saved.status, 201, saved.text);
    if (on) await turn(saved.body.id, true);
    return saved.body.id;
  }
  const turn = async (id: string, on: boolean) => {
    const turned = await call('PATCH', `/api/workflows/${id}/settings`, { on, accounts: { notes: accountId } });
    assert.equal(turned.status, 200, turned.text);
  };

  /** What a worker does every second. */
  const keep = () => {
    // Wishes are dated by the real clock.
    time = new Date(Math.max(time.getTime(), Date.now()));
    return keepSubscriptions(
      {
        ...{ store: service.store, logger: service.deps.logger, baseUrl: 'http://tallyhook.test', now: () => time },
        turns: service.deps.turns,
        http: createHttp({ routes: parseRoutes(`https://api.notes.example=http://127.0.0.1:${notes.port}`) }),
      },
      new AbortController().signal,
    );
  };
  const later = async (ms: number) => {
    time = new Date(time.getTime() + ms);
    await keep();
  };
  const list = async () => (await call('GET', '/api/subscriptions')).body;
  const post = (url: string, id: string) =>
    fetch(url.replace('http://tallyhook.test', service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
  const outcomes = async () =>
    (await call('GET', '/api/deliveries')).body.deliveries.map(
      ({ outcome, targets }: { outcome: string; targets: { workflowId: string }[] }) => [
        outcome,
        ...targets.map(({ workflowId }) => workflowId),
      ],
    );

  it('has one while it is on, with an address that starts it and nothing else', async () => {
    const [inbox, archive] = [await save('inbox'), await save('archive')];
    await keep();
    assert.deepEqual(notes.kept.map(({ folder }) => folder).sort(), ['archive', 'inbox']);
    const [made] = notes.kept.filter(({ folder }) => folder === 'inbox');
    assert.equal((await post(made!.url, 'a')).status, 200);
    assert.equal((await post(made!.url, 'a')).headers.get('tallyhook-result'), 'duplicate');
    assert.deepEqual(await outcomes(), [['accepted', inbox]]);
    const states = (await list()).map((one: { state: string; workflows: { workflowId: string }[] }) => [
      one.state,
      ...one.workflows.map(({ workflowId }) => workflowId),
    ]);
    assert.deepEqual(
      states.sort(),
      [
        ['active', archive],
        ['active', inbox],
      ].sort(),
    );
    await turn(inbox, false);
    await keep();
    assert.deepEqual(
      notes.kept.map(({ folder }) => folder),
      ['archive'],
    );
    assert.equal((await post(made!.url, 'b')).status, 404);
  });

  it('shares one with workflows that want the same, and saving again makes no second', async () => {
    const first = await save();
    const second = await save();
    await keep();
    await turn(first, true);
    await keep();
    assert.equal(notes.kept.length, 1);
    await post(notes.kept[0]!.url, 'a');
    assert.deepEqual(await outcomes(), [['accepted', ...[first, second].sort()]]);
    await turn(first, false);
    await keep();
    assert.equal(notes.kept.length, 1);
    assert.equal((await list())[0].workflows.length, 1);
  });

  it('renews it before it ends, with tries left, and makes another once the service has forgotten it', async () => {
    await save();
    await keep();
    const [{ url, id }] = notes.kept as [Kept];
    await later(29 * minuteMs);
    assert.deepEqual(notes.asked, ['POST /subscriptions']);
    notes.world.fault = 'refuse';
    await later(2 * minuteMs);
    const [failing] = await list();
    assert.equal(failing.state, 'active');
    assert.match(failing.error.message, /403.*the account may not do that/);
    notes.world.fault = null;
    await later(minuteMs);
    assert.deepEqual(
      [notes.kept[0]!.url, notes.kept[0]!.until],
      [url, new Date(time.getTime() + 60 * minuteMs).toISOString()],
    );
    assert.equal((await list())[0].error, null);
    notes.kept.splice(0);
    await later(31 * minuteMs);
    assert.equal(notes.kept.length, 1);
    assert.notEqual(notes.kept[0]!.id, id);
    assert.notEqual(notes.kept[0]!.url, url);
    assert.equal((await post(url, 'late')).status, 404);
  });

  it('says why the service does not accept it, asks again with growing pauses, and at once if a person wants that', async () => {
    notes.world.fault = 'refuse';
    await save();
    await keep();
    await keep();
    const [{ id, state, error }] = await list();
    assert.equal(state, 'failed');
    assert.match(error.message, /the account may not do that/);
    assert.ok(!JSON.stringify(error).includes('sesame'));
    assert.equal(notes.asked.length, 1);
    await later(11_000);
    assert.equal(notes.asked.length, 2);
    await later(11_000);
    assert.equal(notes.asked.length, 2);
    notes.world.fault = null;
    assert.equal((await call('POST', `/api/subscriptions/${id}/try`)).status, 204);
    await later(0);
    assert.equal((await list())[0].state, 'active');
    assertProblem(await call('POST', '/api/subscriptions/nothing/try'), 404, 'not_found');
  });

  it('says what the account does not allow before it asks the service, and asks at once after that is linked again', async () => {
    const optionalScopes = [{ scope: 'hooks.write', description: 'Send changes' }];
    const oauth = {
      ...{
        kind: 'oauth2',
        grant: 'authorizationCode',
        authorize: { url: 'https://notes.example/authorize' },
        optionalScopes,
      },
      token: { url: 'https://api.notes.example/token' },
    };
    const webhook = files['webhooks/changes.json'];
    await release({
      'connector.json': {
        ...{ id: 'oauth-notes', name: 'Notes', version: '1.0.0', hosts: ['api.notes.example'], signIn: oauth },
        request: { baseUrl: 'https://api.notes.example' },
      },
      'webhooks/changes.json': { ...webhook, subscribe: { ...webhook.subscribe, scopes: ['hooks.write'] } },
    });
    const { workspaceId, personId: ownerPersonId } = founded;
    await installConnector(service.store, workspaceId, { connector: 'oauth-notes', version: '1.0.0' }, 'test');
    const account = { workspaceId, connector: 'oauth-notes', label: 'Notes', externalId: null, ownerPersonId };
    const fields = { accessToken: 'sesame', scope: 'notes.read' };
    const { id: scoped } = await linkAccount(service.store, { ...account, fields });
    const trigger = { kind: 'connector', connector: 'oauth-notes', events: ['*'], subscribe: { folder: 'inbox' } };
    const definition = { name: 'scoped', trigger, steps: [{ id: 'find', kind: 'findRecords', type: 'ticket' }] };
    const { body: workflow } = await call('POST', '/api/workflows', { name: 'scoped', definition });
    const turnOn = () =>
      call('PATCH', `/api/workflows/${workflow.id}/settings`, { on: true, accounts: { 'oauth-notes': scoped } });
    assert.equal((await turnOn()).status, 200);
    await keep();
    const sentence =
      '"Changes" needs the permission "hooks.write" (Send changes) of Notes, which this account does not have: link the account again with "hooks.write"';
    const [failed] = await list();
    assert.deepEqual([failed.state, failed.error.message, notes.asked], ['failed', sentence, []]);

    const place = { workspaceId, accountId: scoped };
    const allowing = async (scope: string) => {
      const values = { fields: { ...fields, scope }, externalId: null, isProven: false };
      await connectAgain(service.store, place, values, { by: 'test', now: new Date() });
      assert.equal((await turnOn()).status, 200);
    };
    await allowing('notes.read hooks.write');
    await keep();
    assert.deepEqual([(await list())[0].state, notes.asked], ['active', ['POST /subscriptions']]);

    await allowing('notes.read');
    await later(31 * minuteMs);
    const [renewed] = await list();
    assert.deepEqual([renewed.state, renewed.error.message, notes.asked.length], ['active', sentence, 1]);
    await allowing('notes.read hooks.write');
    await keep();
    assert.deepEqual([(await list())[0].error, notes.asked.length], [null, 2]);
  });

  it('reads nothing of an attempt whose answer was lost, so that no event comes twice', async () => {
    notes.world.fault = 'lose the answer';
    await save();
    await keep();
    notes.world.fault = null;
    await later(minuteMs);
    const [lost, made] = notes.kept as [Kept, Kept];
    assert.equal(notes.kept.length, 2);
    assert.equal((await post(lost.url, 'a')).status, 404);
    assert.equal((await post(made.url, 'a')).status, 200);
    assert.equal((await outcomes()).length, 1);
  });

  it('makes another when it is switched on again after the service did not end it', async () => {
    const id = await save();
    await keep();
    const [{ url }] = notes.kept as [Kept];
    notes.world.fault = 'refuse';
    await turn(id, false);
    await keep();
    const [ending] = await list();
    assert.deepEqual([ending.state, ending.workflows], ['ending', []]);
    assert.match(ending.error.message, /the account may not do that/);
    notes.world.fault = null;
    await turn(id, true);
    await later(0);
    assert.equal(notes.kept.length, 1);
    const [made] = await list();
    assert.deepEqual([made.state, made.error], ['active', null]);
    assert.equal((await post(url, 'a')).status, 404);
    assert.equal((await post(notes.kept[0]!.url, 'a')).status, 200);
  });

  it('makes another when a worker died after the service had ended it, and it is switched on again', async () => {
    const id = await save();
    await keep();
    await turn(id, false);
    await service.store.system.collection('subscriptions').updateMany({}, { $set: { state: 'ending' } });
    notes.kept.splice(0);
    await turn(id, true);
    await later(0);
    assert.equal(notes.kept.length, 1);
    assert.equal((await post(notes.kept[0]!.url, 'a')).status, 200);
  });

  /** Removes something while a worker does what it does every second. */
  async function removeWhileKeeping(path: string) {
    let removed: Awaited<ReturnType<typeof call>> | undefined;
    const removing = call('DELETE', path).then((answer) => (removed = answer));
    while (removed === undefined) {
      await keep();
      await setTimeout(50);
    }
    await removing;
    return removed;
  }

  it('ends at the service when its account is deleted, before the credentials go', async () => {
    await save();
    await keep();
    const [{ url }] = notes.kept as [Kept];
    const { status, body } = await removeWhileKeeping(`/api/accounts/${accountId}`);
    assert.deepEqual([status, notes.kept, await list()], [200, [], []]);
    assert.deepEqual(body, { isRevoked: false, reason: null, leftSubscriptions: 0 });
    assert.equal((await post(url, 'a')).status, 404);
  });

  it('is forgotten, with its address, when its account is deleted although the service does not end it', async () => {
    await save();
    await keep();
    notes.world.fault = 'refuse';
    const { body } = await removeWhileKeeping(`/api/accounts/${accountId}`);
    assert.equal(body.leftSubscriptions, 1);
    await later(minuteMs);
    assert.deepEqual(await list(), []);
    assert.equal((await post(notes.kept[0]!.url, 'a')).status, 404);
  });

  it('ends at the service when the person of its account leaves or is removed, and nothing else uses the account', async () => {
    for (const way of ['leaves', 'is removed']) {
      const { workspaceId } = founded;
      const member = await service.join(workspaceId, 'member');
      const account = {
        workspaceId,
        connector: 'notes',
        label: 'Own',
        externalId: null,
        ownerPersonId: member.personId,
      };
      const fields = { name: 'own', token: 'sesame' };
      const { id } = await linkAccount(service.store, { ...account, shared: false, fields });
      const trigger = { kind: 'connector', connector: 'notes', events: ['*'], subscribe: { folder: way } };
      const definition = { name: way, trigger, steps: [{ id: 'find', kind: 'findRecords', type: 'ticket' }] };
      const as = member;
      const saved = await send(service, 'POST', '/api/workflows', { as, json: { name: way, definition } });
      const json = { on: true, accounts: { notes: id } };
      const turned = await send(service, 'PATCH', `/api/workflows/${saved.body.id}/settings`, { as, json });
      assert.equal(turned.status, 200, turned.text);
      await keep();
      const [{ url }] = notes.kept as [Kept];
      const removed =
        way === 'leaves'
          ? await send(service, 'DELETE', '/api/members/me', { as })
          : await call('DELETE', `/api/members/${member.personId}`);
      assert.equal(removed.status, 204, removed.text);
      await keep();
      assert.deepEqual([notes.kept, await list()], [[], []]);
      assert.equal(notes.asked.filter((what) => what.startsWith('DELETE')).length, way === 'leaves' ? 1 : 2);
      assert.equal((await post(url, 'a')).status, 404);
      await assert.rejects(openAccount(service.store, workspaceId, id), { code: 'account_refused' });
    }
  });

  it('is renewed at once if a person wants that', async () => {
    await save();
    await keep();
    await later(minuteMs);
    assert.deepEqual(notes.asked, ['POST /subscriptions']);
    const [{ id }] = await list();
    assert.equal((await call('POST', `/api/subscriptions/${id}/try`)).status, 204);
    await later(0);
    assert.equal(notes.kept[0]!.until, new Date(time.getTime() + 60 * minuteMs).toISOString());
  });

  it('ends at the service when its connector is removed, before the account goes', async () => {
    await save();
    await keep();
    assert.equal(notes.kept.length, 1);
    const removed = await removeWhileKeeping('/api/installed-connectors/notes');
    assert.deepEqual([removed.status, notes.kept, await list()], [200, [], []]);
    const accounts = [{ label: 'Notes', isRevoked: false, reason: null }];
    assert.deepEqual(removed.body, { workflows: 1, accounts, leftSubscriptions: 0 });
  });

  it('is made by the version that its workflow stays on, and ended by it after the workflow has moved', async () => {
    const second = JSON.parse(JSON.stringify(files).replaceAll('/subscriptions', '/hooks')) as typeof files;
    Object.assign(second['connector.json'], { version: '2.0.0' });
    const texts = Object.entries(second).map(([path, value]) => [path, JSON.stringify(value)] as const);
    const { package: released } = compileConnector(new Map(texts));
    await releaseConnector(service.store, released!, { workspaceId: null, by: 'test' });
    const id = await save();
    const workflows = [{ workflowId: id, branch: 'main' }];
    const updated = await call('POST', '/api/connectors', { id: 'notes', version: '2.0.0', keep: workflows });
    assert.equal(updated.status, 201, updated.text);
    await keep();
    assert.deepEqual(notes.asked, ['POST /subscriptions']);
    const moved = await call('POST', '/api/installed-connectors/notes/moves', { workflows });
    assert.equal(moved.status, 204, moved.text);
    await turn(id, false);
    await keep();
    assert.match(notes.asked[1]!, /^DELETE \/subscriptions\//);
    assert.deepEqual([notes.kept, await list()], [[], []]);
    await turn(id, true);
    await keep();
    assert.equal(notes.asked[2], 'POST /hooks');
  });

  it('names the mistakes of what is entered for it', async () => {
    const check = async (subscribe: unknown, connector = 'notes') => {
      const trigger = { kind: 'connector', connector, events: ['*'], subscribe };
      const definition = { name: 'a', trigger, steps: [{ id: 'find', kind: 'findRecords', type: 'ticket' }] };
      const { status, body } = await call('POST', '/api/workflows', { name: 'a', definition });
      assert.equal(status, 422);
      return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
    };
    assert.deepEqual(await check({}), [['#/trigger/subscribe', 'missing_key']]);
    assert.deepEqual(await check({ folder: 7 }), [['#/trigger/subscribe/folder', 'wrong_type']]);
    assert.deepEqual(await check({ folder: 'a', more: 1 }), [['#/trigger/subscribe/more', 'unknown_key']]);
  });
});
