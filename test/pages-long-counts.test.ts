import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { Report } from '@tallyhook/schemas';
import type { Locator, Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  listenTo,
  looksOrOnly,
  narrowDark,
  takePicture,
} from './page-browser.ts';
import { mongodbUri, startProduct, waitFor } from './product.ts';
import {
  byStatus,
  marksOf,
  openReport,
  pick,
  withReportScene,
  type Dashboard,
  type ReportScene,
  type SavedReport,
} from './report-scene.ts';

const manyNotes = 8_000;

/** Minutes of work for the database: a text search with near misses at every position of long texts. */
const endless: Report = {
  type: 'note',
  chart: 'number',
  filter: {
    or: Array.from({ length: 50 }, (_, more) => ({
      field: 'body',
      op: 'contains' as const,
      value: `${'a'.repeat(400 + more)}bc`,
    })),
  },
};

describe('a tile that takes long to count', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let database: MongoClient;

  after(() => database?.close());
  withReportScene(
    async (started) => {
      scene = started;
      database = await MongoClient.connect(await mongodbUri(scene.product));
    },
    // Cache every answer, as if each count here were slow.
    () => startProduct({ TALLYHOOK_KEEP_ANSWERS_OVER_MS: '0' }),
  );

  /** A dashboard with one report whose answers are held back, and one that is counted normally. */
  async function makeDashboard(name: string, definition: Report = byStatus) {
    const reports = [await scene.make(name, definition), await scene.make(`Beside ${name}`, byStatus)];
    const dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name }, 201);
    for (const { id } of reports)
      await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: id, width: 1 }, 201);
    return { path: `/dashboards/${dashboard.id}`, report: reports[0]! };
  }
  const answersTo = ({ id }: SavedReport) => `**/api/reports/${id}/answer?*`;
  const hold = (page: Page, report: SavedReport) => page.route(answersTo(report), () => undefined);
  const release = (page: Page, report: SavedReport) => page.unroute(answersTo(report));
  const tileOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
  const secondsOf = async (tile: Locator) =>
    Number(/^Still counting · (\d+) s$/.exec((await tile.getByText('Still counting ·').textContent())!)?.[1]);
  const press = async (page: Page, button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
  };
  const focused = (page: Page) =>
    page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.getAttribute('aria-label')}`);

  for (const { width, colorScheme } of looksOrOnly(narrowDark)) {
    it(`shows it, and can be stopped and restarted by keyboard, ${colorScheme} and ${width} px wide`, async () => {
      const name = `Held ${width} ${colorScheme}`;
      const { path, report } = await makeDashboard(name);
      const page = await scene.browser.openSignedIn('/runs', { viewport: { width, height: 900 }, colorScheme });
      const tile = tileOf(page, name);
      const check = async (state: string) => {
        await takePicture(page, `tile-${state}-${width}-${colorScheme}`);
        await checkAccessible(page);
        await checkNoSidewaysScroll(page);
      };
      await hold(page, report);
      await page.goto(path);
      const said = await listenTo(page);
      await tileOf(page, `Beside ${name}`)
        .getByText(/^Counted at/)
        .waitFor();
      const first = await secondsOf(tile);
      assert.ok(first >= 2);
      const heightAtFirst = (await tile.boundingBox())!.height;
      await waitFor('more seconds', async () => (await secondsOf(tile)) > first + 1);
      await check('counting');
      await press(page, tile.getByRole('button', { name: `Stop: ${name}` }));
      await tile.getByText('Stopped.').waitFor();
      assert.equal(await focused(page), `button Count: ${name}`);
      assert.equal((await tile.boundingBox())!.height, heightAtFirst);
      await check('stopped');
      await page.keyboard.press('Enter');
      await tile.getByText('Still counting ·').waitFor();
      assert.equal(await focused(page), `button Stop: ${name}`);
      await page.keyboard.press('Enter');
      await tile.getByText('Stopped.').waitFor();
      await release(page, report);
      await page.keyboard.press('Enter');
      await tile.getByText(/^Counted at/).waitFor();
      assert.equal(await focused(page), `article ${name}`);
      await check('counted');
      const once = [`Still counting ${name}`, `Stopped counting ${name}`];
      assert.deepEqual(await said(), [...once, ...once]);
      await page.context().close();
    });
  }

  it('is announced along with other slow tiles', async () => {
    const { path } = await makeDashboard('Chorus');
    const page = await scene.browser.openSignedIn('/runs');
    await page.route('**/api/reports/*/answer?*', () => undefined);
    await page.goto(path);
    const said = await listenTo(page);
    const both = ['Still counting Beside Chorus', 'Still counting Chorus'];
    await waitFor('both sentences', async () => (await said()).length >= both.length);
    assert.deepEqual((await said()).toSorted(), both);
    const standing = await page.getByRole('status').textContent();
    assert.ok(both.every((sentence) => standing!.includes(sentence)));
    await page.context().close();
  });

  it('keeps its figures during a recount, whether it is stopped or finishes', async () => {
    const { path, report } = await makeDashboard('Again');
    const { page } = scene;
    await page.goto(path);
    const tile = tileOf(page, 'Again');
    const counted = tile.getByText(/^Counted at/);
    await counted.waitFor();
    await waitFor('the marks', async () => (await marksIn(tile)).length > 0);
    const figures = await marksIn(tile);
    const said = await listenTo(page);
    await hold(page, report);
    await press(page, tile.getByRole('button', { name: 'Count again: Again' }));
    await tile.getByText('Still counting ·').waitFor();
    await takePicture(page, 'tile-counting-again');
    await press(page, tile.getByRole('button', { name: 'Stop: Again' }));
    await tile.getByText('Stopped.').waitFor();
    assert.deepEqual(await marksIn(tile), figures);
    await checkAccessible(page);
    await takePicture(page, 'tile-stopped-again');

    await release(page, report);
    await page.route(answersTo(report), async (route) => {
      await sleep(3_000);
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await tile.getByText('Still counting ·').waitFor();
    await tile.getByRole('group', { name: 'Counting Again' }).waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'article Again');
    assert.deepEqual(await said(), [
      'Still counting Again',
      'Stopped counting Again',
      'Still counting Again',
      'Again was counted again',
    ]);
    await page.goto(path);
    const first = await listenTo(page);
    await counted.waitFor();
    assert.deepEqual(await first(), ['Still counting Again', 'Again was counted']);
    await release(page, report);
  });

  it('is stopped alone, even by a double click, and all others are counted', async () => {
    const { path, report } = await makeDashboard('Alone');
    const { page } = scene;
    await page.goto(path);
    await waitFor('both tiles', async () => (await page.getByText(/^Counted at/).count()) === 2);
    await hold(page, report);
    const said = await listenTo(page);
    await page.getByRole('button', { name: 'Count all again' }).click();
    await page.getByText('Counting: 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Stop: Alone' }).dblclick();
    await tileOf(page, 'Alone').getByText('Stopped.').waitFor();
    await page.getByRole('button', { name: 'Count all again' }).waitFor();
    assert.equal((await said()).at(-1), '1 of 2 reports on Alone were counted again');
    await sleep(500);
    assert.equal(await tileOf(page, 'Alone').getByText('Stopped.').count(), 1);
    await release(page, report);
  });

  it('keeps the focus when a failed count is retried, and announces no missing figures', async () => {
    const { path, report } = await makeDashboard('Failed');
    const { page } = scene;
    const refusal = { code: 'query_timeout', detail: 'It took too long.', status: 504, title: 'Too long' };
    await page.route(answersTo(report), async (route) => {
      await sleep(3_000);
      await route.fulfill({ status: 504, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
    });
    await page.goto(path);
    const tile = tileOf(page, 'Failed');
    const said = await listenTo(page);
    await tile.getByText('Still counting ·').waitFor();
    await tile.getByRole('alert').getByText('It took too long.').waitFor();
    assert.deepEqual(await said(), ['Still counting Failed']);
    await release(page, report);
    await press(page, tile.getByRole('button', { name: 'Try again' }));
    await tile.getByText(/^Counted at/).waitFor();
    assert.equal(await focused(page), 'article Failed');
  });

  it('keeps the old answer and the focus on the page of a report too', async () => {
    const { report } = await makeDashboard('Question');
    const { page } = scene;
    await openReport(page, `/reports/${report.id}`);
    const before_ = await marksOf(page);
    await page.route('**/api/query?*', () => undefined);
    await pick(page, 'Grouped by: Status', 'Project');
    await page.getByText('Still counting ·').waitFor();
    assert.deepEqual(await marksOf(page), before_);
    await press(page, page.getByRole('button', { name: 'Stop: Question' }));
    assert.equal(await focused(page), 'button Count: Question');
    await page.unroute('**/api/query?*');
    const said = await listenTo(page);
    await page.keyboard.press('Enter');
    await waitFor('the answer', async () => (await marksOf(page)).some((mark) => mark.startsWith('Billing')));
    assert.equal(await focused(page), 'section Answer');
    assert.deepEqual(await said(), ['Question was counted again']);
  });

  it('is not announced as counted if another question replaces it', async () => {
    const { report } = await makeDashboard('Overtaken');
    const { page } = scene;
    await openReport(page, `/reports/${report.id}`);
    await page.route('**/api/query?*', () => undefined);
    await pick(page, 'Grouped by: Status', 'Project');
    await page.getByText('Still counting ·').waitFor();
    const said = await listenTo(page);
    await pick(page, 'Grouped by: Project', 'Priority');
    await page.getByRole('group', { name: 'Counting Overtaken' }).waitFor({ state: 'detached' });
    await page.getByText('Still counting ·').waitFor();
    // It has already announced the second one.
    assert.deepEqual(await said(), []);
    await page.unroute('**/api/query?*');
  });

  it('shows cached figures and their time until counted again', async () => {
    const { page } = scene;
    const { id } = await scene.make('Kept', { type: 'ticket', chart: 'number' });
    const shown = page.getByRole('region', { name: 'Answer' }).locator('figure').filter({ hasText: /\d/ });
    const figure = () => shown.textContent();
    await openReport(page, `/reports/${id}`);
    const first = Number(/\d+/.exec((await figure())!)![0]);
    assert.equal(await page.getByText(/· kept$/).count(), 0);
    await scene.send('POST', '/api/records?type=ticket', { fields: { title: 'One more' } }, 201);
    await openReport(page, `/reports/${id}`);
    await page.getByText(/^Counted at .* · kept$/).waitFor();
    assert.ok((await figure())!.includes(String(first)));
    await page.getByRole('button', { name: 'Count again' }).click();
    await waitFor('the new count', async () => (await figure())!.includes(String(first + 1)));
    assert.equal(await page.getByText(/· kept$/).count(), 0);
    await page.getByRole('status').getByText('Kept was counted again').waitFor({ state: 'attached' });
  });

  it('is cancelled in the database only when the last reader stops it', async () => {
    const collection = await fillNotes();
    const { path } = await makeDashboard('Endless', endless);
    const other = await scene.arrive('/runs', 'member');
    const pages = [scene.page, other];
    await Promise.all(pages.map((page) => page.goto(path)));
    const [mine, theirs] = pages.map((page) => tileOf(page, 'Endless')) as [Locator, Locator];
    for (const tile of [mine, theirs]) await tile.getByText('Still counting ·').waitFor();
    assert.equal(await running(collection), 1, 'one count for both');
    await mine.getByRole('button', { name: 'Stop: Endless' }).click();
    await mine.getByText('Stopped.').waitFor();
    await sleep(500);
    assert.equal(await running(collection), 1, 'the other one waits for it');
    await theirs.getByRole('button', { name: 'Stop: Endless' }).click();
    await theirs.getByText('Stopped.').waitFor();
    await waitFor('the database to be idle', async () => (await running(collection)) === 0, 2_000);
    await other.context().close();
  });

  /** Inserts many long notes; returns their collection's name. */
  async function fillNotes(): Promise<string> {
    const fields = { title: 'Nearly', body: `${'a'.repeat(700)}cb` };
    await scene.send('POST', '/api/records?type=note', { fields }, 201);
    const { databases } = await database.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((one) => one.name.startsWith('tallyhook_'))) {
      const entry = await database.db(name).collection('collections').findOne({ type: 'note' });
      if (entry === null) continue;
      const notes = database.db(name).collection(String(entry.collection));
      const note = await notes.findOne({ title: 'Nearly' }, { projection: { _id: 0 } });
      await notes.insertMany(Array.from({ length: manyNotes }, () => ({ ...note })));
      return `${name}.${notes.collectionName}`;
    }
    throw new Error('No workspace has notes.');
  }

  /** The number of operations the database is running on the collection. */
  async function running(collection: string): Promise<number> {
    const pipeline = [
      { $currentOp: { allUsers: true } },
      { $match: { 'command.aggregate': { $type: 'string' }, ns: collection } },
    ];
    return (
      await database
        .db('admin')
        .aggregate(pipeline, { readConcern: { level: 'local' } })
        .toArray()
    ).length;
  }
});

const marksIn = (tile: Locator) =>
  tile.locator('svg a[data-mark]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
