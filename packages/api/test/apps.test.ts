import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '@tallyhook/schemas';
import { compileApp, packApp } from '@tallyhook/sdk';
import { releaseShippedApps } from '../src/apps/release-shipped-apps.ts';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const folder = join(import.meta.dirname, '../../store/apps');
const shipped = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const billing = (version: string, kind: 'text' | 'number' = 'text'): App => ({
  ...{ id: 'billing', name: 'Billing', version },
  types: [
    {
      ...{ name: 'invoice', label: 'Invoice', plural: 'Invoices', labelField: 'number' },
      fields: [
        { name: 'number', label: 'Number', kind: 'text' },
        { name: 'total', label: 'Total', kind },
      ],
    },
  ],
  dashboards: [{ id: 'money', name: 'Money', tiles: [{ report: 'all' }] }],
  reports: [{ id: 'all', name: 'All', definition: { type: 'invoice', chart: 'number' } }],
});

describe('/api/apps', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    await releaseShippedApps(service.store, service.deps.logger);
  });
  after(() => service?.stop());
  beforeEach(async () => {
    founded = await service.found();
  });

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, path, { as: founded.owner, ...(json !== undefined && { json }) });
  const release = (app: App) => call('POST', '/api/app-releases', packApp(app));

  it('compiles a shipped app again only if a file of it changed', async () => {
    const rows = service.store.system.collection('app_releases');
    const match = { scope: 'marketplace', app: 'crm' };
    const kept = await rows.findOne(match);
    const copy = await mkdtemp(join(tmpdir(), 'tallyhook-apps-'));
    await cp(join(folder, 'crm'), join(copy, 'crm'), { recursive: true });
    const logOf = async () => {
      const logged = service.log.length;
      await releaseShippedApps(service.store, service.deps.logger, copy);
      return service.log.slice(logged);
    };
    // Compiling would find other content than this and log it.
    await rows.updateOne(match, { $set: { sha256: 'other' } });
    assert.deepEqual(await logOf(), []);
    await appendFile(join(copy, 'crm/app.json'), '\n');
    assert.match((await logOf()).join('\n'), /raise the version/);
    await rows.updateOne(match, { $set: { sha256: kept!.sha256 } });
    await rm(copy, { recursive: true });
  });

  it('lists the apps that ship with the product, and those on the branch', async () => {
    const { body } = await call('GET', '/api/apps');
    assert.deepEqual(body.marketplace.map(({ app }: { app: string }) => app).sort(), shipped.toSorted());
    assert.deepEqual(
      body.installed.map(({ app }: { app: string }) => app),
      ['work'],
    );
  });

  for (const id of shipped.filter((one) => one !== 'work')) {
    it(`installs ${id}; its reports answer on its samples, its workflows are sound and off`, async () => {
      const { app } = compileApp(join(folder, id));
      const installed = await call('POST', '/api/apps', { id });
      assert.equal(installed.status, 201, installed.text);
      const loaded = await call('POST', `/api/installed-apps/${id}/samples`);
      assert.ok(loaded.body.records > 10, loaded.text);
      const reports = (await call('GET', '/api/reports')).body.filter((one: { app?: string }) => one.app === id);
      assert.equal(reports.length, app.reports!.length);
      for (const report of reports) {
        const answer = await call('GET', `/api/reports/${report.id}/answer`);
        assert.equal(answer.status, 200, answer.text);
        assert.ok(answer.body.overall, `${report.name}: ${answer.text}`);
      }
      const workflows = (await call('GET', '/api/workflows')).body.filter((one: { app?: string }) => one.app === id);
      assert.deepEqual(
        workflows.map(({ on }: { on: boolean }) => on),
        app.workflows!.map(() => false),
      );
      for (const { name, definition } of workflows) {
        const copy = await call('POST', '/api/workflows', { name: `Copy of ${name}`, definition });
        assert.equal(copy.status, 201, copy.text);
      }
      const detail = await call('GET', `/api/apps/${id}`);
      assert.equal(detail.body.loadedSamples, detail.body.samples);
      const removed = await call('DELETE', `/api/installed-apps/${id}/samples`);
      assert.deepEqual(removed.body, { records: detail.body.samples, kept: 0 });
    });
  }

  it('releases an app for its workspace, and refuses a changed version or a wrong digest', async () => {
    const first = await release(billing('1.0.0'));
    assert.equal(first.status, 201, first.text);
    assert.partialDeepStrictEqual(first.body, { app: 'billing', version: '1.0.0', isPublic: false });
    assertProblem(await release(billing('1.0.0', 'number')), 409, 'already_exists');
    const wrong = { ...packApp(billing('1.1.0')), sha256: 'a'.repeat(64) };
    assertProblem(await call('POST', '/api/app-releases', wrong), 422, 'invalid_input');
    assertProblem(await call('POST', '/api/app-releases', {}), 422, 'invalid_input');
    const crm = { ...billing('9.0.0'), id: 'crm' };
    assertProblem(await release(crm), 403, 'forbidden');
    const stranger = await service.found();
    assertProblem(await send(service, 'GET', '/api/apps/billing', { as: stranger.owner }), 404, 'not_found');
  });

  it('refuses an app with a broken workflow', async () => {
    const definition = { trigger: { kind: 'button' }, steps: [{ id: 'x', kind: 'nothing' }] };
    const { body } = await release({ ...billing('1.0.0'), workflows: [{ id: 'w', name: 'W', definition }] });
    assert.match(body.errors[0].pointer, /^#\/app\/workflows\/0\/definition/);
  });

  it('previews an update, refuses to lose values, and removes the app with what it brought', async () => {
    await release(billing('1.0.0'));
    await call('POST', '/api/apps', { id: 'billing' });
    await call('POST', '/api/records?type=invoice', { fields: { number: '1', total: 'many' } });
    await release(billing('2.0.0', 'number'));
    const update = await call('GET', '/api/installed-apps/billing/update');
    assert.partialDeepStrictEqual(update.body, { from: '1.0.0', to: '2.0.0', lost: 1, refusals: [] });
    const [type] = update.body.types as { label: string; lost: number; fields: object[] }[];
    assert.partialDeepStrictEqual(type, { type: 'invoice', label: 'Invoice', lost: 1 });
    assert.partialDeepStrictEqual(type!.fields, [
      { field: 'total', change: 'converted', values: 1, lost: 1, examples: [{ label: '1', value: 'many' }] },
    ]);
    assertProblem(await call('POST', '/api/apps', { id: 'billing' }), 409, 'would_lose');
    const updated = await call('POST', '/api/apps', { id: 'billing', acceptLoss: true });
    assert.equal(updated.body.version, '2.0.0');
    const sum = { type: 'invoice', chart: 'number', measures: [{ fn: 'sum', field: 'total' }] };
    const { body: own } = await call('POST', '/api/reports', { name: 'Sums', definition: sum });
    await release(billing('3.0.0'));
    const next = await call('GET', '/api/installed-apps/billing/update');
    assert.deepEqual(next.body.stops, [{ kind: 'report', id: own.id, name: 'Sums' }]);
    await call('DELETE', `/api/reports/${own.id}`);
    const report = { name: 'Own', definition: { type: 'invoice', chart: 'number' } };
    await call('POST', '/api/reports', report);
    assertProblem(await call('DELETE', '/api/installed-apps/billing'), 409, 'in_use');
    const removed = await call('DELETE', '/api/installed-apps/billing?evenIfUsed=1');
    assert.deepEqual(removed.body, { records: 1 });
    const types = await call('GET', '/api/types');
    assert.ok(types.body.every(({ name }: { name: string }) => name !== 'invoice'));
  });

  it('has dashboards that are read-only, and copies that are not', async () => {
    await release(billing('1.0.0'));
    await call('POST', '/api/apps', { id: 'billing' });
    const dashboards = (await call('GET', '/api/dashboards')).body as { id: string; name: string }[];
    const { id } = dashboards.find(({ name }) => name === 'Money')!;
    assertProblem(await call('PATCH', `/api/dashboards/${id}`, { name: 'Mine' }), 409, 'read_only');
    const copy = await call('POST', `/api/dashboards/${id}/copies`);
    assert.partialDeepStrictEqual(copy.body, { name: 'Copy of Money', tiles: [{ name: 'All' }] });
    assert.equal((await call('PATCH', `/api/dashboards/${copy.body.id}`, { name: 'Mine' })).status, 200);
  });
});
