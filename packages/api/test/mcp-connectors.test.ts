import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { compileConnector, createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { newId } from '@tallyhook/store';
import { linkAccount } from '@tallyhook/store/accounts';
import { installConnector, releaseConnector } from '@tallyhook/store/connectors';
import { send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const token = 'canary-notes-token-4711';

const files: Record<string, string> = {
  'connector.json': JSON.stringify({
    ...{ id: 'notes', name: 'Notes', version: '1.0.0', description: 'Keeps notes.', hosts: ['notes.example'] },
    signIn: { kind: 'bearer', token: '{{account.token}}' },
    account: {
      fields: [{ name: 'token', label: 'Token', secret: true }],
      ...{ label: '{{test.body.name}}', externalId: '{{test.body.id}}' },
    },
    request: { baseUrl: 'https://notes.example' },
    test: { method: 'GET', path: '/me' },
  }),
  'README.md': '# Notes\n\nKeeps notes.\n',
  'actions/list-notes.json': JSON.stringify({
    label: 'List notes',
    input: { type: 'object', properties: {} },
    request: { method: 'GET', path: '/notes' },
  }),
  'actions/add-note.json': JSON.stringify({
    label: 'Add a note',
    input: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
    request: { method: 'POST', path: '/notes', body: { json: { note: '{{note}}' } }, success: { status: [201] } },
  }),
  'actions/attach-file.json': JSON.stringify({
    label: 'Attach a file',
    input: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    request: { method: 'POST', path: '/files', success: { status: [201] } },
    upload: {
      ...{ file: 'file', send: 'body', to: '{{start.headers.location}}' },
      transfer: { method: 'PUT', success: { status: [201] } },
    },
  }),
};

describe('/mcp, for connectors and workflows', () => {
  let notes: Server;
  let asked: string[];
  let http: Http;
  let service: Service;
  let ours: Founded;

  before(async () => {
    notes = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const isKnown = request.headers.authorization === `Bearer ${token}`;
      const answer = (status: number, body: object): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (!isKnown) return answer(401, { error: 'unknown token' });
      if (request.method === 'GET') return answer(200, { notes: ['one', token] });
      void json(request).then((body) => answer(201, body as object));
    });
    await once(notes.listen(0, '127.0.0.1'), 'listening');
    http = createHttp({
      routes: parseRoutes(`https://notes.example=http://127.0.0.1:${(notes.address() as AddressInfo).port}`),
    });
    service = await startService({ http });
    const { package: built, problems } = compileConnector(new Map(Object.entries(files)));
    assert.ok(built, JSON.stringify(problems));
    await releaseConnector(service.store, built, { workspaceId: null, by: 'test' });
  });
  after(async () => {
    await service?.stop();
    await http?.close();
    notes?.close();
  });
  beforeEach(async () => {
    asked = [];
    ours = await found();
  });

  async function found(): Promise<Founded> {
    const founded = await service.found();
    await installConnector(service.store, founded.workspaceId, { connector: 'notes' }, 'test');
    return founded;
  }

  const link = async (founded: Founded, { shared = true, value = token } = {}): Promise<string> => {
    const account = {
      ...{ workspaceId: founded.workspaceId, connector: 'notes', label: 'Our notes', externalId: newId(), shared },
      ...{ ownerPersonId: founded.personId, fields: { token: value } },
    };
    return (await linkAccount(service.store, account)).id;
  };

  async function ask(as: Sender, method: string, params: object) {
    const answered = await send(service, 'POST', '/mcp', {
      ...{ as, json: { jsonrpc: '2.0', id: 1, method, params } },
      headers: { accept: 'application/json, text/event-stream' },
    });
    assert.equal(answered.status, 200, answered.text);
    return answered.body.result;
  }
  /** Calls a tool that must succeed. */
  async function call(as: Sender, name: string, given: object = {}) {
    const result = await ask(as, 'tools/call', { name, arguments: given });
    assert.ok(!result.isError, JSON.stringify(result));
    return result.structuredContent;
  }
  /** Calls a tool that must be refused; returns the problem document. */
  async function refused(as: Sender, name: string, given: object = {}) {
    const result = await ask(as, 'tools/call', { name, arguments: given });
    assert.equal(result.isError, true, JSON.stringify(result));
    return JSON.parse(result.content[0].text);
  }

  it('offers each caller the tools they can use, and marks those that may change something', async () => {
    const toolsOf = async (as: Sender) => (await ask(as, 'tools/list', {})).tools;
    const hints = (tools: { name: string; annotations: Record<string, boolean> }[]): Record<string, boolean[]> =>
      Object.fromEntries(
        tools.map(({ name, annotations: { readOnlyHint, destructiveHint } }) => [
          name,
          [readOnlyHint!, destructiveHint!],
        ]),
      );
    const read = hints(await toolsOf(ours.readKey));
    assert.deepEqual(Object.keys(read).sort(), [
      ...['check_workflow', 'describe_connector', 'describe_types', 'describe_workflow', 'describe_workflow_format'],
      ...['list_connectors', 'list_workflows', 'query_records', 'validate_connector'],
    ]);
    assert.ok(Object.values(read).every(([reads, destroys]) => reads === true && destroys === false));
    const write = hints(await toolsOf(ours.writeKey));
    assert.deepEqual(Object.fromEntries(Object.entries(write).filter(([name]) => !(name in read))), {
      try_reading_action: [true, false],
      try_writing_action: [false, true],
      create_workflow_draft: [false, false],
      change_workflow_draft: [false, true],
    });
    const viewer = await service.join(ours.workspaceId, 'viewer');
    assert.deepEqual(hints(await toolsOf(viewer)), read);
    assert.deepEqual(hints(await toolsOf(ours.owner)), write);
  });

  it('lists connectors, also those that are not installed', async () => {
    const other = await service.found();
    const listed = async (as: Sender, search?: string) => (await call(as, 'list_connectors', { search })).connectors;
    assert.deepEqual(await listed(ours.readKey, 'NOTE'), [
      { id: 'notes', name: 'Notes', newest: '1.0.0', installed: '1.0.0' },
    ]);
    assert.deepEqual(await listed(other.readKey), [{ id: 'notes', name: 'Notes', newest: '1.0.0', installed: null }]);
    assert.deepEqual(await listed(ours.readKey, 'nothing'), []);
  });

  it('explains a connector, and names the accounts that the caller can use', async () => {
    const [shared, own] = [await link(ours), await link(ours, { shared: false })];
    const described = await call(ours.readKey, 'describe_connector', { connector: 'notes' });
    assert.partialDeepStrictEqual(described, {
      ...{ id: 'notes', description: 'Keeps notes.', isInstalled: true, hosts: ['notes.example'], accounts: [] },
      signIn: { hasPage: false, fields: [{ name: 'token', secret: true }] },
    });
    const actions = described.actions.map(({ name, readsOnly, sendsFile }: Record<string, unknown>) => [
      ...[name, readsOnly, sendsFile],
    ]);
    assert.deepEqual(actions, [
      ['add-note', false, false],
      ['attach-file', false, true],
      ['list-notes', true, false],
    ]);
    assert.deepEqual(described.actions[0].input.required, ['note']);
    const accountsFor = async (as: Sender): Promise<string[]> =>
      (await call(as, 'describe_connector', { connector: 'notes' })).accounts
        .map(({ id }: { id: string }) => id)
        .sort();
    assert.deepEqual(await accountsFor(ours.writeKey), [shared]);
    assert.deepEqual(await accountsFor(ours.owner), [shared, own].sort());
    const other = await service.found();
    assert.equal((await call(other.readKey, 'describe_connector', { connector: 'notes' })).isInstalled, false);
    assert.deepEqual(await accountsFor(other.writeKey), []);
    assert.equal((await refused(ours.readKey, 'describe_connector', { connector: 'nots' })).code, 'not_found');
  });

  it('validates the files of a connector as the command line does', async () => {
    const broken = {
      ...files,
      'actions/add-note.json': files['actions/add-note.json']!.replace('"label"', '"labell"'),
    };
    const { isValid, problems } = await call(ours.readKey, 'validate_connector', { files: broken });
    assert.equal(isValid, false);
    assert.deepEqual(problems, JSON.parse(JSON.stringify(compileConnector(new Map(Object.entries(broken))).problems)));
    assert.equal((await call(ours.readKey, 'validate_connector', { files })).isValid, true);
  });

  it('reads no files of the server for it, and answers others meanwhile', async () => {
    const outside = await call(ours.readKey, 'validate_connector', {
      files: { '../../etc/passwd': '', '/etc/passwd': '' },
    });
    const found = outside.problems.map(({ file, code }: { file: string; code: string }) => [file, code]);
    assert.deepEqual(found.sort(), [
      ['../../etc/passwd', 'unknown_file'],
      ['/etc/passwd', 'unknown_file'],
      ['connector.json', 'missing_file'],
    ]);
    const large = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [`actions/action-${index}.json`, files['actions/attach-file.json']!]),
    );
    let isChecking = true;
    const checked = call(ours.readKey, 'validate_connector', { files: { ...files, ...large } });
    void checked.finally(() => (isChecking = false));
    let answers = 0;
    for (; isChecking; answers++) await send(service, 'GET', '/api/connectors', { as: ours.readKey });
    assert.ok(answers > 3, `${answers} answers meanwhile`);
    assert.equal((await checked).isValid, true);
  });

  it('refuses too many checks at once, and arguments that are not texts', async () => {
    const many = await Promise.all(
      Array.from({ length: 6 }, () =>
        ask(ours.readKey, 'tools/call', { name: 'validate_connector', arguments: { files } }),
      ),
    );
    const codes = many.filter(({ isError }) => isError).map(({ content }) => JSON.parse(content[0].text).code);
    assert.ok(codes.length > 0 && codes.every((code) => code === 'too_many_requests'), codes.join(', '));
    const wrong = await refused(ours.readKey, 'validate_connector', { files: { 'connector.json': { id: 'notes' } } });
    assert.deepEqual([wrong.code, wrong.errors[0].code], ['invalid_input', 'wrong_type']);
  });

  it('tries an action with a linked account, without showing its credentials', async () => {
    const account = await link(ours);
    const given = { connector: 'notes', account };
    const listed = await call(ours.writeKey, 'try_reading_action', { ...given, action: 'list-notes' });
    assert.deepEqual(listed, { status: 200, output: { notes: ['one', '[redacted]'] } });
    const input = { note: 'from a tool' };
    const added = await call(ours.owner, 'try_writing_action', { ...given, action: 'add-note', input });
    assert.deepEqual(added, { status: 201, output: input });
    assert.deepEqual(asked, ['GET /notes', 'POST /notes']);
    const audit = await send(service, 'GET', '/api/audit?action=action.tried', { as: ours.owner });
    assert.deepEqual(
      audit.body.rows.map(({ by, target, details }: Record<string, unknown>) => [by, target, details]),
      [[ours.personId, 'notes', { action: 'add-note', from: 'tool', account }]],
    );
  });

  it('refuses actions of the other kind, those that send a file, and unknown ones, before anything is sent', async () => {
    const given = { connector: 'notes', account: await link(ours) };
    const detailOf = async (tool: string, action: string) =>
      (await refused(ours.owner, tool, { ...given, action })).detail;
    assert.match(await detailOf('try_reading_action', 'add-note'), /may change something at the service/);
    assert.match(await detailOf('try_writing_action', 'list-notes'), /only reads/);
    assert.match(await detailOf('try_writing_action', 'attach-file'), /sends a file/);
    assert.match(await detailOf('try_writing_action', 'ad-note'), /Did you mean "add-note"\?/);
    const { failure } = await refused(ours.owner, 'try_writing_action', { ...given, action: 'add-note', input: {} });
    assert.equal(failure.class, 'invalid_input');
    assert.deepEqual(asked, []);
  });

  it("refuses somebody else's own account, one of another workspace, and callers who only read", async () => {
    const own = await link(ours, { shared: false });
    const theirs = await link(await found());
    const admin = await service.join(ours.workspaceId, 'admin');
    const given = { connector: 'notes', action: 'list-notes' };
    const codeFor = async (as: Sender, account: string) =>
      (await refused(as, 'try_reading_action', { ...given, account })).code;
    assert.equal(await codeFor(admin, own), 'forbidden');
    assert.equal(await codeFor(ours.writeKey, own), 'forbidden');
    assert.equal(await codeFor(ours.owner, theirs), 'not_found');
    assert.equal(await codeFor(ours.readKey, await link(ours)), 'forbidden');
    assert.equal(await codeFor(await service.join(ours.workspaceId, 'viewer'), await link(ours)), 'forbidden');
    assert.deepEqual(asked, []);
    await call(ours.owner, 'try_reading_action', { ...given, account: own });
  });

  it('says what the service refused, and marks the account', async () => {
    const account = await link(ours, { value: 'canary-old-token' });
    const result = await refused(ours.owner, 'try_reading_action', {
      connector: 'notes',
      action: 'list-notes',
      account,
    });
    assert.deepEqual([result.failure.class, result.failure.status, result.failure.mayRetry], ['auth', 401, false]);
    assert.ok(!JSON.stringify(result).includes('canary-old-token'));
    const described = await call(ours.owner, 'describe_connector', { connector: 'notes' });
    assert.equal(described.accounts[0].works, false);
  });

  const definition = (type: string) => ({
    ...{ name: 'Note', trigger: { kind: 'button' } },
    steps: [{ id: 'note', kind: 'createRecord', type, fields: { title: 'x' } }],
  });

  it('drafts and changes a workflow, names its mistakes, and publishes nothing', async () => {
    const { schema } = await call(ours.readKey, 'describe_workflow_format');
    assert.ok(schema.properties.steps);
    const checked = await call(ours.readKey, 'check_workflow', { definition: definition('nota') });
    assert.deepEqual(checked.mistakes[0].pointer, '#/steps/0/type');
    const made = await call(ours.writeKey, 'create_workflow_draft', { name: 'Note', definition: definition('nota') });
    assert.deepEqual([made.version, made.isPublished, made.mistakes], [1, false, checked.mistakes]);
    const address = new URL(made.link);
    assert.deepEqual(
      [address.origin, address.pathname, address.searchParams.get('workspace'), address.searchParams.get('branch')],
      ['http://tallyhook.test', `/workflows/${made.workflow}`, ours.workspaceId, 'main'],
    );
    const given = { workflow: made.workflow, name: 'Note', definition: definition('note') };
    const stale = await refused(ours.writeKey, 'change_workflow_draft', { ...given, version: 0 });
    assert.equal(stale.code, 'revision_conflict');
    const changed = await call(ours.writeKey, 'change_workflow_draft', { ...given, version: 1 });
    assert.deepEqual([changed.version, changed.mistakes], [2, []]);
    const seen = await call(ours.readKey, 'describe_workflow', { workflow: made.workflow });
    assert.deepEqual([seen.definition, seen.version], [definition('note'), 2]);
    assert.deepEqual((await call(ours.readKey, 'list_workflows')).workflows, [
      { id: made.workflow, name: 'Note', isPublished: false, hasDraft: true },
    ]);
    assert.deepEqual((await send(service, 'GET', '/api/workflows', { as: ours.owner })).body, []);
  });

  it('drafts nothing for callers who only read, nor over a workflow of another workspace', async () => {
    const given = { name: 'Note', definition: definition('note') };
    assert.equal((await refused(ours.readKey, 'create_workflow_draft', given)).code, 'forbidden');
    const { workflow } = await call(ours.writeKey, 'create_workflow_draft', given);
    const other = await service.found();
    assert.equal((await refused(other.writeKey, 'describe_workflow', { workflow })).code, 'not_found');
    const over = await refused(other.writeKey, 'change_workflow_draft', { ...given, workflow, version: 1 });
    assert.equal(over.code, 'not_found');
    assert.deepEqual((await call(other.readKey, 'list_workflows')).workflows, []);
  });
});
