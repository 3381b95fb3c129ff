import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { checkAccessible, takePicture } from './page-browser.ts';
import { openReport, withReportScene, wordOf, type ReportScene } from './report-scene.ts';

const closedByDay = { field: 'closedAt', unit: 'day' as const };

describe('the figures of a report', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  const open = async (name: string, definition: Report) => {
    const { id } = await scene.make(name, definition);
    await openReport(page, `/reports/${id}`);
  };

  it('show on a screen that a table goes on, until its end, and are all on paper, in a tile too', async () => {
    await open('Tickets by title', { type: 'ticket', chart: 'table', groupBy: [{ field: 'title' }] });
    const table = page.getByRole('region', { name: 'Table: Tickets by title' });
    const sizes = () =>
      table.evaluate((one) => ({ goesOn: one.dataset.goesOn, lost: one.scrollHeight - one.clientHeight }));
    await page.waitForFunction(() => document.querySelector('[role="region"][data-goes-on] table') !== null);
    assert.ok((await sizes()).lost > 200);
    await takePicture(page, 'table-goes-on');
    await table.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await page.waitForFunction(() => document.querySelector('[role="region"][data-goes-on] table') === null);

    await page.emulateMedia({ media: 'print' });
    assert.ok((await sizes()).lost < 2, 'rows of the report');
    await page.goto('/reports');
    await table.getByRole('row').last().waitFor();
    assert.ok((await sizes()).lost < 2, 'rows of the tile');
    await page.emulateMedia({ media: null });
  });

  it('say on paper where the groups are that are not drawn', async () => {
    await open('Bars by title', { type: 'ticket', chart: 'bars', groupBy: [{ field: 'title' }] });
    const left = page.getByText(/^Not drawn: \d+ more groups\. See the table\.$/);
    await left.waitFor();
    await page.emulateMedia({ media: 'print' });
    const printed = await left.evaluate((line) => getComputedStyle(line, '::after').content);
    assert.match(printed, /not printed/);
    await page.emulateMedia({ media: null });
  });

  it('that are one number lead to its records from the table too', async () => {
    await open('How many', { type: 'ticket', chart: 'number' });
    const link = page.getByRole('region', { name: 'Answer' }).getByRole('link');
    const [text, href] = [await link.textContent(), await link.getAttribute('href')];
    await page.getByText('Table', { exact: true }).last().click();
    await page.getByRole('table').waitFor();
    assert.deepEqual([await link.textContent(), await link.getAttribute('href')], [text, href]);
  });

  it('are joined by a line only where one period follows the other', async () => {
    const days = ['0999-05-05', '2026-03-01', '2026-03-01', '2026-03-02'];
    const made: string[] = [];
    for (const day of days) {
      const fields = { title: `Far ${day}`, closedAt: `${day}T12:00:00Z` };
      made.push((await scene.send<{ id: string }>('POST', '/api/records?type=ticket', { fields }, 201)).id);
    }
    const filter = { field: 'title', op: 'startsWith' as const, value: 'Far ' };
    await open('Far days', { type: 'ticket', chart: 'line', filter, groupBy: [closedByDay] });
    const lines = page.locator('figure svg path');
    await lines.first().waitFor();
    const shapes = await lines.evaluateAll((all) => all.map((one) => one.getAttribute('d')));
    assert.deepEqual(
      shapes.map((shape) => shape?.match(/[A-Z]/g)?.join('')),
      ['MZML'],
    );
    assert.equal(await page.locator('svg a[data-mark]').count(), 3);
    await takePicture(page, 'broken-line');
    for (const id of made) await scene.send('DELETE', `/api/records/${id}?type=ticket`, undefined, 204);
  });

  it('say which range nothing lies in where a chart has nothing to draw', async () => {
    const filter = { and: [{ field: 'closedAt', op: 'between' as const, value: ['startOfMonth', '-40d'] }] };
    await open('Never closed', { type: 'ticket', chart: 'bars', filter, groupBy: [{ field: 'status' }] });
    await page.getByText(/No records match/).waitFor();
    await page.getByText(/^Nothing matches a range that ends at or before its start: 1 .+ – .+\.$/).waitFor();
    await takePicture(page, 'empty-range');
  });

  it('are asked for with words that say when nothing is called so, and offer no list without options', async () => {
    await open('Nothing yet', { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] });
    await wordOf(page, 'Grouped by: Status').click();
    const search = page.getByRole('combobox', { name: 'Grouped by: type to search' });
    await search.fill('zzz');
    await page.getByRole('status').filter({ hasText: 'No matches' }).waitFor();
    assert.equal(await page.getByRole('listbox').count(), 0);
    assert.equal(await search.getAttribute('aria-expanded'), 'false');
    await checkAccessible(page);
    await search.fill('projec');
    assert.equal(await search.getAttribute('aria-expanded'), 'true');
    await search.press('Enter');
    await wordOf(page, 'Grouped by: Project').waitFor();
  });
});
