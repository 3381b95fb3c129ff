import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, takePicture } from './page-browser.ts';
import { withReportScene, type ReportScene, type SavedReport } from './report-scene.ts';

describe('a report compared with the period before, and with a goal', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let byMonth: SavedReport;
  let number: SavedReport;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  before(async () => {
    byMonth = await scene.make('Closed by month', {
      type: 'ticket',
      chart: 'bars',
      groupBy: [{ field: 'closedAt', unit: 'month' }],
    });
    number = await scene.make('Created lately', {
      type: 'ticket',
      chart: 'number',
      filter: { and: [{ field: 'createdAt', op: 'within', value: 'this year' }] },
      compare: 'previousPeriod',
    });
  });

  it('is set up in the builder, and tried before it is saved', async () => {
    await page.goto(`/reports/${byMonth.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByLabel('with the period before').check();
    await page.getByRole('textbox', { name: 'Goal', exact: true }).fill('2');
    await page.getByRole('textbox', { name: 'Name of the goal' }).fill('Plan');
    await page.getByRole('list', { name: 'Periods' }).getByText('The period before').waitFor();
    await page.getByText(/Plan: 2, reached in \d+ of \d+\./).waitFor();
    assert.equal((await scene.get<SavedReport>(`/api/reports/${byMonth.id}`)).definition.goal, undefined);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    const { definition } = await scene.get<SavedReport>(`/api/reports/${byMonth.id}`);
    assert.deepEqual([definition.compare, definition.goal], ['previousPeriod', { value: 2, label: 'Plan' }]);
  });

  it('shows both in the table too, and to screen readers', async () => {
    const bar = page.locator('[data-mark*="before"]').last();
    assert.match((await bar.getAttribute('data-mark'))!, /: \d+ \(before: \d+\)$/);
    await takePicture(page, 'compared-report');
    await page.getByRole('region', { name: 'Answer' }).getByText('Table', { exact: true }).click();
    const table = page.getByRole('table');
    await table.getByRole('columnheader', { name: 'The period before' }).waitFor();
    await table.getByRole('columnheader', { name: 'Change' }).waitFor();
    await table.getByRole('row', { name: 'Plan 2' }).waitFor();
    await checkAccessible(page);
  });

  it('draws lines and lying bars with it, in light and dark', async () => {
    for (const chart of ['line', 'bars'] as const) {
      const definition = { ...byMonth.definition, chart, compare: 'previousPeriod', goal: { value: 2 } } as const;
      await page.goto(`/reports/new?q=${encodeURIComponent(JSON.stringify(definition))}`);
      await page.getByText(/Goal: 2, reached/).waitFor();
    }
    const filter = { and: [{ field: 'closedAt', op: 'within', value: 'last 12 months' } as const] };
    const lying = {
      ...byMonth.definition,
      filter,
      groupBy: [{ field: 'status' }],
      compare: 'previousPeriod',
      goal: { value: 2 },
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      const other = await scene.browser.openSignedIn(`/reports/new?q=${encodeURIComponent(JSON.stringify(lying))}`, {
        colorScheme,
      });
      await other.getByRole('list', { name: 'Periods' }).waitFor();
      await checkAccessible(other);
      await takePicture(other, `compared-bars-${colorScheme}`);
      await other.context().close();
    }
  });

  it('says in a number how much it has changed', async () => {
    await page.goto('/reports');
    const tile = page.getByRole('article', { name: number.name });
    await tile.getByText(/(over|under|as in) /).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await checkNoSidewaysScroll(page);
    await checkAccessible(page);
    await takePicture(page, 'compared-phone');
  });
});
