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
    await page.getByRole('button', { name: `More about ${name}` }).click();
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

  it('is shown on the page of the report, with its figures, to those who have changed nothing', async () => {
    const { id } = await scene.make('Followed', total);
    await openReport(page, `/reports/${id}`);
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer
      .getByText(String(await countOf(total)), { exact: true })
      .first()
      .waitFor();
    await change(id, 1, { definition: open });
    await page.getByRole('group', { name: 'Where' }).first().waitFor();
    await answer
      .getByText(String(await countOf(open)), { exact: true })
      .first()
      .waitFor();
    assert.equal(await saveButton(page).count(), 0);
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

  it('leaves a condition that is being made, and the focus where it is', async () => {
    const title = { field: 'title', op: 'contains', value: 'a' } as const;
    const { id } = await scene.make('Being made', { ...byStatus, filter: { and: [title] } });
    await openReport(page, `/reports/${id}`);
    const field = page.getByLabel('Value of Title', { exact: true });
    await field.focus();
    await page.keyboard.press('End');
    await change(id, 1, { definition: { ...byStatus, chart: 'table', filter: { and: [title] } } });
    const kinds = page.getByRole('radiogroup', { name: 'Shown as' });
    const isShown = (kind: string) => kinds.getByRole('radio', { name: kind, checked: true }).waitFor();
    await isShown('Table');
    await change(id, 2, { definition: { ...byStatus, groupBy: [{ field: 'priority' }], filter: { and: [title] } } });
    await wordOf(page, 'Grouped by: Priority').waitFor();
    await page.keyboard.type('b');
    assert.equal(await field.inputValue(), 'ab');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await page.getByText('Does not count yet: it has no value.').waitFor();
    const without = { ...byStatus, groupBy: [{ field: 'priority' }] };
    await change(id, 3, { definition: without });
    await saveButton(page).waitFor({ state: 'detached' });
    await change(id, 4, { definition: { ...without, chart: 'pie' } });
    await isShown('Pie');
    await page.getByText('Does not count yet: it has no value.').waitFor();
    await change(id, 5, { definition: { ...byStatus, chart: 'pie' } });
    await saveButton(page).waitFor();
    await page.getByText('Does not count yet: it has no value.').waitFor();
    assert.equal(await field.inputValue(), '');
  });

  for (const seen of ['Reset', 'following it'])
    it(`is not saved over unseen by who undoes on beyond ${seen}`, async () => {
      const title = { field: 'title', op: 'contains', value: 'a' } as const;
      const mine: Report = { ...byStatus, filter: { and: [title] } };
      const { id } = await scene.make(`Undone beyond ${seen}`, mine);
      await openReport(page, `/reports/${id}`);
      const field = page.getByLabel('Value of Title', { exact: true });
      await field.fill('ab');
      if (seen !== 'Reset') await field.fill('a');
      const theirs: Report = { ...mine, groupBy: [{ field: 'priority' }] };
      await change(id, 1, { definition: theirs });
      if (seen === 'Reset') {
        await page.waitForResponse(async (answer) => /"revision":2/.test(await answer.text().catch(() => '')));
        await page.getByRole('button', { name: 'Reset', exact: true }).click();
      }
      await wordOf(page, 'Grouped by: Priority').waitFor();
      await wordOf(page, 'Grouped by: Priority').focus();
      await page.keyboard.press('Control+z');
      await wordOf(page, 'Grouped by: Status').waitFor();
      assert.equal(await field.inputValue(), 'ab');
      await saveButton(page).click();
      await page.getByRole('alert').filter({ hasText: 'Somebody saved this report while you changed it' }).waitFor();
      assert.deepEqual((await read(id)).definition, theirs);
      await page.getByRole('button', { name: 'Save mine over theirs' }).click();
      await saveButton(page).waitFor({ state: 'detached' });
      assert.equal((await read(id)).revision, 3);
      // What was saved is one's own: what was before it collides with nobody.
      await wordOf(page, 'Grouped by: Status').focus();
      await page.keyboard.press('Control+z');
      await saveButton(page).click();
      await saveButton(page).waitFor({ state: 'detached' });
      assert.equal((await read(id)).revision, 4);
    });

  it('is what Reset returns to', async () => {
    const { id } = await scene.make('Reset', byStatus);
    await openReport(page, `/reports/${id}`);
    await page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name: 'Table' }).click();
    await saveButton(page).waitFor();
    await change(id, 1, { definition: { ...byStatus, groupBy: [{ field: 'priority' }] } });
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await wordOf(page, 'Grouped by: Priority').waitFor();
    assert.equal(await saveButton(page).count(), 0);
  });

  it('does not keep one from another name, unless it was a name too', async () => {
    const { id } = await scene.make('Named', byStatus);
    await openReport(page, `/reports/${id}`);
    const asks = page.getByRole('dialog', { name: 'Rename the report' });
    // What others do is seen here only when it collides.
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
    await asks.getByText('Somebody called it “Theirs” meanwhile').waitFor();
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
