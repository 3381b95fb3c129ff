import assert from 'node:assert/strict';
import { MongoClient, type Collection } from 'mongodb';
import type { Report } from '@tallyhook/schemas';
import type { Locator, Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, takePicture } from './page-browser.ts';
import { mongodbUri } from './product.ts';
import { startReportScene, type ReportScene } from './report-scene.ts';

/** So many that building an index on them can be watched. */
const manyTickets = 400_000;
const buildTimeoutMs = 120_000;

describe('the page Speed', function () {
  this.timeout(180_000);
  let scene: ReportScene;
  let page: Page;
  let database: MongoClient;

  before(async () => {
    scene = await startReportScene();
    ({ page } = scene);
    database = await MongoClient.connect(await mongodbUri(scene.product));
    for (const field of ['status', 'priority']) {
      const filter = { field, op: 'in', value: ['open', 'urgent'].slice(...(field === 'status' ? [0, 1] : [1])) };
      const report = await scene.make(`Filters on ${field}`, { type: 'ticket', chart: 'number', filter } as Report);
      await scene.get(`/api/reports/${report.id}/answer`);
    }
  });
  after(async () => {
    await database?.close();
    await scene?.end();
  });

  const rowOf = (field: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${field}\\s*Ticket`) }) });
  async function check(label: string): Promise<void> {
    await takePicture(page, label);
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
  }

  afterEach('no page broke a policy, asked another service or had an error', () => {
    assert.deepEqual(scene.browser.mistakes(), []);
  });

  it('lists what reports filter on, and builds an index when it is switched on', async () => {
    await page.goto('/speed');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Status\s*Ticket/ }) });
    await row.getByRole('link', { name: 'Open tickets by status' }).waitFor();
    const toggle = row.getByRole('switch', { name: 'Index of Status of Ticket' });
    await toggle.focus();
    await page.keyboard.press('Space');
    await row.getByText('On', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await row.getByText('Off', { exact: true }).waitFor();
  });

  it('says why an index could not be built, and builds it when that is over', async () => {
    const tickets = await ticketsOf(database);
    // A collection has at most 64 indexes.
    const most = Array.from({ length: 63 }, (_, at) => ({ key: { title: 1, [`x${at}`]: 1 } }) as const);
    const names = await tickets.createIndexes(most);
    await page.goto('/speed');
    await rowOf('Priority').getByRole('switch').focus();
    await page.keyboard.press('Space');
    await rowOf('Priority').getByText('Failed', { exact: true }).waitFor();
    assert.match((await rowOf('Priority').getByRole('alert').textContent())!, /too many indexes/);
    await check('speed-failed');
    for (const name of names) await tickets.dropIndex(name);
    await rowOf('Priority').getByRole('button', { name: 'Try again' }).click();
    await rowOf('Priority').getByText('On', { exact: true }).waitFor();
    assert.equal(await rowOf('Priority').getByRole('alert').count(), 0);
  });

  // A build that is slow enough to be seen for sure takes long.
  if (process.env.TALLYHOOK_LONG === '1')
    it('shows how far an index is while it is built', async () => {
      const tickets = await ticketsOf(database);
      const [ticket] = await tickets.find({}, { projection: { _id: 0 } }).toArray();
      const copies = [
        { $documents: [{ at: { $range: [0, manyTickets] } }] },
        { $unwind: '$at' },
        { $project: { _id: 0, document: { $mergeObjects: [{ $literal: ticket }, { status: { $toString: '$at' } }] } } },
        { $replaceRoot: { newRoot: '$document' } },
        { $merge: { into: tickets.collectionName, whenMatched: 'fail' } },
      ];
      await database.db(tickets.dbName).aggregate(copies).toArray();
      await page.goto('/speed');
      await rowOf('Status').getByRole('switch').focus();
      await page.keyboard.press('Space');
      await rowOf('Status')
        .getByText(/^Building \d+ %$/)
        .waitFor();
      const bar = rowOf('Status').getByRole('progressbar', { name: 'Index of Status of Ticket, built' });
      assert.ok(Number(await bar.getAttribute('aria-valuenow')) < 100);
      await takePicture(page, 'speed-building');
      await rowOf('Status').getByText('On', { exact: true }).waitFor({ timeout: buildTimeoutMs });
      assert.equal(await bar.count(), 0);
    });
});

/** The tickets of the demo. */
async function ticketsOf(client: MongoClient): Promise<Collection> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((database) => database.name.startsWith('tallyhook_'))) {
    const entry = await client.db(name).collection('collections').findOne({ type: 'ticket' });
    if (entry !== null) return client.db(name).collection(String(entry.collection));
  }
  throw new Error('No workspace has tickets.');
}
