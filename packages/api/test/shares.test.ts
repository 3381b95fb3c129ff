import assert from 'node:assert/strict';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('a link that shows a dashboard or report', () => {
  let service: Service;
  let founded: Founded;
  let report: string;
  let other: string;
  let dashboard: string;
  let now = new Date('2026-11-28T12:00:00Z');

  before(async () => {
    service = await startService({ now: () => now, signInRates: { perEmail: 1000, perAddress: 12 } });
    founded = await service.found();
    for (const status of ['open', 'open', 'done'])
      await call('POST', '/api/records?type=ticket', {
        fields: { title: 'Confidential title', status, priority: 'high' },
      });
    const definition = {
      type: 'ticket',
      chart: 'bars',
      groupBy: [{ field: 'status' }],
      filter: { and: [{ field: 'priority', op: 'eq', value: 'high' }] },
    };
    report = (await call('POST', '/api/reports', { name: 'By status', definition })).body.id;
    other = (await call('POST', '/api/reports', { name: 'Not shared', definition })).body.id;
    dashboard = (await call('POST', '/api/dashboards', { name: 'Team' })).body.id;
    await call('POST', `/api/dashboards/${dashboard}/tiles`, { report, width: 2 });
  });

  after(() => service?.stop());

  const call = (method: string, path: string, json?: unknown, as: Sender = founded.owner) =>
    send(service, method, path, { as, ...(json === undefined ? {} : { json }) });
  const open = (secret: string) => send(service, 'POST', '/api/shared', { json: { secret } });
  const ask = (secret: string, id: string) =>
    send(service, 'POST', '/api/shared/answers', { json: { secret, report: id } });

  async function share(body: object) {
    const made = await call('POST', '/api/shares', body);
    assert.equal(made.status, 201, made.text);
    const { id, address, expiresAt } = made.body as { id: string; address: string; expiresAt: string };
    return { id, secret: address.split('#')[1]!, address, expiresAt };
  }

  it('opens without a sign-in, and shows only what its reports show', async () => {
    const { secret, address } = await share({ kind: 'dashboard', target: dashboard });
    assert.ok(address.startsWith('http://tallyhook.test/shared#'));
    const page = await open(secret);
    assert.equal(page.status, 200, page.text);
    assert.equal(page.headers.get('x-robots-tag'), 'noindex, nofollow');
    const { name, workspace, reports, types } = page.body;
    assert.deepEqual([name, workspace], ['Team', 'Bakery']);
    assert.deepEqual(reports, [{ id: report, name: 'By status', chart: 'bars', width: 2 }]);
    assert.deepEqual(
      types.map(({ fields }: { fields: { name: string }[] }) => fields.map((field) => field.name)),
      [['status']],
    );
    const answered = await ask(secret, report);
    assert.deepEqual(answered.body.rows, [
      { key: { status: 'open' }, count: 2 },
      { key: { status: 'done' }, count: 1 },
    ]);
    for (const text of [page.text, answered.text]) assert.ok(!/priority|Confidential/.test(text), text);
  });

  it('applies the conditions that are saved with the dashboard', async () => {
    const { secret } = await share({ kind: 'dashboard', target: dashboard });
    const conditions = [{ field: 'status', kind: 'choice', op: 'in', value: ['done'] }];
    await call('PATCH', `/api/dashboards/${dashboard}`, { conditions });
    assert.deepEqual((await ask(secret, report)).body.rows, [{ key: { status: 'done' }, count: 1 }]);
    await call('PATCH', `/api/dashboards/${dashboard}`, { conditions: [] });
  });

  it('opens nothing else: no other report, and no other address', async () => {
    const { secret } = await share({ kind: 'report', target: report });
    assert.equal((await ask(secret, report)).status, 200);
    assertProblem(await ask(secret, other), 404, 'not_found');
    for (const path of ['/api/reports', `/api/reports/${report}/answer`, '/api/records?type=ticket', '/api/types'])
      assertProblem(await call('GET', path, undefined, { key: secret }), 401, 'sign_in_required');
    now = new Date(now.getTime() + dayMs);
  });

  it('is listed with its maker, its end and when it was last opened', async () => {
    const { id, secret } = await share({ kind: 'report', target: report });
    await open(secret);
    const { body } = await call('GET', '/api/shares');
    const found = body.find((one: { id: string }) => one.id === id);
    assert.deepEqual([found.name, found.branch, found.kind, found.address], ['By status', 'main', 'report', undefined]);
    assert.equal(found.lastUsedAt, now.toISOString());
    assert.equal(found.expiresAt, new Date(now.getTime() + 90 * dayMs).toISOString());
    assert.ok(found.maker);
    assert.ok(!JSON.stringify(body).includes(secret));
  });

  it('ends, and can be removed before that', async () => {
    const short = await share({ kind: 'report', target: report, expiresInDays: 1 });
    const removed = await share({ kind: 'report', target: report });
    assert.equal((await call('DELETE', `/api/shares/${removed.id}`)).status, 204);
    assertProblem(await open(removed.secret), 404, 'not_found');
    now = new Date(now.getTime() + dayMs);
    assertProblem(await open(short.secret), 404, 'not_found');
    const { body } = await call('GET', '/api/audit');
    const actions = body.rows.map(({ action }: { action: string }) => action);
    assert.ok(actions.includes('share.created') && actions.includes('share.revoked'), actions.join());
    now = new Date(now.getTime() + dayMs);
  });

  it('stops with its dashboard, and with the membership of its maker', async () => {
    const admin = await service.join(founded.workspaceId, 'admin');
    const made = await call('POST', '/api/shares', { kind: 'report', target: report }, admin);
    const secret = made.body.address.split('#')[1] as string;
    assert.equal((await open(secret)).status, 200);
    assert.equal((await call('DELETE', `/api/members/${admin.personId}`)).status, 204);
    assertProblem(await open(secret), 404, 'not_found');
    const { secret: ofDashboard } = await share({ kind: 'dashboard', target: dashboard });
    await call('DELETE', `/api/dashboards/${dashboard}`);
    assertProblem(await open(ofDashboard), 404, 'not_found');
    now = new Date(now.getTime() + dayMs);
  });

  it('cannot be guessed for long', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 13; time++) statuses.push((await open('guess')).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429]);
  });

  it('is made for something of the branch, by people who manage the workspace', async () => {
    assertProblem(await call('POST', '/api/shares', { kind: 'dashboard', target: report }), 404, 'not_found');
    assertProblem(await call('POST', '/api/shares', { kind: 'report', target: 'x' }), 422, 'invalid_input');
    const member = await service.join(founded.workspaceId, 'member');
    assertProblem(await call('POST', '/api/shares', { kind: 'report', target: report }, member), 403, 'forbidden');
  });
});
