import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { MongoClient, type Collection, type Db } from 'mongodb';
import type { Report } from '@tallyhook/schemas';
import type { Locator, Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, listenTo, narrowDark, takePicture } from './page-browser.ts';
import { mongodbUri, startProduct, waitFor } from './product.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

/** The fail point that holds a build after every record has been scanned and before sorting. */
const afterScan = 'hangAfterStartingIndexBuildUnlocked';

interface SpeedAnswer {
  fields: { index: { percent: number | null } }[];
}

describe('the Speed page', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let database: MongoClient;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-mongod-'));
    await putMongodThatCanBeHeld(folder);
  });
  after(() => database?.close());
  withReportScene(
    async (started) => {
      scene = started;
      ({ page } = scene);
      database = await MongoClient.connect(await mongodbUri(scene.product));
      for (const field of ['status', 'priority']) {
        const filter = { field, op: 'in', value: ['open', 'urgent'].slice(...(field === 'status' ? [0, 1] : [1])) };
        const report = await scene.make(`Filters on ${field}`, { type: 'ticket', chart: 'number', filter } as Report);
        await scene.get(`/api/reports/${report.id}/answer`);
      }
    },
    () => startProduct({ PATH: `${folder}${delimiter}${process.env.PATH}` }),
  );
  after(() => rm(folder, { recursive: true, force: true }));

  const rowOf = (field: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${field}\\s*Ticket`) }) });
  async function check(label: string): Promise<void> {
    await takePicture(page, label);
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
  }

  it('lists the fields that reports filter on, and builds an index when switched on', async () => {
    await page.goto('/speed');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Status\s*Ticket/ }) });
    await row.getByRole('link', { name: 'Open tickets by status' }).waitFor();
    const toggle = row.getByRole('switch', { name: 'Index on Status of Ticket' });
    await toggle.focus();
    await page.keyboard.press('Space');
    await row.getByText('On', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await row.getByText('Off', { exact: true }).waitFor();
  });

  it('shows automatically what another person switches', async () => {
    await page.goto('/speed');
    await rowOf('Status').getByText('Off', { exact: true }).waitFor();
    await scene.send('PUT', '/api/speed/ticket/status', { on: true }, 202);
    await rowOf('Status').getByText('On', { exact: true }).waitFor();
    await scene.send('PUT', '/api/speed/ticket/status', { on: false }, 202);
    await rowOf('Status').getByText('Off', { exact: true }).waitFor();
  });

  it('explains why an index could not be built, and builds it on retry', async () => {
    const tickets = await ticketsOf(database);
    // A collection has at most 64 indexes.
    const most = Array.from({ length: 63 }, (_, at) => ({ key: { title: 1, [`x${at}`]: 1 } }) as const);
    const names = await tickets.createIndexes(most);
    await page.goto('/speed');
    const said = await listenTo(page);
    await rowOf('Priority').getByRole('switch').focus();
    await page.keyboard.press('Space');
    await rowOf('Priority').getByText('Failed', { exact: true }).waitFor();
    assert.match((await rowOf('Priority').getByRole('alert').textContent())!, /too many indexes/);
    await check('speed-failed');
    for (const name of names) await tickets.dropIndex(name);
    await rowOf('Priority').getByRole('button', { name: 'Try again' }).click();
    await rowOf('Priority').getByText('On', { exact: true }).waitFor();
    await waitFor('its end to be said', async () => (await said()).length === 4);
    const outcomes = ['building', 'failed', 'building', 'on'];
    assert.deepEqual(
      await said(),
      outcomes.map((outcome) => `Index on Priority of Ticket: ${outcome}`),
    );
    assert.equal(await rowOf('Priority').getByRole('alert').count(), 0);
  });

  it('shows the progress of an index build', async () => {
    await page.goto('/speed');
    await hold('alwaysOn');
    await rowOf('Status').getByRole('switch').focus();
    await page.keyboard.press('Space');
    await rowOf('Status').getByText('Building 60 %', { exact: true }).waitFor();
    const bar = rowOf('Status').getByRole('progressbar', { name: 'Index on Status of Ticket, built' });
    assert.equal(await bar.getAttribute('aria-valuenow'), '60');
    await check('speed-building');
    // Between the phases of a build, no progress is available.
    const speed = (url: URL) => url.pathname === '/api/speed';
    await page.route(speed, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as SpeedAnswer;
      for (const { index } of body.fields) if (index.percent !== null) index.percent = 0;
      await route.fulfill({ response: answer, json: body });
    });
    await page.waitForResponse((response) => speed(new URL(response.url())));
    await page.waitForResponse((response) => speed(new URL(response.url())));
    await rowOf('Status').getByText('Building 60 %', { exact: true }).waitFor();
    assert.equal(await bar.getAttribute('aria-valuenow'), '60');
    await page.unroute(speed);
    await hold('off');
    await rowOf('Status').getByText('On', { exact: true }).waitFor();
    assert.equal(await bar.count(), 0);
  });

  it('shows which fields are kept in memory as columns, and what that saves', async () => {
    await page.goto('/speed');
    await page.getByText('Nothing of this branch is kept yet.').waitFor();
    await check('speed-no-columns');
    const tickets = Array.from({ length: 6_000 }, (_, at) => `Ticket ${at},open`);
    const imported = await page.request.post('/api/import?type=ticket', {
      headers: { origin: scene.product.url, 'content-type': 'text/csv' },
      data: ['title,status', ...tickets].join('\n'),
    });
    assert.equal(imported.status(), 200, await imported.text());
    const question = { type: 'ticket', groupBy: [{ field: 'status' }], measures: [{ fn: 'count' }] };
    await waitFor('columns to answer', async () => {
      const asked = `/api/query?explain=1&q=${encodeURIComponent(JSON.stringify(question))}`;
      const { meta } = await scene.get<{ meta: { plan: { maker: string } } }>(asked);
      return meta.plan.maker === 'columns';
    });
    await page.goto('/speed');
    const kept = page.getByRole('region', { name: 'Table: columns in memory' }).getByRole('row', { name: /^Ticket/ });
    await kept.getByText('Status', { exact: true }).waitFor();
    assert.match((await kept.textContent())!, /6,\d{3}.*(kB|MB).*\d+ times?last/);
    await check('speed-columns');
  });

  it('suggests an index on several fields for slow questions, builds it and removes it', async () => {
    const state = (index: number) => ['open', 'done'][index % 2]!;
    const tickets = Array.from({ length: 25_000 }, (_, index) => `Ticket ${index},${state(index)}`);
    const imported = await page.request.post('/api/import?type=ticket', {
      headers: { origin: scene.product.url, 'content-type': 'text/csv' },
      data: ['title,status', ...tickets].join('\n'),
    });
    assert.equal(imported.status(), 200, await imported.text());
    const groupBy = [{ field: 'status' }];
    const measures = [{ fn: 'distinct' as const, field: 'assignee' }];
    const report = await scene.make('People by status', { type: 'ticket', chart: 'bars', groupBy, measures });
    await scene.get(`/api/reports/${report.id}/answer`);
    await scene.get('/api/speed');
    // As if it had been slow and asked often.
    const noted = (await systemOf(database)).collection('question_usage');
    const slow = { $set: { uses: 8, totalMs: 3_200, times: { 35: 8 } } };
    assert.equal((await noted.updateOne({ question: /distinct/ }, slow)).modifiedCount, 1);

    await page.goto('/speed');
    const table = page.getByRole('region', { name: 'Table: indexes for whole questions' });
    const row = table.getByRole('row', { name: /^Status, then Assignee/ });
    await row.getByText('Suggested', { exact: true }).waitFor();
    await row.getByRole('link', { name: 'People by status' }).waitFor();
    assert.match((await row.textContent())!, /1 questionasked 8 times.*4\d\d ms usually3.2 s in total.*about \d+ kB/);
    await check('speed-suggested');
    const toggle = row.getByRole('switch', { name: 'Index on Status, then Assignee of Ticket' });
    await hold('alwaysOn');
    await toggle.focus();
    await page.keyboard.press('Space');
    await row.getByText('Building 60 %', { exact: true }).waitFor();
    await hold('off');
    await row.getByText('On', { exact: true }).waitFor();
    assert.match((await row.textContent())!, /People by status\d+ kB$/);
    await check('speed-several-fields');
    await page.setViewportSize({ width: narrowDark.width, height: 900 });
    await page.emulateMedia({ colorScheme: narrowDark.colorScheme });
    await check('speed-320-dark');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await toggle.focus();
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog', { name: 'Turn off the index on Status, then Assignee?' });
    await dialog.getByText('People by status').waitFor();
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await row.getByText('Off', { exact: true }).waitFor();
  });

  const hold = (mode: 'alwaysOn' | 'off') => database.db('admin').command({ configureFailPoint: afterScan, mode });
});

/** Puts a `mongod` that accepts test commands into a folder. */
async function putMongodThatCanBeHeld(folder: string): Promise<void> {
  const binary = process.env.TALLYHOOK_MONGOD;
  assert.ok(binary, 'Set TALLYHOOK_MONGOD to the path of a mongod: this test starts one that can be held.');
  const script = `#!/bin/sh\nexec '${binary}' "$@" --setParameter enableTestCommands=1\n`;
  await writeFile(join(folder, 'mongod'), script, { mode: 0o755 });
}

/** The database of what all workspaces have in common. */
async function systemOf(client: MongoClient): Promise<Db> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) {
    const db = client.db(name);
    if ((await db.listCollections({ name: 'question_usage' }).toArray()).length > 0) return db;
  }
  throw new Error('No database has question_usage.');
}

/** The demo's tickets. */
async function ticketsOf(client: MongoClient): Promise<Collection> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((database) => database.name.startsWith('tallyhook_'))) {
    const entry = await client.db(name).collection('collections').findOne({ type: 'ticket' });
    if (entry !== null) return client.db(name).collection(String(entry.collection));
  }
  throw new Error('No workspace has tickets.');
}
