import assert from 'node:assert/strict';
import type { Answer, Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { focusedOf, marksOf, openReport, withReportScene, type ReportScene } from './report-scene.ts';
import { waitFor } from './product.ts';

const byLabel: Report = { type: 'ticket', chart: 'pie', groupBy: [{ field: 'labels' }] };
const split: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }, { field: 'labels' }] };

describe('figures of groups that share records', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  const answerTo = ({ type, groupBy }: Report) =>
    scene.get<Answer>(`/api/query?q=${encodeURIComponent(JSON.stringify({ type, groupBy }))}`);

  it('are no totals of bars: each part leads to its records, and nothing says what they come to together', async () => {
    const { id } = await scene.make('Status and labels', split);
    await openReport(page, `/reports/${id}`);
    const { rows } = await answerTo(split);
    const marks = await marksOf(page);
    assert.equal(marks.length, rows.length);
    const texts = await page.locator('svg[role="group"] text:not([dy="0.34em"][text-anchor="end"])').allTextContents();
    const inside = await page.locator('svg a[data-mark] text').allTextContents();
    const ticks = texts.filter((text) => !inside.includes(text));
    const totals = [...Map.groupBy(rows, ({ key }) => key.status).values()].map((all) =>
      all.reduce((sum, { count }) => sum + Number(count), 0),
    );
    const largest = Math.max(...totals);
    assert.ok(!ticks.includes(String(largest)), `${largest} is nowhere: ${ticks.join()}`);
    await page.getByText(/^Highest: .+, split by labels\.$/).waitFor();
    await page.getByText(/so the groups may add up to more than the total\. Bars have no totals\.$/).waitFor();
  });

  it('are no shares of a pie; whoever comes back from records is on the slice that was left', async () => {
    const { id } = await scene.make('Labels', byLabel);
    await openReport(page, `/reports/${id}`);
    const { rows, overall } = await answerTo(byLabel);
    const first = (await marksOf(page))[0]!;
    assert.match(first, new RegExp(`: ${rows[0]!.count}$`));
    await page.getByText(new RegExp(` has the most, ${rows[0]!.count} of ${overall.count}\\.$`)).waitFor();
    assert.doesNotMatch((await page.locator('figure').textContent())!, /%/);
    await page.locator('svg a[data-mark]').first().focus();
    await page.keyboard.press('Enter');
    await page.getByText(`${rows[0]!.count} records`, { exact: true }).waitFor();
    await page.goBack();
    await waitFor('the focus to be where it was', async () => (await focusedOf(page)) === first);
  });
});
