import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, takePicture } from './page-browser.ts';
import { waitFor } from './product.ts';
import { focusedOf, seeNoMore, withReportScene, type Dashboard, type ReportScene } from './report-scene.ts';

describe('dashboards', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  let dashboard: Dashboard;
  const current = async () => (await scene.get<Dashboard[]>('/api/dashboards')).find(({ id }) => id === dashboard.id)!;
  const widthsToBe = (...widths: number[]) =>
    waitFor(
      `widths of ${widths.join()}`,
      async () => (await current()).tiles.map(({ width }) => width).join() === widths.join(),
    );
  const names = () => page.locator('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

  before(async () => {
    dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Mornings' }, 201);
  });

  it('are tabs with an address each, which arrows go through', async () => {
    await page.goto('/reports');
    await page.getByRole('tab', { name: 'Mornings' }).waitFor();
    await page.getByRole('tab', { name: 'All reports' }).focus();
    await page.keyboard.press('ArrowRight');
    await waitFor('the address of the next tab', async () => page.url().includes('/dashboards/'));
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL('**/reports');
    await page.getByRole('tab', { name: 'Mornings' }).click();
    await page.getByText('This dashboard is empty').waitFor();
    assert.ok(page.url().endsWith(`/dashboards/${dashboard.id}`));
  });

  it('are reached from the first to the last by Home, End and arrows, which go around', async () => {
    await scene.send('POST', '/api/dashboards', { name: 'Evenings' }, 201);
    await page.goto('/reports');
    const tabs = page.getByRole('tablist', { name: 'Reports and dashboards' }).getByRole('tab');
    await tabs.filter({ hasText: 'Evenings' }).waitFor();
    const last = (await tabs.count()) - 1;
    const at = async () => tabs.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement));
    await tabs.first().focus();
    for (const [key, tab] of [
      ['End', last],
      ['ArrowLeft', last - 1],
      ['Home', 0],
      ['ArrowLeft', last],
      ['ArrowRight', 0],
    ] as const) {
      await page.keyboard.press(key);
      await waitFor(`${key} to go to tab ${tab}`, async () => (await at()) === tab);
      await waitFor(
        `${key} to open tab ${tab}`,
        async () => (await tabs.nth(tab).getAttribute('aria-selected')) === 'true',
      );
    }
    await page.waitForURL('**/reports');
  });

  it('say where there are more tabs than fit, and show them', async () => {
    const narrow = await scene.browser.openSignedIn('/reports', { viewport: { width: 320, height: 700 } });
    const mornings = narrow.getByRole('tab', { name: 'Mornings' });
    const more = (to: 'start' | 'end') => narrow.locator(`[data-to="${to}"]`);
    const isInView = (tab: Locator) =>
      tab.evaluate((element) => {
        const row = element.parentElement!.getBoundingClientRect();
        const { left, right } = element.getBoundingClientRect();
        return left >= row.left - 1 && right <= row.right + 1;
      });
    await more('end').waitFor();
    assert.equal(await more('start').count(), 0);
    assert.equal(await isInView(mornings), false);
    await takePicture(narrow, 'tabs-more');
    await waitFor('a tab of them to be in view', async () => {
      await more('end').evaluateAll((all) => (all as HTMLElement[]).forEach((one) => one.click()));
      return isInView(mornings);
    });
    await more('start').waitFor();
    await mornings.click();
    await narrow.reload();
    await waitFor('the open tab to be in view', () => isInView(mornings));
    await checkAccessible(narrow);
    await checkNoSidewaysScroll(narrow);
    await narrow.context().close();
  });

  it('take reports while they are arranged, and each press is saved at once', async () => {
    await page.goto(`/dashboards/${dashboard.id}?arrange=1`);
    for (const name of ['Open tickets by status', 'Tickets by person', 'What tickets are about']) {
      await page.getByRole('button', { name: 'Add report' }).click();
      await page.getByLabel('Add report: type to search').fill(name);
      // Enter takes the first match.
      await page.keyboard.press('Enter');
      await page
        .getByRole('article', { name })
        .getByText(/^Counted at/)
        .waitFor();
    }
    await widthsToBe(1, 1, 1);
    assert.deepEqual(await names(), ['Open tickets by status', 'Tickets by person', 'What tickets are about']);
    const size = await page.getByRole('button', { name: 'Move Tickets by person later' }).boundingBox();
    assert.ok(size!.width >= 28 && size!.height >= 28);
  });

  it('keep the focus on the control that was pressed; after taking off, it is on Undo', async () => {
    await page.getByRole('button', { name: 'Move Tickets by person later' }).focus();
    await page.keyboard.press('Enter');
    await waitFor('the tile to be the last', async () => (await names()).at(-1) === 'Tickets by person');
    await waitFor('the focus', async () => (await focusedOf(page)) === 'Move Tickets by person later');
    await page.getByRole('button', { name: 'Width of Tickets by person: 1 of 3' }).focus();
    await page.keyboard.press('Enter');
    await waitFor('the width', async () => (await focusedOf(page)) === 'Width of Tickets by person: 2 of 3');
    await page.getByRole('button', { name: 'Remove Tickets by person from the dashboard' }).focus();
    await page.keyboard.press('Enter');
    await waitFor('the focus to be on Undo', () => page.evaluate(() => document.activeElement?.textContent === 'Undo'));
    await widthsToBe(1, 1);
    // As with Caps Lock; undo itself is a key, or a press of the focused button.
    await page.keyboard.press('Control+Z');
    await waitFor('the focus', async () => (await focusedOf(page)) === 'Remove Tickets by person from the dashboard');
    await widthsToBe(1, 1, 2);
  });

  it('put the focus on the control of a tile that is put back, also of the only one', async () => {
    const one = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Only one' }, 201);
    const report = (await current()).tiles[0]!.report;
    await scene.send('POST', `/api/dashboards/${one.id}/tiles`, { report }, 201);
    await page.goto(`/dashboards/${one.id}?arrange=1`);
    const takeOff = page.getByRole('button', { name: 'Remove Open tickets by status from the dashboard' });
    await takeOff.focus();
    await page.keyboard.press('Enter');
    await page.getByText('This dashboard is empty').waitFor();
    await waitFor('the focus to be on Undo', () => page.evaluate(() => document.activeElement?.textContent === 'Undo'));
    await page.keyboard.press('Enter');
    await takeOff.waitFor();
    await waitFor(
      'the focus',
      async () => (await focusedOf(page)) === 'Remove Open tickets by status from the dashboard',
    );
    await scene.send('DELETE', `/api/dashboards/${one.id}`, undefined, 204);
    await page.goto(`/dashboards/${dashboard.id}?arrange=1`);
  });

  it('take back what was done last, and then what was done before', async () => {
    const own = await scene.browser.openSignedIn('/reports');
    // An offer lasts ten seconds; a busy machine may need longer for two presses.
    await own.addInitScript(() => {
      const { setTimeout: start } = window;
      const stretched = (run: () => void, ms?: number) => start(run, ms === 10_000 ? 200_000 : ms);
      Object.assign(window, { setTimeout: stretched });
    });
    await own.goto(`/dashboards/${dashboard.id}?arrange=1`);
    const widen = async (from: number, to: number) => {
      await own.getByRole('button', { name: `Width of What tickets are about: ${from} of 3` }).click();
      await own.getByRole('button', { name: `Width of What tickets are about: ${to} of 3` }).waitFor();
    };
    const offer = own.getByRole('region', { name: 'Undo' });
    await widen(1, 2);
    await widen(2, 3);
    await widthsToBe(1, 3, 2);
    await own.keyboard.press('Control+z');
    await own.keyboard.press('Control+z');
    await widthsToBe(1, 1, 2);
    await offer.waitFor({ state: 'detached' });
    await widen(1, 2);
    await widen(2, 3);
    await own.keyboard.press('Control+z');
    await offer.getByText('What tickets are about is 2 of 3 columns wide').waitFor();
    await offer.getByRole('button', { name: 'Undo' }).click();
    await widthsToBe(1, 1, 2);
    await offer.waitFor({ state: 'detached' });
    await own.context().close();
  });

  it('take a report that is made while one is open', async () => {
    await page.getByRole('button', { name: 'New report' }).click();
    const dialog = page.getByRole('dialog', { name: 'New report' });
    await dialog.getByText('It will be added to the dashboard Mornings.').waitFor();
    await dialog.getByLabel('Name').fill('Number of projects');
    await dialog.getByLabel('Records').selectOption({ label: 'Projects' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Number of projects' }).waitFor();
    await waitFor('four tiles', async () => (await current()).tiles.length === 4);
  });

  it('lose nothing when two people arrange one at once', async () => {
    const before_ = await current();
    const other = await scene.arrive(`/dashboards/${dashboard.id}?arrange=1`, 'member');
    await page.goto(`/dashboards/${dashboard.id}?arrange=1`);
    const press = (at: Page, name: string) => at.getByRole('button', { name, exact: true }).click();
    for (const at of [page, other])
      await at.getByRole('button', { name: 'Remove Tickets by person from the dashboard' }).waitFor();
    // Neither has seen the other's change.
    const mine = async () => {
      await press(page, 'Width of Open tickets by status: 1 of 3');
      await press(page, 'Move Open tickets by status later');
    };
    const theirs = async () => {
      await press(other, 'Width of What tickets are about: 1 of 3');
      await press(other, 'Remove Number of projects from the dashboard');
    };
    await Promise.all([mine(), theirs()]);
    await page.getByRole('button', { name: 'Add report' }).click();
    await page.getByLabel('Add report: type to search').fill('Hours of work left');
    await page.getByRole('option', { name: 'Hours of work left' }).click();
    await waitFor('all five changes', async () => {
      const { tiles } = await current();
      const [status, about, person, projects] = before_.tiles.map(({ id }) => tiles.find((tile) => tile.id === id));
      const isMoved = tiles.indexOf(status!) > 0;
      return [status?.width, about?.width].join() === '2,2' && isMoved && !!person && !projects && tiles.length === 4;
    });
    await waitFor('both to see the same without loading the page again', async () => {
      const seen = (at: Page) =>
        at.locator('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join());
      return (await seen(other)) === (await seen(page)) && (await seen(page)).includes('Hours of work left');
    });
    await other.context().close();
    const added = (await current()).tiles.find(({ id }) => !before_.tiles.some((tile) => tile.id === id))!;
    await scene.send('DELETE', `/api/dashboards/${dashboard.id}/tiles/${added.id}`, undefined);
    const projects = before_.tiles.at(-1)!;
    await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: projects.report }, 201);
  });

  it('are printed under their own name', async () => {
    await page.goto(`/dashboards/${dashboard.id}`);
    await page.getByRole('heading', { level: 1, name: 'Reports', exact: true }).waitFor();
    await waitFor('the title', async () => (await page.title()) === 'Mornings · Tallyhook');
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { level: 1, name: 'Mornings', exact: true }).waitFor();
    await takePicture(page, 'dashboard-printed');
    await page.emulateMedia({ media: null });
    await page.goto('/reports');
    await waitFor('the title', async () => (await page.title()) === 'Reports · Tallyhook');
  });

  it('take back the tile that was put on them, not one that somebody else put there meanwhile', async () => {
    const both = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Both' }, 201);
    const [theirs, mine] = (await current()).tiles.map(({ report }) => report);
    const tiles = async () =>
      (await scene.get<Dashboard[]>('/api/dashboards'))
        .find(({ id }) => id === both.id)!
        .tiles.map((one) => one.report);
    const own = await scene.browser.openSignedIn(`/dashboards/${both.id}?arrange=1`);
    await own.getByRole('button', { name: 'Add report' }).waitFor();
    await seeNoMore(own);
    await scene.send('POST', `/api/dashboards/${both.id}/tiles`, { report: theirs }, 201);
    await own.getByRole('button', { name: 'Add report' }).click();
    const { name } = await scene.get<{ name: string }>(`/api/reports/${mine}`);
    await own.getByRole('option', { name }).click();
    await waitFor('two tiles', async () => (await tiles()).join() === [theirs, mine].join());
    await own.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click();
    await waitFor('one tile', async () => (await tiles()).length === 1);
    assert.deepEqual(await tiles(), [theirs]);
    await own.context().close();
    await scene.send('DELETE', `/api/dashboards/${both.id}`, undefined, 204);
  });

  it('say of a deleted report that it is gone, and let go of it', async () => {
    const { report } = (await current()).tiles.at(-1)!;
    await scene.send('DELETE', `/api/reports/${report}`, undefined, 204);
    await page.goto(`/dashboards/${dashboard.id}`);
    await page.getByText('This report was deleted.').waitFor();
    await page.getByRole('button', { name: 'Remove from dashboard' }).click();
    await waitFor('the tile to be gone', async () => (await current()).tiles.length === 3);
  });

  it('are not arranged by who can only read', async () => {
    const other = await scene.arrive(`/dashboards/${dashboard.id}?arrange=1`, 'viewer');
    await other.getByRole('article', { name: 'Open tickets by status' }).waitFor();
    for (const name of ['New report', 'New dashboard', 'Add report', 'Move Tickets by person later'])
      assert.equal(await other.getByRole('button', { name }).count(), 0, name);
    assert.equal(await other.getByLabel('Arrange').count(), 0);
    assert.equal(await other.getByRole('link', { name: 'Speed' }).count(), 0);
    await other.goto('/speed');
    await other.getByText('Only owners and admins can see this page').waitFor();
    await other.context().close();
  });
});
