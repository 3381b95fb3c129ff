import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible } from './page-browser.ts';
import {
  byStatus,
  openReport,
  pick,
  saveButton,
  seeNoMore,
  withReportScene,
  type Dashboard,
  type ReportScene,
  type SavedReport,
} from './report-scene.ts';

describe('what somebody else deleted meanwhile', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  /** Opens a dashboard on a page that no longer sees others' changes. */
  async function openDashboard(name: string): Promise<Dashboard> {
    const dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name }, 201);
    await page.goto(`/dashboards/${dashboard.id}?arrange=1`);
    await page.getByRole('button', { name: 'Add report' }).waitFor();
    return dashboard;
  }
  const remove = (path: string) => scene.send('DELETE', path, undefined, 204);
  const refused = () => page.getByRole('alert').filter({ hasText: "Couldn't change the dashboard" });
  async function add(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Add report' }).click();
    await page.getByLabel('Add report: type to search').fill(name);
    await page.keyboard.press('Enter');
  }

  it('is not put on a dashboard, which says so', async () => {
    const report = await scene.make('Soon gone', byStatus);
    const { id } = await openDashboard('Without it');
    await seeNoMore(page);
    await remove(`/api/reports/${report.id}`);
    await add('Soon gone');
    await refused().getByText('Somebody deleted this report').waitFor();
    await page.getByRole('button', { name: 'Add report' }).click();
    await page.getByRole('listbox', { name: 'Reports' }).getByRole('option').first().waitFor();
    assert.equal(await page.getByRole('option', { name: 'Soon gone' }).count(), 0);
    await page.keyboard.press('Escape');
    await add('Open tickets by status');
    await page.getByRole('article', { name: 'Open tickets by status' }).waitFor();
    assert.equal(await refused().count(), 0);
    await remove(`/api/dashboards/${id}`);
  });

  for (const [what, act] of [
    ['take a report', () => add('Open tickets by status')],
    ['be renamed', rename],
  ] as const) {
    it(`is a dashboard that was to ${what}: its page says so, and it leaves the tabs`, async () => {
      const { id } = await openDashboard(`To ${what}`);
      await seeNoMore(page);
      await remove(`/api/dashboards/${id}`);
      await act();
      await refused().getByText('Somebody deleted this dashboard').waitFor();
      await page.getByText('Dashboard not found').waitFor();
      assert.equal(await page.getByRole('tab', { name: `To ${what}` }).count(), 0);
      await page.getByRole('tab', { name: 'All reports' }).click();
      await refused().waitFor({ state: 'detached' });
    });
  }
  async function rename(): Promise<void> {
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Rename dashboard' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Late');
    await page.keyboard.press('Enter');
  }

  it('need not be deleted once more: its page is left as if it had been', async () => {
    const { id } = await openDashboard('Twice');
    await seeNoMore(page);
    await remove(`/api/dashboards/${id}`);
    await page.getByRole('button', { name: 'More actions for Twice' }).click();
    await page.getByRole('menuitem', { name: 'Delete dashboard' }).click();
    await page.waitForURL('**/reports');
    await page.getByRole('status').getByText('Twice was already deleted').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Undo' }).count(), 0);

    const report = await scene.make('Twice too', byStatus);
    await page.goto(`/reports/${report.id}`);
    await page.getByText(/^Counted at/).waitFor();
    await remove(`/api/reports/${report.id}`);
    await page.getByRole('button', { name: 'More actions for Twice too' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.waitForURL('**/reports');
    await page.getByRole('status').getByText('Twice too was already deleted').waitFor();
  });

  it('is a report that is saved: the question stays, and can be saved as a new one', async () => {
    const report = await scene.make('Deleted while changed', byStatus);
    await openReport(page, `/reports/${report.id}`);
    await pick(page, 'Grouped by: Status', 'Priority');
    await page.getByText('Changed. Others see the saved report until you save.').waitFor();
    await remove(`/api/reports/${report.id}`);
    await saveButton(page).click();
    const gone = page.getByRole('alert').filter({ hasText: 'Somebody deleted this report while you were editing it' });
    await gone.waitFor();
    assert.equal(await page.getByText('Others see the saved report').count(), 0);
    assert.equal(await saveButton(page).count(), 0);
    assert.equal(await page.getByText('There is no record').count(), 0);
    await checkAccessible(page);
    const naming = page.getByRole('dialog', { name: 'Save as a new report' });
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await naming.getByRole('button', { name: 'Cancel' }).click();
    await gone.getByRole('button', { name: 'Save as a new report' }).click();
    await naming.getByLabel('Name').fill('Kept after all');
    await naming.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kept after all' }).waitFor();
    assert.equal(await gone.count(), 0);
    const { definition } = await scene.get<SavedReport>(new URL(page.url()).pathname.replace('/', '/api/'));
    assert.deepEqual(definition.groupBy, [{ field: 'priority' }]);
  });

  it('is a dashboard that is open: a new report is offered without it', async () => {
    const { id } = await openDashboard('Left early');
    await seeNoMore(page);
    await page.getByRole('button', { name: 'New report' }).click();
    const dialog = page.getByRole('dialog', { name: 'New report' });
    await dialog.getByText('It will be added to the dashboard Left early.').waitFor();
    await remove(`/api/dashboards/${id}`);
    await dialog.getByLabel('Name').fill('By itself');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('Somebody deleted this dashboard').waitFor();
    await dialog
      .getByText('Somebody deleted the dashboard Left early. “Create” saves the report without it.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'By itself' }).waitFor();
    const made = (await scene.get<SavedReport[]>('/api/reports')).filter(({ name }) => name === 'By itself');
    assert.equal(made.length, 1);
  });

  it('is told from what cannot be reached, which stays and says why', async () => {
    const { id } = await openDashboard('Stays');
    await page.route(`**/api/dashboards/${id}*`, (route) => route.abort());
    await page.getByRole('button', { name: 'More actions for Stays' }).click();
    await page.getByRole('menuitem', { name: 'Delete dashboard' }).click();
    await refused().getByText("Tallyhook isn't responding").waitFor();
    await page.unrouteAll();
    const { id: reportId } = await scene.make('Stays too', byStatus);
    await page.goto(`/reports/${reportId}`);
    await page.getByText(/^Counted at/).waitFor();
    await page.route(`**/api/reports/${reportId}*`, (route) => route.abort());
    await page.getByRole('button', { name: 'More actions for Stays too' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText("Couldn't delete the report").waitFor();
    await page.keyboard.press('Escape');
    await page.unrouteAll();
    await remove(`/api/dashboards/${id}`);
    await remove(`/api/reports/${reportId}`);
  });
});
