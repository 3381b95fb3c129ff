import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileConnector } from '@tallyhook/sdk';
import { openBranch } from '@tallyhook/store/branches';
import { saveDefinition } from '@tallyhook/store/definitions';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const shipped = join(import.meta.dirname, '../../connectors');

/** The files of a connector that ships with the product. */
function filesOf(connector: string): { path: string; text: string }[] {
  const folder = join(shipped, connector);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(folder.length + 1), text: readFileSync(path, 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

describe('a connector in the making', () => {
  let service: Service;
  let ours: Founded;

  before(async () => {
    service = await startService();
    ours = await service.found();
  });
  after(() => service?.stop());

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, `/api/connector-folders${path}`, { as: ours.owner, ...(json !== undefined && { json }) });

  it('begins with the files of a starter, without mistakes', async () => {
    const made = await call('POST', '', { from: 'nothing', id: 'my-crm', name: 'My CRM' });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.body.id, made.body.name, made.body.version], ['my-crm', 'My CRM', '0.1.0']);
    assert.deepEqual(made.body.problems, []);
    assert.deepEqual(
      made.body.described.actions.map(({ name }: { name: string }) => name),
      ['create-contact'],
    );
    assert.equal(made.body.latestVersion, null);
    const { body: list } = await call('GET', '');
    assert.deepEqual(
      list.folders.map(({ id, problemCount, changedBy }: Record<string, unknown>) => [id, problemCount, changedBy]),
      [['my-crm', 0, ours.personId]],
    );
    assertProblem(await call('POST', '', { from: 'nothing', id: 'my-crm', name: 'Again' }), 409, 'already_exists');
  });

  it('keeps the files of a shipped connector byte for byte, with the mistakes that validate shows', async () => {
    const files = filesOf('github');
    const made = await call('POST', '', { from: 'files', files });
    assert.equal(made.status, 201, made.text);
    const read = await call('GET', '/github');
    assert.deepEqual(read.body.files, files);
    assert.deepEqual(read.body.problems, []);
    const broken = files.map((file) =>
      file.path === 'actions/create-issue.json' ? { ...file, text: file.text.replace('"label"', '"lable"') } : file,
    );
    const saved = await call('PUT', '/github', { revision: 1, files: broken });
    assert.equal(saved.status, 200, saved.text);
    assert.equal(saved.body.revision, 2);
    assert.equal(saved.body.described, null);
    const validated = compileConnector(new Map(broken.map(({ path, text }) => [path, text]))).problems;
    assert.ok(validated.some(({ code }) => code === 'unknown_key'));
    assert.deepEqual(
      saved.body.problems.map(({ file, line, column, code, message }: (typeof validated)[number]) => [
        ...[file, line, column, code, message],
      ]),
      validated.map(({ file, line, column, code, message }) => [file, line, column, code, message]),
    );
    const checked = await call('POST', '/github/checks', { files });
    assert.deepEqual(checked.body.problems, []);
    assert.equal(checked.body.described.actions.length > 0, true);
    assert.equal((await call('GET', '/github')).body.revision, 2);
  });

  it('is not overwritten by somebody who has read an older revision', async () => {
    const { body } = await call('GET', '/my-crm');
    const put = (revision: number, text: string) =>
      call('PUT', '/my-crm', { revision, files: [...body.files, { path: 'LICENSE', text }] });
    assert.equal((await put(body.revision, 'mine')).status, 200);
    const late = await put(body.revision, 'theirs');
    assertProblem(late, 409, 'revision_conflict');
    assert.equal(late.body.revision, body.revision + 1);
    const { body: now } = await call('GET', '/my-crm');
    assert.equal(now.files.find(({ path }: { path: string }) => path === 'LICENSE').text, 'mine');
  });

  it('does not keep a credential', async () => {
    const { body } = await call('GET', '/my-crm');
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const files = body.files.map(({ path, text }: { path: string; text: string }) => ({
      ...{ path, text: path === 'README.md' ? `${text}\n${token}\n` : text },
    }));
    const refused = await call('PUT', '/my-crm', { revision: body.revision, files });
    assertProblem(refused, 422, 'invalid_connector');
    assert.match(refused.body.detail, /README\.md, line \d+, contains a credential/);
    assert.ok(!refused.text.includes(token) && !service.log.join('').includes(token));
    assert.equal((await call('GET', '/my-crm')).body.revision, body.revision);
  });

  it('has no files outside its folder, and no other id', async () => {
    const { body } = await call('GET', '/my-crm');
    for (const path of [
      '../outside.json',
      '/etc/passwd',
      'actions/../../x.json',
      '.git/config',
      'a/b/c.json',
      'a\\b',
    ]) {
      const put = await call('PUT', '/my-crm', { revision: body.revision, files: [{ path, text: '' }] });
      assertProblem(put, 422, 'invalid_input');
    }
    const twice = [1, 2].map(() => ({ path: 'README.md', text: '' }));
    assertProblem(await call('PUT', '/my-crm', { revision: body.revision, files: twice }), 422, 'invalid_input');
    const files = [{ path: 'connector.json', text: '{"id": "other"}' }];
    const other = await call('PUT', '/my-crm', { revision: body.revision, files });
    assertProblem(other, 422, 'invalid_connector');
  });

  it('begins with the files of a released connector, and says what a package does not keep', async () => {
    const released = compileConnector(join(shipped, 'slack')).package!;
    const renamed = { ...released.connector, id: 'our-slack' };
    const files = filesOf('slack').map((file) =>
      file.path === 'connector.json' ? { ...file, text: JSON.stringify(renamed) } : file,
    );
    const own = compileConnector(new Map(files.map(({ path, text }) => [path, text]))).package!;
    const release = await send(service, 'POST', '/api/connectors/releases', { as: ours.owner, json: own });
    assert.equal(release.status, 201, release.text);
    const made = await call('POST', '', { from: 'connector', connector: 'our-slack' });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.latestVersion, own.connector.version);
    assert.match(made.body.notes[0], /does not keep fixtures/);
    const texts = new Map<string, string>(made.body.files.map(({ path, text }: never) => [path, text]));
    assert.equal(compileConnector(texts).package!.sha256, own.sha256);
  });

  it('runs all fixtures and tells what they cover', async () => {
    const { body } = await call('GET', '/my-crm');
    const { body: passed } = await call('POST', '/my-crm/fixture-runs');
    assert.ok(passed.results.length >= 3 && passed.results.every(({ isOk }: { isOk: boolean }) => isOk));
    assert.ok(passed.coverage.some(({ isCovered }: { isCovered: boolean }) => isCovered));
    const files = body.files.map(({ path, text }: { path: string; text: string }) => ({
      ...{ path, text: path === 'actions/create-contact.json' ? text.replace('"POST"', '"PUT"') : text },
    }));
    const saved = await call('PUT', '/my-crm', { revision: body.revision, files });
    const { body: failed } = await call('POST', '/my-crm/fixture-runs');
    const broken = failed.results.filter(({ isOk }: { isOk: boolean }) => !isOk);
    assert.ok(broken.length > 0 && broken.every(({ message }: { message: string }) => message.includes('PUT')));
    const release = { version: '0.1.0', revision: saved.body.revision };
    const refused = await call('POST', '/my-crm/releases', release);
    assertProblem(refused, 422, 'invalid_connector');
    assert.equal(refused.body.errors[0].code, 'fixture_failed');
    assert.equal((await call('PUT', '/my-crm', { revision: saved.body.revision, files: body.files })).status, 200);
  });

  it('is released with a version, once all is right, and plans the next one', async () => {
    const { body } = await call('GET', '/my-crm');
    const { body: first } = await call('GET', '/my-crm/release-plan');
    assert.deepEqual([first.latestVersion, first.neededStep, first.blocked], [null, null, []]);
    assertProblem(await call('POST', '/my-crm/releases', { version: '1.0.0', revision: 1 }), 409, 'revision_conflict');
    const released = await call('POST', '/my-crm/releases', { version: '1.0.0', revision: body.revision });
    assert.equal(released.status, 201, released.text);
    assert.deepEqual([released.body.version, released.body.isPublic], ['1.0.0', false]);
    const { body: now } = await call('GET', '/my-crm');
    assert.deepEqual([now.version, now.latestVersion, now.revision], ['1.0.0', '1.0.0', body.revision + 1]);

    const installed = await send(service, 'POST', '/api/connectors', { as: ours.owner, json: { id: 'my-crm' } });
    assert.equal(installed.status, 201, installed.text);
    await addWorkflow('Greet', [{ id: 'create', kind: 'action', connector: 'my-crm', action: 'create-contact' }]);
    await addWorkflow('Other', [{ id: 'stop', kind: 'stop' }]);
    const files = now.files
      .filter(({ path }: { path: string }) => !path.startsWith('fixtures/contact'))
      .map(({ path, text }: { path: string; text: string }) => ({
        ...{ path: path.replace('create-contact', 'add-contact'), text },
      }));
    const renamed = await call('PUT', '/my-crm', { revision: now.revision, files });
    assert.equal(renamed.status, 200, renamed.text);
    const { body: plan } = await call('GET', '/my-crm/release-plan');
    assert.deepEqual(plan.nextVersions, { patch: '1.0.1', minor: '1.1.0', major: '2.0.0' });
    assert.deepEqual([plan.neededStep, plan.neededVersion], ['major', '2.0.0']);
    assert.deepEqual(
      plan.changes.map(({ kind, isBreaking, where }: never) => [kind, isBreaking, (where as { file: string }).file]),
      [
        ['breaking', true, 'actions/create-contact.json'],
        ['addition', false, 'actions/add-contact.json'],
      ],
    );
    assert.deepEqual(
      plan.concerned.map(({ workflow, version, branch }: Record<string, string>) => [workflow, version, branch]),
      [['Greet', '1.0.0', 'main']],
    );
    const { revision } = renamed.body;
    assertProblem(await call('POST', '/my-crm/releases', { version: '1.1.0', revision }), 422, 'invalid_connector');
    assert.equal((await call('POST', '/my-crm/releases', { version: '2.0.0', revision })).status, 201);
  });

  /** Saves a workflow without the checks of the API, which has no account to choose here. */
  async function addWorkflow(name: string, steps: object[]): Promise<void> {
    const branch = await openBranch(service.store, ours.workspaceId, 'main');
    const definition = { name, trigger: { kind: 'button' }, steps };
    await saveDefinition(service.store, branch, 'workflow', { name, definition }, ours.personId);
  }

  it('keeps the notes of a release, which the marketplace shows with the version', async () => {
    const { body } = await call('GET', '/my-crm');
    const notes = 'Contacts have a city.\n\n<b>Not bold</b>';
    const release = { version: '2.0.1', revision: body.revision, notes };
    const released = await call('POST', '/my-crm/releases', release);
    assert.deepEqual([released.status, released.body.notes], [201, notes], released.text);
    const own = compileConnector(new Map(filesOf('slack').map(({ path, text }) => [path, text]))).package!;
    const texts = filesOf('slack').map(({ path, text }): [string, string] => [
      path,
      path === 'connector.json' ? JSON.stringify({ ...own.connector, id: 'noted' }) : text,
    ]);
    const noted = compileConnector(new Map(texts)).package!;
    const post = (json: unknown) => send(service, 'POST', '/api/connectors/releases', { as: ours.owner, json });
    assertProblem(await post({ package: noted, notes: 'x'.repeat(4_001) }), 422, 'invalid_input');
    assertProblem(await post({ package: noted, notes: ' ' }), 422, 'invalid_input');
    assert.equal((await post({ package: noted, notes: 'First.' })).status, 201);
    const versionsOf = async (connector: string) =>
      (await send(service, 'GET', `/api/connectors/${connector}`, { as: ours.owner })).body.versions;
    assert.equal((await versionsOf('noted'))[0].notes, 'First.');
    assert.deepEqual(
      (await versionsOf('my-crm')).map(({ version, notes: said }: Record<string, string>) => [version, said]),
      [
        ['2.0.1', notes],
        ['2.0.0', undefined],
        ['1.0.0', undefined],
      ],
    );
    const { text } = await send(service, 'GET', '/api/connectors', { as: ours.owner });
    assert.ok(!text.includes('First.'), 'the list stays small');
  });

  it('plans with the versions that workflows stay on', async () => {
    const { body: before } = await call('GET', '/my-crm/release-plan');
    const [greet] = before.concerned;
    const update = { id: 'my-crm', version: '2.0.1', keep: [{ workflowId: greet.workflowId, branch: greet.branch }] };
    const installed = await send(service, 'POST', '/api/connectors', { as: ours.owner, json: update });
    assert.equal(installed.status, 201, installed.text);
    const { body: detail } = await send(service, 'GET', '/api/connectors/my-crm', { as: ours.owner });
    const { body: plan } = await call('GET', '/my-crm/release-plan');
    assert.equal(detail.installation.version, '2.0.1');
    assert.deepEqual(
      plan.concerned.map(({ workflow, version }: Record<string, string>) => [workflow, version]),
      [['Greet', '1.0.0']],
    );
  });

  it('begins with an OpenAPI document, and says what was left out', async () => {
    const document = `
openapi: 3.1.0
info: { title: The Pets API, version: '1' }
servers: [{ url: 'https://pets.example.com/v1' }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
security: [{ key: [] }]
paths:
  /pets:
    get: { operationId: listPets, responses: { '200': { description: ok } } }
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { '201': { description: ok } }
webhooks: { pet: { post: { responses: { '200': { description: ok } } } } }
`;
    const made = await call('POST', '', { from: 'openapi', document });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.body.id, made.body.name], ['pets', 'The Pets API']);
    assert.deepEqual(
      made.body.described.actions.map(({ name }: { name: string }) => name),
      ['add-pet', 'list-pets'],
    );
    assert.ok(made.body.notes.some((note: string) => note.includes('the webhook "pet"')));
    const { body: runs } = await call('POST', '/pets/fixture-runs');
    assert.deepEqual(
      runs.results.map(({ file, isOk }: Record<string, unknown>) => [file, isOk]),
      [
        ['fixtures/add-pet.json', true],
        ['fixtures/list-pets.json', true],
      ],
    );
    const contents = await send(service, 'POST', '/api/openapi-contents', { as: ours.owner, json: { document } });
    assert.deepEqual(
      [contents.body.title, contents.body.operations.map(({ name }: { name: string }) => name), contents.body.signIns],
      ['The Pets API', ['GET /pets', 'POST /pets'], ['key']],
    );
    const chosen = { operations: ['POST /pets'], signIn: 'bearer' };
    const one = await call('POST', '', { from: 'openapi', document, id: 'one-pet', ...chosen });
    assert.equal(one.body.described.actions.length, 1);
    const { signIn } = JSON.parse(one.body.files.find(({ path }: { path: string }) => path === 'connector.json').text);
    assert.equal(signIn.kind, 'bearer');
    const unknown = await call('POST', '', { from: 'openapi', document, id: 'no-pet', signIn: 'nothing' });
    assertProblem(unknown, 422, 'invalid_input');
    const unreadable = { as: ours.owner, json: { document: '{' } };
    assertProblem(await send(service, 'POST', '/api/openapi-contents', unreadable), 422, 'invalid_input');
    const wrong = await call('POST', '', { from: 'openapi', document: 'openapi: 3.1.0\npaths: [' });
    assertProblem(wrong, 422, 'invalid_input');
    assert.match(wrong.body.detail, /^The document:2:\d+ is neither JSON nor YAML/);
  });

  it('begins with a curl command, whose credentials are kept nowhere', async () => {
    const command = `curl https://api.shop.example/v1/orders -u 'canary_4711:' -d title=Paint`;
    const made = await call('POST', '', { from: 'curl', id: 'my-orders', name: 'Orders', command });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.name, 'Orders');
    assert.deepEqual(
      made.body.problems.filter(({ severity }: { severity: string }) => severity === 'error'),
      [],
    );
    assert.match(made.body.notes[0], /^Taken from the user and password: a linked account has "API key"\./);
    const rows = JSON.stringify(await service.store.system.collection('connector_folders').find().toArray());
    for (const text of [made.text, rows, service.log.join('')]) assert.ok(!text.includes('canary_4711'));
    const wrong = await call('POST', '', { from: 'curl', id: 'other', name: 'Other', command: 'curl -X POST' });
    assertProblem(wrong, 422, 'invalid_input');
  });

  it('is removed without its releases', async () => {
    assert.equal((await call('DELETE', '/our-slack')).status, 204);
    assertProblem(await call('GET', '/our-slack'), 404, 'not_found');
    const { body } = await send(service, 'GET', '/api/connectors', { as: ours.owner });
    assert.ok(body.marketplace.some(({ connector }: { connector: string }) => connector === 'our-slack'));
  });
});
