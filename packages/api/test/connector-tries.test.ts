import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { linkAccount } from '@tallyhook/store/accounts';
import { getReleasedPackage } from '@tallyhook/store/connectors';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const key = 'canary key/4711?ü';
const forms = [key, encodeURIComponent(key), Buffer.from(key).toString('base64'), JSON.stringify(key).slice(1, -1)];

interface Received {
  method: string;
  url: string;
  host: string;
  key: string | undefined;
  body: string;
}

/** A strict CRM at `https://api.example.com`: wants its key, echoes it in every form, and lets files be begun. */
async function startCrm(): Promise<{ server: Server; received: Received[]; route: string }> {
  const received: Received[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url = '', headers } = request;
      const given = headers['x-api-key'] as string | undefined;
      const body = Buffer.concat(chunks).toString();
      received.push({ method, url, host: headers.host ?? '', key: given, body });
      const answer = (status: number, json: object, more: Record<string, string> = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(json));
      const isKnown =
        headers.authorization === 'Bearer canary-files-key' ||
        (given !== undefined && [key, 'canary-files-key'].includes(decodeURIComponent(given)));
      if (!isKnown) return answer(401, { error: `no such key: ${given ?? ''}` });
      if (method === 'POST' && url === '/v1/contacts') {
        const { name } = JSON.parse(body) as { name?: string };
        if (name === undefined) return answer(422, { error: 'name is missing' });
        return answer(201, { id: 'c1', echo: forms, long: 'x'.repeat(70_000) });
      }
      if (method === 'POST' && url === '/v1/files')
        return answer(201, {}, { location: 'https://api.example.com/uploads/7' });
      return answer(404, { error: 'no such address' });
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const to = `http://127.0.0.1:${port}`;
  return { server, received, route: `https://api.example.com=${to},https://evil.example.com=${to}` };
}

