import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, takePicture } from './page-browser.ts';
import { waitFor } from './product.ts';
import { withReportScene, type Dashboard, type ReportScene } from './report-scene.ts';

describe('the filter of a dashboard', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let dashboard: Dashboard;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  before(async () => {
    dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Filtered' }, 201);
    const tickets = await scene.make('All tickets', { type: 'ticket', chart: 'number' });
    const byStatus = await scene.make('By status', { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] });
    const projects = await scene.make('All projects', { type: 'project', chart: 'number' });
    for (const { id } of [tickets, byStatus, projects])
      await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: id }, 201);
    await page.goto(`/dashboards/${dashboard.id}`);
  });

  const numberIn = async (of: Page, name: string) =>
    Number((await of.getByRole('article', { name }).locator('p').first().innerText()).replaceAll(',', ''));
  const numberToBe = (name: string, wanted: (figure: number) => boolean, of = page) =>
    waitFor(`the number in ${name}`, async () => wanted(await numberIn(of, name)));
  const filterOf = (address: string) => JSON.parse(new URL(address).searchParams.get('filter') ?? '[]') as object[];

  it('applies to the tiles whose records have the field, and the others say that it does not', async () => {
    await page.getByRole('article', { name: 'All tickets' }).locator('p').first().waitFor();
    const all = await numberIn(page, 'All tickets');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('option', { name: 'Priority' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Value of Priority/ }).click();
    await dialog.getByRole('option').first().click();
    await numberToBe('All tickets', (figure) => figure < all);
    const projects = page.getByRole('article', { name: 'All projects' });
    await projects.getByText('Not filtered by Priority').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    assert.equal(filterOf(page.url()).length, 1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForSelector(`html[data-mantine-color-scheme="${colorScheme}"]`);
      await page.waitForTimeout(300);
      await checkAccessible(page);
      await takePicture(page, `dashboard-filter-${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('is undone with Back, one change at a time', async () => {
    const before = page.url();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('option', { name: 'Status' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Value of Status/ }).click();
    await dialog.getByRole('option').first().click();
    await waitFor('two conditions', async () => Promise.resolve(filterOf(page.url()).length === 2));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remove the filter Priority/ }).click();
    await waitFor('one condition', async () => Promise.resolve(filterOf(page.url()).length === 1));
    await page.goBack();
    await waitFor('two conditions', async () => Promise.resolve(filterOf(page.url()).length === 2));
    await page.getByRole('button', { name: /^Filter: Priority/ }).waitFor();
    await page.goBack();
    await waitFor('the address before', async () => Promise.resolve(page.url() === before));
    await page.getByRole('button', { name: /^Filter: Status/ }).waitFor({ state: 'detached' });
  });

  it('has a period, picked with two presses', async () => {
    await page.getByRole('button', { name: 'Period: All time' }).click();
    await page.getByRole('option', { name: 'last 12 months' }).first().click();
    await page.getByRole('button', { name: /^Period: .*last 12 months/ }).waitFor();
    await waitFor('two conditions', async () => Promise.resolve(filterOf(page.url()).length === 2));
    await page.getByRole('button', { name: /^Remove the filter Priority/ }).click();
    await waitFor('one condition', async () => Promise.resolve(filterOf(page.url()).length === 1));
  });

  it('is open to people who can only read, who cannot save it', async () => {
    const viewer = await scene.arrive(`${new URL(page.url()).pathname}${new URL(page.url()).search}`, 'viewer');
    await viewer.getByRole('button', { name: /^Period: .*last 12 months/ }).waitFor();
    await viewer.getByRole('button', { name: 'Reset' }).waitFor();
    assert.equal(await viewer.getByRole('button', { name: 'Save for everybody' }).count(), 0);
    await viewer.setViewportSize({ width: 390, height: 844 });
    await checkNoSidewaysScroll(viewer);
    await checkAccessible(viewer);
    await takePicture(viewer, 'dashboard-filter-phone');
    await viewer.context().close();
  });

  it('can be saved for everybody by people who may write', async () => {
    await page.getByRole('button', { name: 'Save for everybody' }).click();
    await page.getByRole('button', { name: 'Save for everybody' }).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('filter'), null);
    const all = await scene.get<(Dashboard & { conditions: object[] })[]>('/api/dashboards');
    assert.equal(all.find(({ id }) => id === dashboard.id)!.conditions.length, 1);
    await page.getByRole('button', { name: /^Period: .*last 12 months/ }).waitFor();
  });

  it('in an address that cannot be read is named, and the saved one applies', async () => {
    await page.goto(`/dashboards/${dashboard.id}?filter={bad`);
    const note = page.getByRole('alert').filter({ hasText: "Couldn't read the filter in the address" });
    await note.getByText('"{bad" is not a list of conditions').waitFor();
    await page.getByRole('button', { name: /^Period: .*last 12 months/ }).waitFor();
    await checkAccessible(page);
    await takePicture(page, 'dashboard-filter-unread');
    await page.getByRole('button', { name: 'Remove it from the address' }).click();
    await note.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('filter'), null);
    await page.getByRole('button', { name: /^Period: .*last 12 months/ }).waitFor();
  });
});
