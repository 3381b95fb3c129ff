import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { waitFor } from './product.ts';
import {
  byStatus,
  openReport,
  saveButton,
  withReportScene,
  wordOf,
  type Dashboard,
  type ReportScene,
  type SavedReport,
} from './report-scene.ts';

describe('what somebody else saves', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });
  const total: Report = { type: 'ticket', chart: 'number' };
  const open: Report = { ...total, filter: { and: [{ field: 'status', op: 'in', value: ['open'] }] } };
  const read = (id: string) => scene.get<SavedReport>(`/api/reports/${id}`);
  const change = (id: string, revision: number, changed: object) =>
    scene.send('PATCH', `/api/reports/${id}`, { revision, ...changed });
  const countOf = async (definition: Report): Promise<number> => {
    const q = encodeURIComponent(JSON.stringify({ ...definition, chart: undefined }));
    const { overall } = await scene.get<{ overall: Record<string, number> }>(`/api/query?q=${q}`);
    return Object.values(overall)[0]!;
  };
  const rename = async (name: string, text: string) => {
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(text);
    await page.keyboard.press('Enter');
  };

  for (const where of ['a dashboard', 'all reports'])
    it(`is counted anew on ${where} that is open: another question never has the old figures`, async () => {
      const [all, some] = [await countOf(total), await countOf(open)];
      assert.notEqual(all, some);
      const name = `Seen on ${where}`;
      const { id } = await scene.make(name, total);
      const dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name }, 201);
      await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: id }, 201);
      await page.goto(where === 'a dashboard' ? `/dashboards/${dashboard.id}` : '/reports');
      const tile = page.getByRole('article', { name, exact: true });
      await tile.getByText(String(all), { exact: true }).first().waitFor();
      await change(id, 1, { definition: open });
      await tile.getByText(String(some), { exact: true }).first().waitFor();
      assert.equal(await tile.getByText(String(all), { exact: true }).count(), 0);
      await scene.send('DELETE', `/api/reports/${id}`, undefined, 204);
    });

  it('is shown on the page of the report, with its figures, to those who have changed nothing, and leaves the focus', async () => {
    const title = { field: 'title', op: 'contains', value: 'a' } as const;
    const titled: Report = { ...total, filter: { and: [title] } };
    const theirs: Report = { ...total, filter: { and: [title, { field: 'status', op: 'in', value: ['open'] }] } };
    const { id } = await scene.make('Followed', titled);
    await openReport(page, `/reports/${id}`);
    const answer = page.getByRole('region', { name: 'Answer' });
    const shows = async (definition: Report) =>
      answer
        .getByText(String(await countOf(definition)), { exact: true })
        .first()
        .waitFor();
    await shows(titled);
    const field = page.getByLabel('Value of Title', { exact: true });
    await field.focus();
    await page.keyboard.press('End');
    await change(id, 1, { definition: theirs });
    await wordOf(page, 'Condition field: Status').waitFor();
    await shows(theirs);
    assert.equal(await saveButton(page).count(), 0);
    await page.keyboard.type('b');
    assert.equal(await field.inputValue(), 'ab');
    await saveButton(page).waitFor();
  });

  it('is counted anew where a report comes back to what it asked before, also with an answer under way', async () => {
    const [all, some] = [await countOf(total), await countOf(open)];
    const { id } = await scene.make('There and back', total);
    const tile = page.getByRole('article', { name: 'There and back', exact: true });
    const shows = (figure: number) => tile.getByText(String(figure), { exact: true }).first().waitFor();
    const answers = `**/api/reports/${id}/answer?*`;
    await page.route(answers, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.goto('/reports');
    await tile.waitFor();
    await change(id, 1, { definition: open });
    await shows(some);
    await change(id, 2, { definition: total });
    await shows(all);
    await page.unroute(answers);
    await change(id, 3, { definition: open });
    await shows(some);
    await change(id, 4, { name: 'Called otherwise' });
    await page
      .getByRole('article', { name: 'Called otherwise' })
      .getByText(String(some), { exact: true })
      .first()
      .waitFor();
    await scene.send('DELETE', `/api/reports/${id}`, undefined, 204);
  });

  it('does not keep one from another name, unless it was a name too', async () => {
    const { id } = await scene.make('Named', byStatus);
    await openReport(page, `/reports/${id}`);
    const asks = page.getByRole('dialog', { name: 'Rename report' });
    // Others' changes only become visible here as a conflict.
    await page.route(`**/api/reports/${id}?*`, async (route) => {
      if (route.request().method() === 'GET' && !(await asks.isVisible())) return;
      await route.continue();
    });
    await change(id, 1, { definition: { ...byStatus, groupBy: [{ field: 'priority' }] } });
    await rename('Named', 'Renamed');
    await asks.waitFor({ state: 'detached' });
    assert.deepEqual(
      [(await read(id)).name, (await read(id)).definition.groupBy],
      ['Renamed', [{ field: 'priority' }]],
    );
    await change(id, 3, { name: 'Theirs' });
    await rename('Renamed', 'Mine');
    await asks.getByText('Somebody renamed it to “Theirs”').waitFor();
    assert.equal((await read(id)).name, 'Theirs');
    await page.keyboard.press('Enter');
    await asks.waitFor({ state: 'detached' });
    assert.equal((await read(id)).name, 'Mine');
  });

  it('of the zone of the workspace is what all windows count by', async () => {
    const [{ id, timezone }] = await scene.get<[{ id: string; timezone: string }]>('/api/workspaces');
    await page.clock.install();
    await page.goto('/reports');
    const asked: string[] = [];
    await page
      .getByText(/^Counted at/)
      .first()
      .waitFor();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await scene.send('PATCH', `/api/workspaces/${id}`, { timezone: 'Pacific/Auckland' });
    await page.clock.runFor(35_000);
    await waitFor('the answers to be counted anew', () => asked.some((path) => path.endsWith('/answer')));
    await scene.send('PATCH', `/api/workspaces/${id}`, { timezone });
  });

  it('is not taken for a move of a tile that was the last already: Undo takes back what moved', async () => {
    const { id } = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Moves' }, 201);
    for (const report of (await scene.get<SavedReport[]>('/api/reports')).slice(0, 3))
      await scene.send('POST', `/api/dashboards/${id}/tiles`, { report: report.id }, 201);
    const order = async () =>
      (await scene.get<Dashboard[]>('/api/dashboards')).find((one) => one.id === id)!.tiles.map((tile) => tile.id);
    const before = await order();
    await page.route('**/tiles/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto(`/dashboards/${id}?arrange=1`);
    const later = page.locator(`[data-control="${before[1]}-later"]`);
    await later.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page
      .getByText(/was moved later/)
      .first()
      .waitFor();
    await page.waitForResponse((response) => response.url().includes('/tiles/'));
    assert.deepEqual(await order(), [before[0], before[2], before[1]]);
    await page.keyboard.press('Control+z');
    await waitFor('the move to be taken back', async () => String(await order()) === String(before));
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(700);
    assert.deepEqual(await order(), before);
  });
});
