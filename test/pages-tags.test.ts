import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, takePicture } from './page-browser.ts';
import { waitFor } from './product.ts';
import { withReportScene, type Dashboard, type ReportScene, type SavedReport } from './report-scene.ts';

describe('descriptions, tags and full screen', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let report: SavedReport;
  let dashboard: Dashboard;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  before(async () => {
    report = await scene.make('Tagged', { type: 'ticket', chart: 'number' });
    await scene.make('Also tagged', { type: 'ticket', chart: 'number', tags: ['Sales', 'Support'] });
    dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Wall' }, 201);
    await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: report.id }, 201);
  });

  it('are given to a report in its builder, and saved with it', async () => {
    await page.goto(`/reports/${report.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('combobox', { name: 'Tags' }).fill('Support');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Description' }).fill('All tickets of the team.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    const { definition } = await scene.get<SavedReport>(`/api/reports/${report.id}`);
    assert.deepEqual([definition.tags, definition.description], [['Support'], 'All tickets of the team.']);
    await checkAccessible(page);
  });

  it('filter and group all reports; the tag is in the address', async () => {
    await page.goto('/reports');
    await page.getByRole('article', { name: 'Tagged', exact: true }).getByText('All tickets of the team.').waitFor();
    await page.getByRole('button', { name: 'Sales 1' }).click();
    await waitFor('one report', async () => (await page.getByRole('article').count()) === 1);
    assert.equal(new URL(page.url()).searchParams.get('tag'), 'Sales');
    await page.reload();
    await page.getByRole('button', { name: 'Sales 1', pressed: true }).click();
    await page.getByRole('switch', { name: 'Group by tag' }).check();
    const group = page.getByRole('region', { name: 'Support' });
    await waitFor('two reports of the tag', async () => (await group.getByRole('article').count()) === 2);
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
    await takePicture(page, 'tags');
  });

  it('are given to a dashboard in its menu, which the tag then finds', async () => {
    await page.goto(`/dashboards/${dashboard.id}`);
    await page.getByRole('button', { name: 'More actions for Wall' }).click();
    await page.getByRole('menuitem', { name: 'Description and tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'About Wall' });
    await dialog.getByLabel('Description').fill('For the screen in the hall.');
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('Support');
    await page.keyboard.press('Enter');
    await checkAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('For the screen in the hall.').waitFor();
    await page.goto('/reports?tag=Support');
    await page.getByRole('link', { name: 'Wall' }).waitFor();
  });

  it('shows a dashboard on the whole screen, and counts it again from time to time', async () => {
    await page.clock.install();
    await page.goto(`/dashboards/${dashboard.id}`);
    await page.getByRole('button', { name: 'Full screen' }).click();
    const again = page.getByRole('combobox', { name: 'Count again' });
    await again.selectOption('1');
    const recount = page.waitForRequest((request) => request.url().includes('recount=1'));
    await page.clock.runFor(61_000);
    await recount;
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await again.waitFor({ state: 'detached' });
  });
});
