import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { checkAccessible } from './page-browser.ts';
import { withReportScene, type ReportScene, type SavedReport } from './report-scene.ts';

describe('saving a chart as a file', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let report: SavedReport;

  withReportScene((started) => {
    scene = started;
  });

  before(async () => {
    report = await scene.make('Status & priority', {
      type: 'ticket',
      chart: 'bars',
      groupBy: [{ field: 'status' }, { field: 'priority' }],
      goal: { value: 20 },
    });
  });

  async function save(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await page.getByRole('button', { name: `More actions for ${report.name}` }).click();
        await page.getByRole('menuitem', { name: item }).click();
      })(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  it('makes a picture on light ground with title, legend and fonts, even on a dark page', async () => {
    const page = await scene.browser.openSignedIn(`/reports/${report.id}`, { colorScheme: 'dark' });
    await page.locator('figure[data-chart] svg').first().waitFor();
    const { name, bytes } = await save(page, 'Save as SVG');
    assert.equal(name, 'Status priority.svg');
    const svg = bytes.toString();
    for (const part of [
      'Status &amp; priority',
      'font/woff2;base64,',
      'fill="#fff"',
      'rgb(59, 91, 219)',
      'Goal 20',
      'High',
    ])
      assert.ok(svg.includes(part), part);
    assert.ok(!svg.includes('var(--') && !svg.includes('href'));
    const png = await save(page, 'Save as PNG');
    assert.equal(png.name, 'Status priority.png');
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    assert.ok(png.bytes.readUInt32BE(16) > 1_000, 'twice as many pixels as on the page');
    await writeFile(join(import.meta.dirname, 'screenshots', 'export.png'), png.bytes);
    assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark');
    await page.context().close();
  });

  it('writes the answer as CSV, from a tile too', async () => {
    const { page } = scene;
    await page.goto('/reports');
    const tile = page.getByRole('article', { name: report.name });
    await tile.locator('svg').first().waitFor();
    await tile.hover();
    const csv = await save(page, 'Save as CSV');
    assert.equal(csv.name, 'Status priority.csv');
    assert.match(csv.bytes.toString(), /^Status,Priority,Number of Tickets\r\n/);
    const picture = await save(page, 'Save as PNG');
    assert.equal(picture.bytes.subarray(1, 4).toString(), 'PNG');
    await page.getByRole('button', { name: `More actions for ${report.name}` }).click();
    await page.getByRole('menuitem', { name: 'Save as SVG' }).waitFor();
    await checkAccessible(page);
  });
});
