import assert from 'node:assert/strict';
import { packApp } from '@tallyhook/sdk';
import type { App } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, narrowDark, takePicture, wideLight } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

const rota = (version: string, isSecond = false): App => ({
  ...{ id: 'rota', name: 'Rota', version, description: 'Who works when.' },
  types: [
    {
      ...{ name: 'shift', label: 'Shift', plural: 'Shifts', labelField: 'name' },
      fields: [
        { name: 'name', label: 'Name', kind: 'text' },
        isSecond ? { name: 'hours', label: 'Hours', kind: 'number' } : { name: 'hours', label: 'Hours', kind: 'text' },
      ],
    },
  ],
  reports: [{ id: 'all', name: 'All shifts', definition: { type: 'shift', chart: 'number' } }],
});

describe('the pages of apps', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  // The apps of the test go with its branch.
  const branch = 'apps';
  const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}branch=${branch}`;
  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
  });

  async function check(label: string): Promise<void> {
    await takePicture(page, label);
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
  }
  const apps = () => page.getByRole('list', { name: 'Apps' }).getByRole('listitem');

  it('shows apps beside connectors, and only them if asked', async () => {
    await page.goto(at('/marketplace'));
    await apps().filter({ hasText: 'Work' }).getByText('Installed').waitFor();
    await check('marketplace-apps');
    await page.getByLabel('Kind').selectOption('Apps');
    await page.getByRole('list', { name: 'Connectors' }).waitFor({ state: 'detached' });
    assert.ok((await apps().count()) >= 4);
    await page.getByLabel('Kind').selectOption('Connectors');
    await page.getByRole('list', { name: 'Connectors' }).waitFor();
    assert.equal(await apps().count(), 0);
  });

  it('installs an app with its samples, reports and a dashboard that is read-only but can be copied', async () => {
    await page.goto(at('/apps/crm'));
    await page.getByRole('button', { name: 'Install' }).click();
    await page.getByText('Installed', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Load the samples' }).click();
    await page.getByText('22 sample records are on this branch.').waitFor();
    await check('app');
    await page.goto(at('/reports'));
    await page.getByRole('tab', { name: 'Sales' }).click();
    await page.getByText('From an app, read-only').waitFor();
    await page.getByText('€104,000').first().waitFor();
    await check('app-dashboard');
    await page.getByRole('button', { name: 'Copy to edit' }).click();
    await page.getByRole('tab', { name: 'Copy of Sales', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Add report' }).first().waitFor();
  });

  it('has a workflow that is off and read-only, but can be switched on and copied', async () => {
    await page.goto(at('/workflows'));
    const row = page.getByRole('row').filter({ hasText: 'Note why a deal was lost' });
    await row.getByText('From the app crm').waitFor();
    const toggle = row.getByRole('switch');
    assert.equal(await toggle.isChecked(), false);
    await toggle.focus();
    await page.keyboard.press('Space');
    while (!(await toggle.isChecked())) await page.waitForTimeout(50);
    await row.getByRole('link').click();
    await page.getByText('It comes with the app crm and is read-only here.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0);
    await check('app-workflow');
    await page.getByRole('button', { name: 'Copy to edit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Copy of Note why a deal was lost' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).waitFor();
  });

  it('removes the samples again', async () => {
    await page.goto(at('/apps/crm'));
    await page.getByRole('button', { name: 'Remove the samples' }).click();
    await page.getByRole('button', { name: 'Load the samples' }).waitFor();
  });

  it('shows what an update changes and loses before it is installed', async () => {
    const release = (app: App) => scene.send('POST', '/api/app-releases', packApp(app), 201);
    await release(rota('1.0.0'));
    await scene.send('POST', at('/api/apps'), { id: 'rota' }, 201);
    await scene.send('POST', at('/api/records?type=shift'), { fields: { name: 'Early', hours: 'eight' } }, 201);
    await release(rota('2.0.0', true));
    await page.goto(at('/apps/rota'));
    await page.getByText('Hours of Shift is of another kind: 1 of 1 value would be lost').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Update to 2.0.0' }).count(), 0);
    const lost = page.getByRole('region', { name: 'What Shift loses' });
    await lost.getByText('Early: eight').waitFor();
    await page.getByLabel('Lose 1 value').check();
    for (const { width, colorScheme } of [narrowDark, wideLight]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await check(`app-update-${width}`);
    }
    await page.getByRole('button', { name: 'Update to 2.0.0' }).click();
    await page.getByRole('button', { name: 'Update to 2.0.0' }).waitFor({ state: 'detached' });
  });

  it('removes an app, and its types stay if chosen', async () => {
    await page.getByRole('button', { name: 'Remove …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Rota?' });
    await dialog.getByLabel('Stay, as types of this workspace').waitFor();
    await check('app-remove');
    await dialog.getByRole('button', { name: 'Remove Rota' }).click();
    await page.getByRole('button', { name: 'Install' }).waitFor();
    const types = await scene.get<{ name: string; app: string }[]>(at('/api/types'));
    assert.equal(types.find(({ name }) => name === 'shift')?.app, 'workspace');
  });

  it('says what installing it again would lose of the types that it left, and loses it only with consent', async () => {
    await scene.send('POST', '/api/app-releases', packApp(rota('3.0.0')), 201);
    await page.goto(at('/apps/rota'));
    await page.getByText('Type Shift belongs to the app again, with its records').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Install' }).count(), 1);
    await page.getByRole('button', { name: 'Install 3.0.0' }).click();
    await page.getByText('Installed', { exact: true }).first().waitFor();

    await page.getByRole('button', { name: 'Remove …' }).click();
    await page.getByRole('button', { name: 'Remove Rota' }).click();
    await scene.send('POST', '/api/app-releases', packApp(rota('4.0.0', true)), 201);
    await page.goto(at('/apps/rota'));
    await page.getByRole('button', { name: 'Install 4.0.0' }).waitFor();
    // Written after the comparison: the installation is refused, and the page says what it would lose.
    await scene.send('POST', at('/api/records?type=shift'), { fields: { name: 'Late', hours: 'nine' } }, 201);
    await page.getByRole('button', { name: 'Install 4.0.0' }).click();
    await page.getByRole('region', { name: 'What Shift loses' }).getByText('Late: nine').waitFor();
    await check('app-install-again');
    assert.equal(await page.getByRole('button', { name: 'Install' }).count(), 0);
    await page.getByLabel('Lose 1 value').check();
    await page.getByRole('button', { name: 'Install 4.0.0' }).click();
    await page.getByText('Installed', { exact: true }).first().waitFor();
    const types = await scene.get<{ name: string; app: string }[]>(at('/api/types'));
    assert.equal(types.find(({ name }) => name === 'shift')?.app, 'rota');
  });
});
