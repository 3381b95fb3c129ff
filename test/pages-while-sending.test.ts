import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Request } from 'playwright-core';
import { waitFor } from './product.ts';
import { byStatus, focusedOf, openReport, withReportScene, type Dashboard, type ReportScene } from './report-scene.ts';

describe('input while a change is being sent', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let sent: string[];
  /** Until when the next changes take; a second each where a test says nothing. */
  let held: Promise<void> | undefined;
  const isChange = (request: Request) => request.method() !== 'GET' && request.url().includes('/api/');

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (isChange(request)) sent.push([request.method(), pathname, request.postData()].filter(Boolean).join(' '));
    });
  });

  beforeEach(async () => {
    sent = [];
    held = undefined;
    // Every change takes as long as on a slow network.
    await page.route('**/api/**', async (route) => {
      if (isChange(route.request())) await (held ?? sleep(1_000));
      await route.continue();
    });
  });

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  /** A dashboard of the first reports, in arrange mode. */
  async function arrange(name: string, count: number): Promise<{ id: string; reports: string[] }> {
    const { id } = await scene.send<Dashboard>('POST', '/api/dashboards', { name }, 201);
    const reports = (await scene.get<{ id: string; name: string }[]>('/api/reports')).slice(0, count);
    for (const report of reports) await scene.send('POST', `/api/dashboards/${id}/tiles`, { report: report.id }, 201);
    await page.goto(`/dashboards/${id}?arrange=1`);
    await button(`More actions for ${name}`).waitFor();
    return { id, reports: reports.map((report) => report.name) };
  }
  const tilesOf = async (dashboard: string) =>
    (await scene.get<Dashboard[]>('/api/dashboards')).find(({ id }) => id === dashboard)!.tiles;

  it('stays in the settings as an unsaved change', async () => {
    const [{ id, name }] = await scene.get<[{ id: string; name: string }]>('/api/workspaces');
    await page.goto('/settings');
    const field = page.getByLabel('Name');
    await field.fill(`${name}X`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('YZ');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText("Your latest changes aren't saved yet").waitFor();
    assert.equal(await page.getByText('Saved', { exact: true }).count(), 0);
    assert.equal(await field.inputValue(), `${name}XYZ`);
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    const path = `PATCH /api/workspaces/${id}`;
    assert.deepEqual(sent, [`${path} {"name":"${name}X"}`, `${path} {"name":"${name}XYZ"}`]);
    await scene.send('PATCH', `/api/workspaces/${id}`, { name });
  });

  for (const [opens, title, made] of [
    ['New dashboard', 'New dashboard', 'dashboards'],
    ['New report', 'New report', 'reports'],
    ['Save as new', 'Save as a new report', 'reports'],
  ] as const)
    it(`does not close the dialog of “${opens}”${opens === 'New report' ? ', nor bring back who left the page' : ''}`, async () => {
      const { id } = await scene.make(`Before ${opens}`, byStatus);
      await page.goto('/runs');
      if (opens === 'Save as new') {
        await openReport(page, `/reports/${id}`);
        await page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name: 'Table' }).click();
      } else {
        await page.getByRole('link', { name: 'Reports', exact: true }).click();
      }
      const dialog = page.getByRole('dialog', { name: title });
      const ask = async (name: string) => {
        await button(opens).click();
        await dialog.getByLabel('Name').fill(name);
        await page.keyboard.press('Enter');
        await waitFor('it to be sent', () => sent.length > 0);
      };
      const isThere = async (name: string) =>
        waitFor(name, async () =>
          (await scene.get<{ name: string }[]>(`/api/${made}`)).some((one) => one.name === name),
        );

      const answer = Promise.withResolvers<void>();
      held = answer.promise;
      await ask(`${opens} and wait`);
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
      await page.mouse.click(5, 400);
      assert.equal(await dialog.getByLabel('Name').inputValue(), `${opens} and wait`);
      answer.resolve();
      await page.waitForURL(`**/${made}/*${made === 'dashboards' ? '?arrange=1' : ''}`);
      await dialog.waitFor({ state: 'detached' });
      assert.equal(sent.length, 1);
      if (opens !== 'New report') return;

      sent = [];
      held = undefined;
      await page.goto('/runs');
      await page.getByRole('link', { name: 'Reports', exact: true }).click();
      await ask(`${opens} and leave`);
      await page.goBack();
      await page.waitForURL('**/runs');
      await isThere(`${opens} and leave`);
      await sleep(500);
      assert.ok(page.url().endsWith('/runs'), page.url());
    });

  it('makes a new report though its name was entered before the record types had arrived', async () => {
    const arrived = Promise.withResolvers<void>();
    await page.route('**/api/types?*', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto('/reports');
    await button('New report').click();
    const dialog = page.getByRole('dialog', { name: 'New report' });
    await dialog.getByLabel('Name').fill('Named early');
    await page.keyboard.press('Enter');
    await sleep(500);
    assert.deepEqual(sent, []);
    arrived.resolve();
    await page.waitForURL('**/reports/*');
    await page.unroute('**/api/types?*');
    assert.equal(sent.length, 1);
  });

  it('returns the focus to the control that opened the dialog after a rename', async () => {
    await arrange('Old', 1);
    await button('More actions for Old').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename dashboard' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rename dashboard' });
    await dialog.getByLabel('Name').fill('Renamed');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await waitFor('the focus', async () => (await focusedOf(page)) === 'More actions for Renamed');
  });

  it('widens a tile by each press, from the last requested width', async () => {
    const { id, reports } = await arrange('Wide', 1);
    const control = button(`Width of ${reports[0]}: 1 of 3`);
    await control.click();
    await control.click();
    await button(`Width of ${reports[0]}: 3 of 3`).waitFor();
    assert.equal((await tilesOf(id))[0]!.width, 3);
    assert.deepEqual(
      sent.map((one) => one.split(' ').at(-1)),
      ['{"width":2}', '{"width":3}'],
    );
    await page.keyboard.press('Control+z');
    await button(`Width of ${reports[0]}: 2 of 3`).waitFor();
  });

  it('widens a tile by the next press after a refused one', async () => {
    const { id, reports } = await arrange('Refused', 1);
    const control = button(`Width of ${reports[0]}: 1 of 3`);
    const tile = /\/tiles\//;
    await page.route(tile, async (route) => {
      await sleep(500);
      await page.unroute(tile);
      await route.fulfill({ status: 503, json: { code: 'unavailable', detail: 'Not now.' } });
    });
    await control.click();
    await control.click();
    await button(`Width of ${reports[0]}: 2 of 3`).waitFor();
    assert.equal((await tilesOf(id))[0]!.width, 2);
    await page.keyboard.press('Control+z');
    await control.waitFor();
  });

  it('removes a tile once on a double press, and restores it once', async () => {
    const { id, reports } = await arrange('Off', 2);
    await button(`Remove ${reports[0]} from the dashboard`).dblclick();
    await button('Undo').waitFor();
    assert.equal((await tilesOf(id)).length, 1);
    await button('Undo').dblclick();
    await button(`Remove ${reports[0]} from the dashboard`).waitFor();
    assert.deepEqual(
      sent.map((one) => one.split(' ')[0]),
      ['DELETE', 'POST'],
    );
  });

  it('shows a switched index at once, and sends the change once', async () => {
    const { id } = await scene.make('Filters on status', {
      ...{ type: 'ticket', chart: 'number' },
      filter: { field: 'status', op: 'in', value: ['open'] },
    });
    await scene.get(`/api/reports/${id}/answer`);
    await page.goto('/speed');
    const toggle = page.getByRole('switch', { name: 'Index on Status of Ticket' });
    await toggle.focus();
    await page.keyboard.press('Space');
    await waitFor('the sign', async () => (await toggle.getAttribute('aria-busy')) === 'true');
    assert.equal(await toggle.isChecked(), true);
    await page.getByText('Switching on …').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('On', { exact: true }).waitFor();
    assert.equal(await toggle.getAttribute('aria-busy'), 'false');
    assert.deepEqual(sent, ['PUT /api/speed/ticket/status {"on":true}']);
    await scene.send('PUT', '/api/speed/ticket/status', { on: false }, 202);
  });

  it('shows a switched index even if the list is slow to reload', async () => {
    await page.goto('/speed');
    const toggle = page.getByRole('switch', { name: 'Index on Status of Ticket' });
    await toggle.waitFor();
    const list = (url: URL) => url.pathname === '/api/speed';
    const held: (() => void)[] = [];
    await page.route(list, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await toggle.focus();
    await page.keyboard.press('Space');
    await waitFor('the list to be asked for', () => held.length > 0);
    await waitFor('the end', async () => (await toggle.getAttribute('aria-busy')) === 'false');
    assert.equal(await toggle.isChecked(), true);
    await page.unroute(list);
    for (const goOn of held) goOn();
    await page.getByText('On', { exact: true }).waitFor();
    await scene.send('PUT', '/api/speed/ticket/status', { on: false }, 202);
  });
});
