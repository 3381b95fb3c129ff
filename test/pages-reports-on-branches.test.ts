import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, looksOrOnly, narrowDark, takePicture } from './page-browser.ts';
import { byStatus, withReportScene, type ReportScene, type SavedReport } from './report-scene.ts';

describe('A report on two branches', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let reports: Record<'bars' | 'number' | 'line' | 'pie' | 'table', SavedReport>;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  before(async () => {
    const byMonth = [{ field: 'createdAt', unit: 'month' as const }];
    const hours = [{ fn: 'sum' as const, field: 'estimate' }];
    const average = [{ fn: 'avg' as const, field: 'estimate' }];
    reports = {
      bars: await scene.make('Tickets by status', byStatus),
      number: await scene.make('Hours', { type: 'ticket', chart: 'number', measures: hours }),
      line: await scene.make('Hours by month', { type: 'ticket', chart: 'line', groupBy: byMonth, measures: hours }),
      pie: await scene.make('Shares', { ...byStatus, chart: 'pie' }),
      table: await scene.make('Average hours', { ...byStatus, chart: 'table', measures: average }),
    };
    await scene.send('POST', '/api/branches', { name: 'spring' }, 201);
    for (const estimate of [0.1, 0.2])
      await scene.send('POST', '/api/records?type=ticket&branch=spring', { fields: ticket({ estimate }) }, 201);
  });

  const ticket = (more: object) => ({ title: 'Only on spring', status: 'open', ...more });
  const heading = (name: string) => page.getByRole('heading', { name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (name: RegExp) => page.getByRole('region', { name: /^Table: difference of/ }).getByRole('row', { name });
  const open = (report: SavedReport, more = '') => page.goto(`/reports/${report.id}?branch=spring&against=main${more}`);
  const differences = () =>
    page.locator('[data-difference]').evaluateAll((all) => all.map((one) => one.getAttribute('data-difference') ?? ''));

  async function look(name: string): Promise<void> {
    for (const { width, colorScheme } of looksOrOnly(narrowDark)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `${name}-${width}-${colorScheme}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
    await checkAccessible(page);
    await takePicture(page, `${name}-1440-light`);
  }

  it('is compared from its menu, side by side, with the difference as bars and in a table', async () => {
    await page.goto(`/reports/${reports.bars.id}?branch=spring`);
    await button('More actions for Tickets by status').click();
    await page.getByRole('menuitem', { name: 'Compare with branch …' }).click();
    await page.getByRole('region', { name: 'Tickets by status on spring' }).locator('svg').first().waitFor();
    await page.getByRole('region', { name: 'Tickets by status on main' }).locator('svg').first().waitFor();
    await row(/^Open/).waitFor();
    assert.deepEqual(await differences(), ['Open: +2']);
    assert.match(await row(/^Open/).innerText(), /Open\s+\d+\s+\d+\s+\+2\s+\+\d/);
    await page.getByText(/^Overall, spring has \+2 .* against main\. 1 of \d+ groups differs\.$/).waitFor();
    await page.reload();
    await row(/^Open/).waitFor();
    const axes = await page.evaluate(() =>
      [...document.querySelectorAll('section[aria-label$="on spring"], section[aria-label$="on main"]')].map(
        (section) => [...section.querySelectorAll('line + text')].map((text) => text.textContent),
      ),
    );
    assert.deepEqual(axes[0], axes[1], 'both have the same scale');
    await look('compare-bars');
  });

  it('subtracts decimals exactly, whatever the chart', async () => {
    await open(reports.number);
    await row(/^All/).waitFor();
    assert.match(await page.getByRole('region', { name: 'Difference', exact: true }).innerText(), /\+0\.3\b/);
    await open(reports.line);
    await page.locator('[data-difference]').waitFor();
    assert.match((await differences()).join(), /^\w+ \d{4}: \+0\.3$/);
    await look('compare-line');
    await open(reports.pie);
    await row(/^Open/).waitFor();
    const colours = await page.evaluate(() =>
      ['spring', 'main'].map((branch) =>
        [...document.querySelectorAll(`section[aria-label$="on ${branch}"] [aria-label="Legend"] li`)].map((entry) => [
          entry.textContent?.split(' ·')[0],
          entry.querySelector('rect')?.getAttribute('fill'),
        ]),
      ),
    );
    assert.deepEqual(colours[0], colours[1], 'a group has the same colour on both');
    await look('compare-pie');
    await open(reports.table);
    await row(/^Open/).waitFor();
    await look('compare-table');
  });

  it('says which question each branch answers, and asks the same one on request', async () => {
    const other = await scene.make('Other', byStatus);
    await scene.send('POST', '/api/branches', { name: 'summer' }, 201);
    const there = { ...byStatus, groupBy: [{ field: 'priority' }] };
    await scene.send('PATCH', `/api/reports/${other.id}?branch=summer`, { revision: 1, definition: there });
    await page.goto(`/reports/${other.id}?against=summer`);
    await page.getByText('The report asks something else on each of the branches').waitFor();
    await page.getByText('There is no difference to show').waitFor();
    await look('compare-questions');
    await button('Ask the question of main on both').click();
    await page.getByText('Both branches have the same number of Tickets overall. No group differs.').waitFor();
    await button('Swap').click();
    await page.getByText('Each branch answers its own question.').waitFor();
    await scene.send('DELETE', `/api/reports/${other.id}?branch=summer`, undefined, 204);
    await page.goto(`/reports/${other.id}?against=summer`);
    await page.getByText('summer does not have this report.').waitFor();
    await button('Ask the question of main on both').click();
    await page.getByText('No group differs.').waitFor();
    await button('Swap').click();
    await page.getByText(/^The report is not on summer/).waitFor();
    await scene.send('DELETE', '/api/branches/summer', undefined, 204);
  });

  it('says that a branch does not exist, or is the same one', async () => {
    await page.goto(`/reports/${reports.bars.id}?against=gone`);
    await page.getByText('There is no branch “gone” in this workspace').waitFor();
    await page.getByLabel('Compare with branch').selectOption('spring');
    await row(/^Open/).waitFor();
    await scene.send('DELETE', '/api/branches/spring', undefined, 204);
    await page.reload();
    await page.getByText('There is no branch “spring” in this workspace').waitFor();
    await page.goto(`/reports/${reports.bars.id}?against=main`);
    await page.getByText('This is the same branch.').waitFor();
    await page.getByRole('link', { name: 'Stop comparing' }).click();
    await heading('Tickets by status').waitFor();
    await page.getByRole('region', { name: 'Question' }).waitFor();
  });
});
