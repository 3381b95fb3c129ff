import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startProduct, waitFor } from './product.ts';
import { byStatus, marksOf, openReport, pick, withReportScene, wordOf, type ReportScene } from './report-scene.ts';

const questions = '**/api/query?*';
/** Over the 5 seconds after which the next count waits for somebody. */
const slowMs = 5_300;

describe('a report whose counting takes long', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  // Every count is longer than a moment here, so that answers are kept.
  withReportScene(
    (started) => {
      scene = started;
      ({ page } = scene);
    },
    () => startProduct({ TALLYHOOK_KEEP_ANSWERS_OVER_MS: '0' }),
  );

  it('keeps the old answer while the new one is counted, which can be stopped', async () => {
    const { id } = await scene.make('Slow', byStatus);
    await openReport(page, `/reports/${id}`);
    const before_ = await marksOf(page);
    await page.route('**/api/query?*', () => undefined);
    await wordOf(page, 'Grouped by: Status').click();
    await page.getByRole('option', { name: 'Project', exact: true }).click();
    await page.getByText('Still counting ·').waitFor();
    assert.deepEqual(await marksOf(page), before_);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    await page.unroute('**/api/query?*');
    await page.getByRole('button', { name: 'Count: Slow' }).click();
    await waitFor('the new answer', async () => JSON.stringify(await marksOf(page)) !== JSON.stringify(before_));
  });

  it('is counted only when somebody asks after a count of more than 5 seconds, and by itself again after a quick one', async () => {
    const { id } = await scene.make('Over five seconds', byStatus);
    await openReport(page, `/reports/${id}`);
    await page.route(questions, async (route) => {
      await sleep(slowMs);
      await route.continue();
    });
    await pick(page, 'Grouped by: Status', 'Project');
    await page.getByText('Still counting ·').waitFor();
    await waitFor('the slow answer', async () => (await marksOf(page)).some((mark) => mark.startsWith('Billing')));
    await page.unroute(questions);

    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/query?') && asked.push(request.url())));
    const before_ = await marksOf(page);
    await pick(page, 'Grouped by: Project', 'Priority');
    await page.getByText('The last count took more than 5 seconds, so the next one waits for you.').waitFor();
    await sleep(1_000);
    assert.deepEqual([asked, await marksOf(page)], [[], before_]);
    await page.getByRole('button', { name: 'Count: Over five seconds' }).click();
    await waitFor('the answer', async () => (await marksOf(page)).some((mark) => mark.startsWith('Urgent')));
    assert.equal(asked.length, 1);
    await pick(page, 'Grouped by: Priority', 'Status');
    await waitFor('an answer by itself', async () => (await marksOf(page)).some((mark) => mark.startsWith('Open')));
  });

  it('shows the kept figures and when they were counted, until somebody counts again', async () => {
    const { id } = await scene.make('Kept', { type: 'ticket', chart: 'number' });
    const figure = () => page.getByRole('region', { name: 'Answer' }).locator('figure').textContent();
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
});
