import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConnectorUpdate } from '@tallyhook/schemas/api';
import { compileConnector, createHttp, parseRoutes } from '@tallyhook/sdk';
import { newId } from '@tallyhook/store';
import { linkAccount, markAccountRefused } from '@tallyhook/store/accounts';
import { getRun } from '@tallyhook/store/runs';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

/** A connector whose version 2.0.0 asks for one more input, and has one more action. */
function filesOf(id: string, version: string): Map<string, string> {
  const connector = {
    ...{ id, name: 'Practice', version, description: 'Sends letters.', categories: ['mail'] },
    hosts: ['practice.example'],
    signIn: {
      kind: 'oauth2',
      grant: 'authorizationCode',
      scopes: ['letters.send'],
      authorize: { url: 'https://practice.example/authorize' },
      token: { url: 'https://practice.example/token' },
      revoke: { url: 'https://practice.example/revoke' },
    },
    account: { fields: [], label: 'Letters', externalId: '{{test.body.id}}' },
    request: { baseUrl: 'https://practice.example' },
    test: { method: 'GET', path: '/me' },
  };
  const isSecond = version === '2.0.0';
  const properties = { to: { type: 'string' }, ...(isSecond && { reason: { type: 'string' } }) };
  const body = { json: Object.fromEntries(Object.keys(properties).map((name) => [name, `{{${name}}}`])) };
  const action = {
    label: 'Send a letter',
    input: { type: 'object', properties, required: Object.keys(properties) },
    request: { method: 'POST', path: '/letters', body, success: { status: [201] }, output: {} },
  };
  const upload = {
    label: 'Upload a letter',
    input: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    request: { method: 'PUT', path: '/files', success: { status: [201] }, output: {} },
    upload: { file: 'file', send: 'body' },
  };
  const template = {
    name: 'Send one by hand',
    trigger: { kind: 'button' },
    steps: [{ id: 'send', kind: 'action', connector: id, action: 'send', input: { to: 'a', reason: 'b' } }],
  };
  const files: Record<string, unknown> = {
    'connector.json': connector,
    'actions/send.json': action,
    ...(isSecond && { 'actions/upload.json': upload, 'workflows/by-hand.json': template }),
  };
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)] as const);
  return new Map([...texts, ['README.md', '# Practice\n']]);
}

