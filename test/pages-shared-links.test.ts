import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, takePicture } from './page-browser.ts';
import { withReportScene, type Dashboard, type ReportScene, type SavedReport } from './report-scene.ts';

describe('sharing by link', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let dashboard: Dashboard;
  let report: SavedReport;
  let address: string;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  before(async () => {
    dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Outside' }, 201);
    report = await scene.make('By status', { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] });
    const number = await scene.make('All', { type: 'ticket', chart: 'number' });
    for (const [id, width] of [
      [number.id, 1],
      [report.id, 2],
    ] as const)
      await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: id, width }, 201);
  });

  it('makes a link that is shown once', async () => {
    await page.goto(`/dashboards/${dashboard.id}`);
    await page.getByRole('button', { name: 'More actions for Outside' }).click();
    await page.getByRole('menuitem', { name: 'Share by link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Outside by link' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    address = await dialog.getByRole('group', { name: 'Link' }).innerText();
    assert.match(address, /\/shared#[\w-]{43}$/);
    await dialog.getByRole('list', { name: 'Links' }).getByText('Never opened').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'share-dialog');
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  it('shows the dashboard without a sign-in, and no records behind its figures', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      const visitor = await scene.browser.open({ colorScheme, viewport: { width, height: 844 } });
      const asked: string[] = [];
      visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await visitor.goto(new URL(address).pathname + new URL(address).hash);
      await visitor.getByRole('heading', { name: 'Outside' }).waitFor();
      await visitor.getByRole('article', { name: 'By status' }).locator('svg').first().waitFor();
      assert.equal(await visitor.locator('a').count(), 0);
      assert.deepEqual(
        [...new Set(asked.filter((path) => path.startsWith('/api/')))],
        ['/api/shared', '/api/shared/answers'],
      );
      await checkNoSidewaysScroll(visitor);
      await checkAccessible(visitor);
      await takePicture(visitor, `shared-${colorScheme}`);
      await visitor.context().close();
    }
  });

  it('is listed on the API page, where a link can be removed', async () => {
    await page.goto('/api-access');
    const links = page.getByRole('region', { name: 'Links that show reports' });
    await links.getByText('Outside · Made by').waitFor();
    await links
      .getByRole('button', { name: /^Remove the link/ })
      .first()
      .click();
    await links.getByText('Nothing is shared by link').waitFor();
    const visitor = await scene.browser.open();
    await visitor.goto(new URL(address).pathname + new URL(address).hash);
    await visitor.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await visitor.context().close();
  });

  it('is not offered to people who do not manage the workspace', async () => {
    const member = await scene.arrive(`/reports/${report.id}`, 'member');
    await member.getByRole('button', { name: 'More actions for By status' }).click();
    await member.getByRole('menuitem', { name: 'Save as CSV' }).waitFor();
    assert.equal(await member.getByRole('menuitem', { name: 'Share by link' }).count(), 0);
    await member.context().close();
  });
});
