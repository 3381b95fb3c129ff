import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { checkAccessible, takePicture } from './page-browser.ts';
import { waitFor } from './product.ts';
import { marksOf, openReport, withReportScene, type ReportScene, type SavedReport } from './report-scene.ts';

const byProject: Report = {
  type: 'ticket',
  chart: 'bars',
  measures: [{ fn: 'sum', field: 'estimate' }],
  groupBy: [{ field: 'project' }, { field: 'priority' }],
};

describe('the charts of reports', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  it('name every series of a group and their total, beside the part that is pointed at', async () => {
    const { id } = await scene.make('Hours by project and priority again', byProject);
    await openReport(page, `/reports/${id}`);
    const [first] = await marksOf(page);
    const [, project, priority, hours] = /^(.*), (.*): (.*)$/.exec(first!)!;
    await page.locator('svg a[data-mark]').first().hover();
    const hint = page.locator('figure table');
    assert.equal(await hint.locator('xpath=..').locator('p').textContent(), project);
    assert.equal(await hint.locator('tr[data-current]').textContent(), `${priority}${hours}`);
    assert.ok((await hint.locator('tbody tr').count()) > 1);
    const figures = await hint.locator('td:last-child').allTextContents();
    const total = Number(figures.pop());
    assert.equal(
      figures.reduce((sum, figure) => sum + Number(figure), 0),
      total,
    );
  });

  it('of lines show the tooltip of the nearest point, anywhere over the plot', async () => {
    const groupBy: Report['groupBy'] = [{ field: 'closedAt', unit: 'month' }];
    const { id } = await scene.make('Closed by month', { type: 'ticket', chart: 'line', groupBy });
    await openReport(page, `/reports/${id}`);
    const points = await page.locator('svg a[data-mark] circle').evaluateAll((circles) =>
      circles.map((circle) => {
        const { left, right } = circle.getBoundingClientRect();
        return { mark: circle.closest('a')!.dataset['mark']!, at: (left + right) / 2 };
      }),
    );
    const { y, height } = (await page.locator('svg[role="group"]').boundingBox())!;
    const [first, second] = points as [(typeof points)[number], (typeof points)[number]];
    const third = (second.at - first.at) / 3;
    assert.ok(third > 20, `points are ${3 * third} px apart`);
    for (const [at, { mark }] of [
      [first.at + third, first],
      [second.at - third, second],
    ] as const)
      for (const share of [0.05, 0.5, 0.9]) {
        await page.mouse.move(at, y + share * (height - 26));
        await page.locator('figure div[aria-hidden]').getByText(mark, { exact: true }).waitFor();
      }
  });

  it('have a legend that switches series off and on, by keyboard too, and never the last one', async () => {
    const { id } = await scene.make('Hours with a legend', byProject);
    await openReport(page, `/reports/${id}`);
    const all = await marksOf(page);
    const legend = page.getByRole('list', { name: 'Legend' });
    const names = await legend.getByRole('button').allTextContents();
    assert.ok(names.length > 2);
    const lastTick = async () => Math.max(...(await page.locator('svg line + text').allTextContents()).map(Number));
    const before = await lastTick();
    await legend.getByRole('button', { name: names[0]!, exact: true }).focus();
    await page.keyboard.press('Space');
    const without = (name: string) => all.filter((mark) => !mark.includes(`, ${name}: `));
    await waitFor('the series to go', async () => (await marksOf(page)).length < all.length);
    assert.deepEqual(await marksOf(page), without(names[0]!));
    await checkAccessible(page);
    await legend.getByRole('button', { name: names[1]!, exact: true }).click();
    await waitFor('the axis to fit what is shown', async () => (await lastTick()) < before);
    for (const name of names.slice(2)) await legend.getByRole('button', { name, exact: true }).click();
    await waitFor('all series to be back', async () => (await marksOf(page)).length === all.length);
    assert.equal(await legend.locator('[aria-pressed="false"]').count(), 0);
  });

  it('show numbers as their field declares them: chart, tooltip, table and labelled CSV', async () => {
    const branch = 'prices';
    await scene.send('POST', '/api/branches', { name: branch }, 201);
    const fields = [
      { name: 'name', label: 'Name', kind: 'text' },
      { name: 'total', label: 'Total', kind: 'number', format: { unit: 'EUR' } },
    ];
    const type = { name: 'invoice', label: 'Invoice', plural: 'Invoices', labelField: 'name', fields };
    await scene.send('POST', `/api/types?branch=${branch}`, type, 201);
    for (const [name, total] of [
      ['Casa Verde', 31_942.5],
      ['Norte Supply', 27_480],
    ] as const)
      await scene.send('POST', `/api/records?type=invoice&branch=${branch}`, { fields: { name, total } }, 201);
    const definition: Report = {
      type: 'invoice',
      chart: 'bars',
      measures: [{ fn: 'sum', field: 'total' }],
      groupBy: [{ field: 'name' }],
    };
    const name = 'Turnover';
    const { id } = await scene.send<SavedReport>('POST', `/api/reports?branch=${branch}`, { name, definition }, 201);
    await openReport(page, `/reports/${id}?branch=${branch}`);
    assert.deepEqual(await marksOf(page), ['Casa Verde: €31,942.50', 'Norte Supply: €27,480.00']);
    await page.getByText('Casa Verde has the most, €31,942.50 of €59,422.50.').waitFor();
    await takePicture(page, 'money');
    await page.getByText('Table', { exact: true }).last().click();
    assert.equal(await page.locator('tfoot td:last-child').textContent(), '€59,422.50');
    const csv = await page.request.get(`/api/reports/${id}/answer?branch=${branch}&labels=1`, {
      headers: { accept: 'text/csv' },
    });
    assert.match(await csv.text(), /Norte Supply,27480\.00\r\n/);
    // The product is shared: a branch that stays would show in its branch picker.
    await scene.send('DELETE', `/api/branches/${branch}`, undefined, 204);
  });

  it('fill the window of their page, and come before the question on a phone', async () => {
    const { id } = await scene.make('Tickets by month', {
      type: 'ticket',
      chart: 'bars',
      groupBy: [{ field: 'createdAt', unit: 'month' }],
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await openReport(page, `/reports/${id}`);
    const bottomOf = async (name: string) => {
      const box = await page.getByRole('region', { name }).boundingBox();
      return box!.y + box!.height;
    };
    await waitFor('the answer to end at the edge of the window', async () => {
      const bottom = await bottomOf('Answer');
      return bottom > 840 && bottom <= 900;
    });
    await page.setViewportSize({ width: 390, height: 800 });
    await waitFor(
      'the answer above the question',
      async () => (await bottomOf('Answer')) < (await bottomOf('Question')),
    );
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('are found by the words of their name or question, kept in the address', async () => {
    await page.goto('/reports');
    await page.getByRole('searchbox', { name: 'Search reports' }).fill('hours closed');
    await page.getByText(/^\d+ of \d+ reports$/).waitFor();
    await page.waitForURL(/find=hours/);
    await page.reload();
    await page.getByRole('article', { name: 'Average hours per closed ticket' }).waitFor();
    const names = await page
      .getByRole('article')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.ok(
      names.includes('Average hours per closed ticket') && !names.includes('Open tickets by status'),
      names.join(),
    );
    await page.getByRole('searchbox', { name: 'Search reports' }).fill('no such report');
    await page.getByRole('button', { name: 'Show all reports' }).click();
    await page.getByRole('article', { name: 'Open tickets by status' }).waitFor();
  });
});