describe('the marketplace over HTTP', () => {
  let service: Service;
  let partner: Server;
  const revoked: string[] = [];
  let founded: Founded;
  let id: string;

  before(async () => {
    partner = createServer((request, response) => {
      request.resume();
      if (request.url === '/revoke') revoked.push(request.url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"team-7"}');
    }).listen(0, '127.0.0.1');
    await once(partner, 'listening');
    const { port } = partner.address() as AddressInfo;
    const routes = parseRoutes(`https://practice.example=http://127.0.0.1:${port}`);
    service = await startService({ http: createHttp({ routes, privateHosts: [] }) });
  });
  after(async () => {
    await service.stop();
    partner.close();
  });
  beforeEach(async () => {
    founded = await service.found();
    id = `practice-${randomBytes(4).toString('hex')}`;
    revoked.length = 0;
  });

  const call = (method: string, path: string, json?: unknown, as: { cookie: string } = founded.owner) =>
    send(service, method, path, { as, ...(json === undefined ? {} : { json }) });

  const release = async (version: string) => {
    const compiled = compileConnector(filesOf(id, version));
    assert.ok(compiled.package, JSON.stringify(compiled.problems));
    const answer = await call('POST', '/api/connectors/releases', compiled.package);
    assert.equal(answer.status, 201, answer.text);
  };

  const install = async (json: object = {}) => {
    const answer = await call('POST', '/api/connectors', { id, ...json });
    assert.equal(answer.status, 201, answer.text);
  };

  const addWorkflow = async (name: string) => {
    const steps = [{ id: 'send', kind: 'action', connector: id, action: 'send', input: { to: 'Ada' } }];
    const definition = { name, trigger: { kind: 'button' }, steps };
    const answer = await call('POST', '/api/workflows', { name, definition, on: true });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.id as string;
  };

  /** The version that a run of the workflow uses if it begins now. */
  const versionOf = async (workflowId: string) => {
    const begun = await call('POST', `/api/workflows/${workflowId}/runs`, {});
    assert.ok(begun.status < 300, begun.text);
    const run = await getRun(service.store, begun.body.id as string);
    return run!.connectors[id];
  };

  it('describes what a connector does, asks for and changed', async () => {
    await release('1.0.0');
    await release('2.0.0');
    const { body } = await call('GET', `/api/connectors/${id}`);
    assert.deepEqual(
      [body.version, body.signInKind, body.scopes, body.hosts, body.readme, body.installation],
      ['2.0.0', 'oauth2', ['letters.send'], ['practice.example'], '# Practice\n', null],
    );
    assert.deepEqual(
      body.actions.map((action: { name: string; sends: string | null }) => [action.name, action.sends]),
      [
        ['send', null],
        ['upload', 'body'],
      ],
    );
    assert.deepEqual(
      body.templates.map(({ name }: { name: string }) => name),
      ['Send one by hand'],
    );
    const [newest, first] = body.versions;
    assert.deepEqual([newest.before, first.before, first.changes], ['1.0.0', null, []]);
    assert.ok(
      newest.changes.some(
        (one: { weight: string; file: string }) => one.weight === 'breaking' && one.file === 'actions/send.json',
      ),
    );
    const listed = await call('GET', '/api/connectors');
    const offer = listed.body.marketplace.find(({ connector }: { connector: string }) => connector === id);
    assert.deepEqual([offer.description, offer.categories], ['Sends letters.', ['mail']]);
  });

  it('hides what another workspace released for itself', async () => {
    await release('1.0.0');
    const other = await service.found();
    assertProblem(await call('GET', `/api/connectors/${id}`, undefined, other.owner), 404, 'not_found');
  });

  it('tells before an update which workflows break, and leaves those that stay on their version', async () => {
    await release('1.0.0');
    await install();
    const [stays, moves] = [await addWorkflow('Stays'), await addWorkflow('Moves')];
    await release('2.0.0');
    const { body } = await call('GET', `/api/installed-connectors/${id}/update`);
    const { from, to, workflows } = body as ConnectorUpdate;
    assert.deepEqual([from, to, workflows.map(({ name }) => name).sort()], ['1.0.0', '2.0.0', ['Moves', 'Stays']]);
    const about = workflows.find(({ workflowId }) => workflowId === stays)!;
    assert.deepEqual(
      [about.on, about.version, about.changes.map(({ file }) => file)],
      [true, '1.0.0', ['actions/send.json']],
    );
    assert.deepEqual(about.mistakes, [
      { pointer: '#/steps/0/input', detail: 'the action "send" needs the input "reason"' },
    ]);

    await install({ version: '2.0.0', keep: [{ workflowId: stays, branch: 'main' }] });
    assert.deepEqual([await versionOf(stays), await versionOf(moves)], ['1.0.0', '2.0.0']);
    const detail = await call('GET', `/api/connectors/${id}`);
    const used = detail.body.usedBy.map((one: { name: string; version: string }) => [one.name, one.version]);
    assert.deepEqual(used.sort(), [
      ['Moves', '2.0.0'],
      ['Stays', '1.0.0'],
    ]);

    const moved = await call('POST', `/api/installed-connectors/${id}/moves`, {
      workflows: [{ workflowId: stays, branch: 'main' }],
    });
    assert.equal(moved.status, 204, moved.text);
    assert.equal(await versionOf(stays), '2.0.0');
    const audit = await call('GET', '/api/audit?action=connector.workflows_moved');
    assert.equal(audit.body.rows.length, 1);
  });

  it('leaves a workflow on its version on a branch that is made later, too', async () => {
    await release('1.0.0');
    await install();
    const [workflowId, moves] = [await addWorkflow('Stays'), await addWorkflow('Moves')];
    await release('2.0.0');
    await install({ version: '2.0.0', keep: [{ workflowId, branch: 'main' }] });
    const versions = async () => {
      const detail = await call('GET', `/api/connectors/${id}`);
      return detail.body.usedBy
        .map((one: { branch: string; name: string; version: string }) => `${one.branch} ${one.name} ${one.version}`)
        .sort();
    };
    const main = ['main Moves 2.0.0', 'main Stays 1.0.0'];
    assert.equal((await call('POST', '/api/branches', { name: 'draft' })).status, 201);
    assert.deepEqual(await versions(), ['draft Moves 2.0.0', 'draft Stays 1.0.0', ...main]);
    await call('POST', `/api/installed-connectors/${id}/moves`, { workflows: [{ workflowId, branch: 'draft' }] });
    assert.deepEqual(await versions(), ['draft Moves 2.0.0', 'draft Stays 2.0.0', ...main]);
    assert.deepEqual([await versionOf(workflowId), await versionOf(moves)], ['1.0.0', '2.0.0']);
  });

  it('leaves a workflow on its version on a branch that is deleted and restored, where it is off', async () => {
    await release('1.0.0');
    await install();
    const workflowId = await addWorkflow('Stays');
    await release('2.0.0');
    await install({ version: '2.0.0', keep: [{ workflowId, branch: 'main' }] });
    await call('POST', '/api/branches', { name: 'draft' });
    const settings = `/api/workflows/${workflowId}/settings?branch=draft`;
    const turnedOn = await call('PATCH', settings, { on: true });
    assert.equal(turnedOn.status, 200, turnedOn.text);
    assert.equal((await call('DELETE', '/api/branches/draft')).status, 204);
    const detail = async () => (await call('GET', `/api/connectors/${id}`)).body.usedBy as Record<string, unknown>[];
    assert.deepEqual(
      (await detail()).map(({ branch }) => branch),
      ['main'],
    );
    const [deleted] = (await call('GET', '/api/deleted-branches')).body;
    await call('POST', `/api/deleted-branches/${deleted.id}/restore`, {});
    const restored = (await detail()).find(({ branch }) => branch === 'draft');
    assert.deepEqual([restored!.version, restored!.on], ['1.0.0', false]);
  });

  it('moves a workflow that is published again, because it was checked with the installed version', async () => {
    await release('1.0.0');
    await install();
    const workflowId = await addWorkflow('Stays');
    await release('2.0.0');
    await install({ keep: [{ workflowId, branch: 'main' }] });
    const json = {
      name: 'Stays',
      definition: {
        ...{ name: 'Stays', trigger: { kind: 'button' } },
        steps: [{ id: 'send', kind: 'action', connector: id, action: 'send', input: { to: 'Ada', reason: 'x' } }],
      },
    };
    const draft = await call('PUT', `/api/workflows/${workflowId}/draft`, json);
    assert.deepEqual(draft.body.moves, [{ connector: id, from: '1.0.0', to: '2.0.0' }]);
    await call('POST', `/api/workflows/${workflowId}/publish`, { version: draft.body.version });
    assert.equal(await versionOf(workflowId), '2.0.0');
    assert.deepEqual((await call('GET', `/api/workflows/${workflowId}/draft`)).body.moves, []);
  });

  it('refuses to keep a workflow of a branch that the workspace does not have', async () => {
    await release('1.0.0');
    const keep = [{ workflowId: newId(), branch: 'man' }];
    const refused = await call('POST', '/api/connectors', { id, keep });
    assertProblem(refused, 400, 'invalid_request');
    assert.deepEqual(refused.body.errors[0].pointer, '#/keep/0/branch');
  });

  it('removes a connector and leaves nothing of it behind', async () => {
    await release('1.0.0');
    await install();
    await call('PUT', `/api/connector-clients/${id}`, { id: 'us', secret: 'canary' });
    const fields = { accessToken: 'a', refreshToken: 'r' };
    const linked = await call('POST', '/api/accounts', { connector: id, fields, shared: true });
    assert.equal(linked.status, 201, linked.text);
    const workflowId = await addWorkflow('Letters');
    const removed = await call('DELETE', `/api/installed-connectors/${id}`);
    assert.deepEqual(removed.body, {
      workflows: 1,
      accounts: [{ label: 'Letters', isRevoked: false, reason: null }],
      leftSubscriptions: 0,
    });
    const [accounts, clients, installed, workflows, audit] = await Promise.all([
      call('GET', '/api/accounts'),
      call('GET', '/api/connector-clients'),
      call('GET', '/api/installed-connectors'),
      call('GET', '/api/workflows'),
      call('GET', '/api/audit?action=connector.removed'),
    ]);
    assert.deepEqual([accounts.body, clients.body.clients, installed.body], [[], [], []]);
    const workflow = workflows.body.find((one: { id: string }) => one.id === workflowId);
    assert.equal(workflow.on, false);
    assert.deepEqual(
      audit.body.rows.map((row: { target: string; details: object }) => [row.target, row.details]),
      [[id, { version: '1.0.0', workflows: '1', accounts: '1' }]],
    );
    assert.deepEqual(revoked, [], 'tokens that a person entered may be in use elsewhere');
    assertProblem(await call('DELETE', `/api/installed-connectors/${id}`), 404, 'not_found');
  });

  it('counts accounts that stopped working while workflows use them, for those who can connect them again', async () => {
    await release('1.0.0');
    await install();
    const { store } = service;
    const { workspaceId } = founded;
    const account = await linkAccount(store, {
      ...{ workspaceId, connector: id, label: 'Letters', externalId: 'team-7' },
      ...{ ownerPersonId: founded.personId, fields: { accessToken: 'a long token' }, shared: true },
    });
    const workflow = await addWorkflow('Letter');
    const settings = await call('PATCH', `/api/workflows/${workflow}/settings`, { accounts: { [id]: account.id } });
    assert.equal(settings.status, 200, settings.text);
    const broken = async (as: Sender = founded.owner) =>
      (await send(service, 'GET', '/api/attention', { as })).body.brokenAccounts as number;
    assert.equal(await broken(), 0);
    const refusal = { reason: 'The token was revoked.', revision: 0, at: new Date(), isFinal: false };
    assert.ok(await markAccountRefused(store, { workspaceId, accountId: account.id }, refusal));
    assert.equal(await broken(), 1);
    assert.equal(await broken(await service.join(workspaceId, 'admin')), 1);
    assert.equal(await broken(await service.join(workspaceId, 'member')), 0);
    assert.equal(await broken(founded.readKey), 0);
    assert.equal(await broken((await service.found()).owner), 0);
    await call('PATCH', `/api/workflows/${workflow}/settings`, { on: false });
    assert.equal(await broken(), 0);
  });
});
