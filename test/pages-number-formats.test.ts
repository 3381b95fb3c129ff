import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, narrowDark, takePicture } from './page-browser.ts';
import { marksOf, withReportScene, type ReportScene } from './report-scene.ts';

describe('the format of a number field', function () {
  this.timeout(240_000);
  let scene: ReportScene;
  let page: Page;
  // A type stays for good: that of the test goes with its branch.
  const branch = 'formats';
  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
  });
  const csv = 'item,price,tax\nRye,"$1,234.50",12%\nOat,$7.00,7.5%\n';
  const report: Report = {
    ...{ type: 'sale', chart: 'bars', groupBy: [{ field: 'item' }] },
    measures: [{ fn: 'sum', field: 'price' }],
  };
  const cells = async (name: string) => {
    const table = page.getByRole('region', { name }).getByRole('cell');
    const cells = table.or(
      page.getByRole('grid', { name, exact: true }).locator('[role="row"]:not([aria-busy]) [role="gridcell"]'),
    );
    await cells.first().waitFor();
    return (await cells.allTextContents()).filter((text) => /[\d%]/.test(text) && !text.includes(':'));
  };

  it('is proposed by an import of money and percent', async () => {
    await page.goto(`/import?branch=${branch}`);
    const file = { name: 'sale.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Numbers').selectOption('$1,234.56 and 12%');
    const fields = page.getByRole('table', { name: 'Fields we propose' });
    await fields.getByText('All 2 values are amounts of money in USD.').waitFor();
    await fields.getByText('All 2 values are percentages.').waitFor();
    await fields.getByText('$1,234.50 · $7.00').waitFor();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('link', { name: 'See the sales' }).click();
    assert.deepEqual(await cells('Sales'), ['US$7.00', '7.5%', 'US$1,234.50', '12.0%']);
  });

  it('can be changed on the page of the records, and shows in charts and tables at once', async () => {
    const definition = { name: 'Prices', definition: report };
    const { id } = await scene.send<{ id: string }>('POST', `/api/reports?branch=${branch}`, definition, 201);
    await page.goto(`/reports/${id}?branch=${branch}`);
    assert.deepEqual(await marksOf(page), ['Rye: US$1,234.50', 'Oat: US$7.00']);
    await page.locator('svg a[data-mark]').first().click();
    assert.deepEqual(await cells('Sales'), ['US$1,234.50', '12.0%']);

    await page.getByRole('button', { name: 'Number formats' }).click();
    const dialog = page.getByRole('dialog', { name: 'Numbers of Sales' });
    await dialog.getByText('1234.5 is shown as US$1,234.50').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'number-formats');
    await dialog.getByLabel('Currency').fill('eur');
    await dialog.getByLabel('Digits after the decimal sign').selectOption('0');
    await dialog.getByLabel('Separate thousands').uncheck();
    await dialog.getByText('1234.5 is shown as €1235').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await cells('Sales'), ['€1235', '12.0%']);

    await page.getByRole('button', { name: 'Back to Prices' }).click();
    assert.deepEqual(await marksOf(page), ['Rye: €1235', 'Oat: €7']);
    await page.locator('svg a[data-mark]').first().hover();
    await page.locator('figure [aria-hidden="true"]').getByText('Rye: €1235').waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText('Table').click();
    assert.deepEqual(await cells('Table: Prices'), ['€1235', '€7', '€1242']);
  });

  it('is offered for each number field, and not to people who read', async () => {
    await page.goto(`/records?type=sale&branch=${branch}`);
    await page.getByRole('button', { name: 'Number formats' }).click();
    const dialog = page.getByRole('dialog', { name: 'Numbers of Sales' });
    await dialog.getByLabel('Field').selectOption('tax');
    await dialog.getByText('0.125 is shown as 12.5%').waitFor();
    await page.setViewportSize({ width: narrowDark.width, height: 900 });
    await checkNoSidewaysScroll(page);
    await dialog.getByLabel('Shown as').selectOption('Number');
    await dialog.getByLabel('Digits after the decimal sign').selectOption('As many as needed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await cells('Sales'), ['€7', '0.075', '€1235', '0.12']);
    const viewer = await scene.arrive(`/records?type=sale&branch=${branch}`, 'viewer');
    await viewer.getByRole('gridcell', { name: '€7' }).waitFor();
    assert.equal(await viewer.getByRole('button', { name: 'Number formats' }).count(), 0);
    await viewer.context().close();
  });
});