describe('trying an action of a connector in the making', () => {
  let crm: Awaited<ReturnType<typeof startCrm>>;
  let http: Http;
  let service: Service;
  let ours: Founded;
  let account: string;

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, `/api/connector-folders${path}`, { as: ours.owner, ...(json !== undefined && { json }) });
  const folder = async (id: string) => (await call('GET', `/${id}`)).body;
  const tryIt = (json: object, id = 'my-crm') => call('POST', `/${id}/tries`, json);
  /** Replaces a text in connector.json; returns the files as they were. */
  async function change(from: string, to: string) {
    const { revision, files } = await folder('my-crm');
    const changed = files.map(({ path, text }: { path: string; text: string }) => ({
      ...{ path, text: path === 'connector.json' ? text.replaceAll(from, to) : text },
    }));
    assert.notDeepEqual(changed, files);
    const saved = await call('PUT', '/my-crm', { revision, files: changed });
    assert.equal(saved.status, 200, saved.text);
    return files;
  }
  async function changeUpload(change_: (upload: object) => object) {
    const { revision, files } = await folder('my-files');
    const changed = files.map(({ path, text }: { path: string; text: string }) => {
      if (!path.endsWith('upload-file.json')) return { path, text };
      const action = JSON.parse(text);
      return { path, text: JSON.stringify({ ...action, upload: change_(action.upload) }) };
    });
    assert.equal((await call('PUT', '/my-files', { revision, files: changed })).status, 200);
  }
  const putBack = async (files: unknown) =>
    call('PUT', '/my-crm', { revision: (await folder('my-crm')).revision, files });

  before(async () => {
    crm = await startCrm();
    http = createHttp({ routes: parseRoutes(crm.route), privateHosts: [] });
    service = await startService({ http });
    ours = await service.found();
    await call('POST', '', { from: 'nothing', id: 'my-crm', name: 'My CRM' });
    // Header values are bytes, so the key travels encoded.
    await change('{{account.key}}', '{{account.key|url}}');
    await call('POST', '/my-crm/releases', { version: '1.0.0', revision: (await folder('my-crm')).revision });
    await send(service, 'POST', '/api/connectors', { as: ours.owner, json: { id: 'my-crm' } });
    account = await link(ours.personId);
  });
  after(async () => {
    await service?.stop();
    await http.close();
    crm.server.close();
  });
  beforeEach(() => void crm.received.splice(0));

  async function link(ownerPersonId: string, shared = false): Promise<string> {
    const { id } = await linkAccount(service.store, {
      ...{ workspaceId: ours.workspaceId, connector: 'my-crm', label: 'CRM', externalId: ownerPersonId },
      ...{ ownerPersonId, fields: { key }, shared },
    });
    return id;
  }

  it('shows the request, the answer and the output without the credential in any form, and makes a fixture', async () => {
    const tried = await tryIt({ action: 'create-contact', inputs: { name: 'Ada' }, account });
    assert.equal(tried.status, 200, tried.text);
    const { request, answer, output, fixture, steps, hasUpload } = tried.body;
    assert.deepEqual([request.method, request.url], ['POST', 'https://api.example.com/v1/contacts']);
    assert.equal(request.headers['x-api-key'], '••••');
    assert.deepEqual(JSON.parse(request.body), { name: 'Ada' });
    assert.deepEqual([answer.status, answer.isCut, answer.body.length], [201, true, 65_536]);
    assert.match(answer.body, /"echo":\["••••","••••","••••","••••"\]/);
    assert.deepEqual([output, hasUpload], [{ id: 'c1' }, false]);
    assert.match(steps[0].detail, /^201 \(\d+ ms\)$/);
    assert.equal(crm.received[0]!.key, encodeURIComponent(key));
    const audit = await send(service, 'GET', '/api/audit?action=action.tried', { as: ours.owner });
    assert.deepEqual(
      audit.body.rows.map(({ by, target, details }: Record<string, unknown>) => [by, target, details]),
      [[ours.personId, 'my-crm', { action: 'create-contact', from: 'builder', account }]],
    );
    for (const form of forms) assert.ok(!tried.text.includes(form) && !service.log.join('').includes(form), form);

    assert.equal(fixture.$schema, '../.schemas/fixture.schema.json');
    const { revision, files } = await folder('my-crm');
    const added = { path: 'fixtures/tried.json', text: JSON.stringify(fixture, null, 2) };
    const saved = await call('PUT', '/my-crm', { revision, files: [...files, added] });
    assert.deepEqual(saved.body.problems, []);
    const { body: runs } = await call('POST', '/my-crm/fixture-runs');
    assert.deepEqual(
      runs.results.filter(({ isOk }: { isOk: boolean }) => !isOk),
      [],
    );
  });

  it('shows the refusal of the service, and of the inputs', async () => {
    const { body: refused } = await tryIt({ action: 'create-contact', inputs: { name: 'Ada' } });
    assert.equal(refused.output, undefined);
    assert.match(refused.error.message, /the account lacks a value/);
    const { body: wrong } = await tryIt({ action: 'create-contact', inputs: {}, account });
    assert.deepEqual([wrong.error.code, wrong.request, wrong.fixture], ['invalid_input', null, null]);
    const unknown = await tryIt({ action: 'creat-contact', inputs: {} });
    assertProblem(unknown, 422, 'invalid_input');
    assert.deepEqual(
      [unknown.body.errors[0].code, unknown.body.errors[0].suggestion],
      ['unknown_action', 'create-contact'],
    );
    assert.deepEqual(crm.received, []);
  });

  it('sends the credential of an account only to the hosts of the installed version', async () => {
    const files = await change('api.example.com', 'evil.example.com');
    const { body } = await tryIt({ action: 'create-contact', inputs: { name: 'Ada' }, account });
    assert.match(body.error.message, /"evil\.example\.com" is not one of the hosts of the installed version/);
    assert.deepEqual(crm.received, []);
    await putBack(files);
  });

  it('runs no regular expression of the inputs, which could hold up everybody', async () => {
    const { revision, files } = await folder('my-crm');
    const slow = files.map(({ path, text }: { path: string; text: string }) => ({
      ...{
        path,
        text: path.endsWith('create-contact.json') ? text.replace('"minLength": 1', '"pattern": "^(a+)+$"') : text,
      },
    }));
    assert.notDeepEqual(slow, files);
    assert.equal((await call('PUT', '/my-crm', { revision, files: slow })).status, 200);
    const tried = await tryIt({ action: 'create-contact', inputs: { name: `${'a'.repeat(40)}!` }, account });
    assertProblem(tried, 422, 'invalid_connector');
    assert.match(tried.body.errors[0].detail, /unknown key "pattern"/);
    assert.deepEqual(crm.received, []);
    await putBack(files);
  });

  it('does not reveal what the installed version keeps secret', async () => {
    const files = await change('"secret": true', '"secret": false');
    const tried = await tryIt({ action: 'create-contact', inputs: { name: 'Ada' }, account });
    for (const form of forms) assert.ok(!tried.text.includes(form), tried.text);
    assertProblem(tried, 422, 'invalid_connector');
    assert.deepEqual(crm.received, []);
    await putBack(files);
  });

  it("refuses somebody else's own account, and one of another connector", async () => {
    const { personId } = await service.join(ours.workspaceId, 'member');
    const theirs = await link(personId);
    assertProblem(await tryIt({ action: 'create-contact', inputs: { name: 'A' }, account: theirs }), 403, 'forbidden');
    await call('POST', '', { from: 'nothing', id: 'other-crm', name: 'Other' });
    const other = await tryIt({ action: 'create-contact', inputs: { name: 'A' }, account }, 'other-crm');
    assertProblem(other, 422, 'invalid_account');
    assert.deepEqual(crm.received, []);
  });

  it('makes only the first request of an action that sends a file, and says where the file would go', async () => {
    await call('POST', '', { from: 'nothing', id: 'my-files', name: 'My files', starter: 'upload' });
    const { revision } = await folder('my-files');
    await call('POST', '/my-files/releases', { version: '1.0.0', revision });
    await send(service, 'POST', '/api/connectors', { as: ours.owner, json: { id: 'my-files' } });
    const { connector } = await getReleasedPackage(service.store, ours, { connector: 'my-files', version: '1.0.0' });
    const { name } = connector.account!.fields[0]!;
    const { id: own } = await linkAccount(service.store, {
      ...{ workspaceId: ours.workspaceId, connector: 'my-files', label: 'Files', externalId: 'f1' },
      ...{ ownerPersonId: ours.personId, fields: { [name]: 'canary-files-key' }, shared: false },
    });
    const { body } = await tryIt({ action: 'upload-file', inputs: { title: 'Hi' }, account: own }, 'my-files');
    assert.deepEqual([body.hasUpload, body.fixture, body.error, body.answer.status], [true, null, undefined, 201]);
    assert.equal(body.uploadWouldGoTo, 'https://api.example.com/uploads/7');
    assert.deepEqual(body.notMade, [{ name: 'The file', reason: 'Send has no file.' }]);
    assert.deepEqual(
      crm.received.map(({ method, url }) => `${method} ${url}`),
      ['POST /v1/files'],
    );

    crm.received.splice(0);
    await changeUpload((upload) => ({
      ...upload,
      to: '{{start.place.body.url}}',
      afterStart: [{ name: 'place', request: { method: 'POST', path: '/files/{{start.body.id}}/place' } }],
      chunkSize: '{{start.place.body.size}}',
      finish: { method: 'POST', path: '/files/done' },
    }));
    const { body: longer } = await tryIt({ action: 'upload-file', inputs: { title: 'Hi' }, account: own }, 'my-files');
    assert.deepEqual([longer.error, longer.uploadWouldGoTo, longer.answer.status], [undefined, undefined, 201]);
    assert.deepEqual(longer.notMade, [
      { name: 'Request "place" before the file', reason: 'Send makes the first request only.' },
      { name: 'The file', reason: 'Send has no file.' },
      { name: 'Request after the file', reason: 'It comes after the file, and Send has no file.' },
    ]);
    assert.equal(crm.received.length, 1);
  });
});
