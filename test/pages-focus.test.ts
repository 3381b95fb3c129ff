import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { checkAccessible } from './page-browser.ts';
import { waitFor } from './product.ts';
import { byStatus, openReport, withReportScene, type Dashboard, type ReportScene } from './report-scene.ts';

describe('the keyboard focus', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  async function press(control: Locator): Promise<void> {
    await control.focus();
    await page.keyboard.press('Enter');
  }
  async function choose(menu: string, item: string): Promise<void> {
    await press(button(menu));
    await press(page.getByRole('menuitem', { name: item }));
  }
  const focused = () =>
    page.evaluate(() => {
      const { tagName, innerText, ariaLabel } = document.activeElement as HTMLElement;
      return tagName === 'BODY' ? tagName : (ariaLabel ?? innerText);
    });
  const focusIsOn = (name: string) => waitFor(`${name} to have the focus`, async () => (await focused()) === name);
  /** Delays changes, and refuses the first one if `refused` is given; returns a function that counts them. */
  async function slowly(path: RegExp, refused?: number): Promise<() => number> {
    let sent = 0;
    await page.route(path, async (route: Route) => {
      if (route.request().method() === 'GET') return route.continue();
      sent += 1;
      const isFirst = sent === 1;
      await sleep(700);
      return isFirst && refused !== undefined ? route.fulfill({ status: refused, json: {} }) : route.continue();
    });
    return () => sent;
  }
  const busy = () => page.locator('button[aria-busy="true"]').first().waitFor();

  it('stays on the button of a dialog while it is sent once, and after a refusal', async () => {
    await page.goto('/reports');
    const sent = await slowly(/\/api\/dashboards/, 500);
    await press(button('New dashboard'));
    const dialog = page.getByRole('dialog', { name: 'New dashboard' });
    await dialog.getByLabel('Name').fill('Sent twice');
    await press(dialog.getByRole('button', { name: 'Create' }));
    await busy();
    assert.equal(await focused(), 'Create');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('responded with status 500 and gave no reason').waitFor();
    assert.deepEqual([sent(), await focused()], [1, 'Create']);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboards/*');
    assert.equal(sent(), 2);
  });

  it('stays on Save in the settings, whether saved or refused', async () => {
    await page.goto('/settings');
    const sent = await slowly(/\/api\/workspaces/, 422);
    await press(button('Save'));
    await busy();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText("Couldn't save the settings").waitFor();
    assert.deepEqual([sent(), await focused()], [1, 'Save']);
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual([sent(), await focused()], [2, 'Save']);
  });

  it('stays on “Save mine over theirs” until saved, then returns to the question', async () => {
    const filter = { field: 'title', op: 'contains', value: 'a' } as const;
    const report = await scene.make('Both', { ...byStatus, filter });
    const theirs = (revision: number, value: string) =>
      scene.send('PATCH', `/api/reports/${report.id}`, {
        revision,
        definition: { ...byStatus, filter: { ...filter, value } },
      });
    await openReport(page, `/reports/${report.id}`);
    const field = page.getByLabel('Value of Title', { exact: true });
    await field.fill('mine');
    await theirs(report.revision, 'theirs');
    await page.keyboard.press('Control+s');
    const mine = button('Save mine over theirs');
    await mine.waitFor();
    const sent = await slowly(/\/api\/reports\//, 500);
    await press(mine);
    await busy();
    assert.equal(await focused(), 'Save mine over theirs');
    await page.getByText("Couldn't save the report").waitFor();
    assert.equal(await focused(), 'Save mine over theirs');
    await theirs(report.revision + 1, 'theirs again');
    await page.keyboard.press('Enter');
    await page.getByText('contains theirs again').waitFor();
    assert.equal(await focused(), 'Save mine over theirs');
    await page.keyboard.press('Enter');
    await mine.waitFor({ state: 'detached' });
    await focusIsOn('Value of Title');
    assert.equal(sent(), 3);
  });

  it('moves from Undo to the restored control, or else to the heading', async () => {
    const { id } = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Undone' }, 201);
    for (const name of ['One', 'Two', 'Three']) {
      const report = await scene.make(name, byStatus);
      await scene.send('POST', `/api/dashboards/${id}/tiles`, { report: report.id }, 201);
    }
    await page.goto(`/dashboards/${id}?arrange=1`);
    for (const [control, shows] of [
      ['Width of Two: 1 of 3', 'Width of Two: 2 of 3'],
      ['Move Three earlier', 'Move Three earlier'],
      ['Move One later', 'Move One later'],
    ] as const) {
      await press(button(control));
      await press(button('Undo'));
      await button('Undo').waitFor({ state: 'detached' });
      if (shows !== control) await button(shows).waitFor({ state: 'detached' });
      await focusIsOn(control);
    }
    await choose('More actions for Undone', 'Delete dashboard');
    await focusIsOn('Undo');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/dashboards/${id}`);
    await button('Undo').waitFor({ state: 'detached' });
    await focusIsOn('Reports');
  });

  it('moves to Undo after a report is deleted, from its address or the list', async () => {
    for (const from of ['address', 'list']) {
      const { id, name } = await scene.make(`Deleted from the ${from}`, byStatus);
      await page.goto(from === 'list' ? '/reports' : `/reports/${id}`);
      if (from === 'list') await page.getByRole('main').getByRole('link', { name, exact: true }).first().press('Enter');
      await choose(`More actions for ${name}`, 'Delete');
      await page.waitForURL('**/reports');
      await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
      await focusIsOn('Undo');
      await page.keyboard.press('Enter');
      await focusIsOn('Reports');
    }
  });

  for (const opened of ['mouse', 'keyboard'])
    it(`moves into an accessible menu opened by ${opened}`, async () => {
      const { id, name } = await scene.make(`Menu by ${opened}`, byStatus);
      const dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name: `Board by ${opened}` }, 201);
      for (const [path, label] of [
        [`/reports/${id}`, `More actions for ${name}`],
        [`/dashboards/${dashboard.id}`, `More actions for Board by ${opened}`],
      ] as const) {
        await page.goto(path);
        await (opened === 'mouse' ? button(label).click() : press(button(label)));
        await page.getByRole('menu').waitFor();
        await focusIsOn(path.includes('reports') ? 'Copy link' : 'Rename dashboard');
        await checkAccessible(page);
        await page.keyboard.press('Escape');
        await focusIsOn(label);
      }
    });
});
