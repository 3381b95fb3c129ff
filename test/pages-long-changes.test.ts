import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { holdAnswers, type HeldAnswers } from './held-answers.ts';
import { startPageBrowser, type PageBrowser } from './page-browser.ts';
import { waitFor } from './product.ts';
import { byStatus, saveButton, startReportScene, type ReportScene, type SavedReport } from './report-scene.ts';

const browserConnections = 6;
/** The browser's limit for all pending changes when a page is left, and the service's limit for one. */
const maxKept = 65_536;

describe('a long change that is not sent yet when the page is left', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let held: HeldAnswers;
  let browser: PageBrowser;
  let page: Page;

  before(async () => {
    scene = await startReportScene();
  });
  after(() => scene?.end());

  beforeEach(async () => {
    held = await holdAnswers(scene.product.url);
    browser = await startPageBrowser({ url: held.url, owner: scene.product.owner });
    page = await browser.openSignedIn('/runs');
  });
  afterEach('no page broke a policy, asked another service or had an error', async () => {
    await browser.close();
    await held.close();
    assert.deepEqual(browser.mistakes(), []);
  });

  /** A report with a filter that makes the body of its next change exactly this long. */
  async function makeLong(bytes: number): Promise<SavedReport> {
    const define = (word: string): Report => ({
      ...byStatus,
      filter: { and: [{ field: 'title', op: 'nin', value: ['no such title', word] }] },
      measures: [{ fn: 'count' }],
    });
    const bodyOf = (word: string, chart: Report['chart']) => ({ revision: 1, definition: { ...define(word), chart } });
    const empty = JSON.stringify(bodyOf('', 'table')).length;
    const { id } = await scene.make(`Long ${bytes}`, byStatus);
    // A letter of two bytes: the limit is in bytes, not characters.
    const word = 'ж'.repeat(100).padEnd(bytes - empty - 100, 'a');
    return scene.send<SavedReport>('PATCH', `/api/reports/${id}`, bodyOf(word, 'bars'));
  }
  const chartOf = async (id: string) => (await scene.get<SavedReport>(`/api/reports/${id}`)).definition.chart;

  /** Saves another chart kind while every connection is busy; returns the request body. */
  async function save(id: string): Promise<string> {
    await page.goto(`/reports/${id}`);
    await page.getByRole('radio', { name: 'Table' }).click();
    await saveButton(page).waitFor();
    await page.evaluate(
      ([path, times]) => {
        for (let time = 0; time < times; time += 1) void fetch(`${path}?${time}`).catch(() => undefined);
      },
      [`/api/reports/${id}/answer`, browserConnections] as const,
    );
    await waitFor('all connections to be taken', () => held.open() === browserConnections);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await saveButton(page).click();
    return (await sent).postData()!;
  }

  it("is kept up to the browser's limit", async () => {
    const { id } = await makeLong(maxKept);
    assert.equal(Buffer.byteLength(await save(id)), maxKept);
    // The page itself loads before anything else.
    const left = page.reload({ waitUntil: 'commit' });
    await sleep(500);
    held.releaseOne();
    await left;
    await waitFor('the chart', async () => (await chartOf(id)) === 'table', 10_000);
  });

  it('asks before it is lost if others are being sent, and no longer once saved', async () => {
    const { id } = await makeLong(maxKept / 2 + 500);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await save(id);
    await page.getByRole('button', { name: 'Save as new' }).click();
    const naming = page.getByRole('dialog', { name: 'Save as a new report' });
    await naming.getByLabel('Name').fill('Long and new');
    await naming.getByRole('button', { name: 'Save' }).click();
    await page.close({ runBeforeUnload: true });
    await waitFor('the question', () => asked.length === 1);
    assert.deepEqual(asked, ['beforeunload']);
    held.release();
    await page.getByRole('heading', { level: 1, name: 'Long and new' }).waitFor();
    assert.equal(await chartOf(id), 'table');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Long and new' }).waitFor();
    assert.equal(asked.length, 1);
  });
});
