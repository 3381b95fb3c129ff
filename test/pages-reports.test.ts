import assert from 'node:assert/strict';
import type { Answer, Report } from '@tallyhook/schemas';
import type { Page, Route } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  checkTargetSizes,
  looksOrOnly,
  takePicture,
  wideLight,
} from './page-browser.ts';
import { waitFor } from './product.ts';
import {
  marksOf,
  openReport,
  pick,
  withReportScene,
  wordOf,
  type Dashboard,
  type ReportScene,
  type SavedReport,
} from './report-scene.ts';

describe('the report pages', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let reports: SavedReport[];
  let dashboard: Dashboard;

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    reports = await scene.get<SavedReport[]>('/api/reports');
    dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Mornings' }, 201);
    for (const name of ['Open tickets by status', 'Tickets by person', 'What tickets are about'])
      await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: idOf(name) }, 201);
  });

  const idOf = (report: string) => reports.find(({ name }) => name === report)!.id;

  for (const { width, colorScheme } of looksOrOnly(wideLight)) {
    it(`is accessible and fits, ${colorScheme} and ${width} px wide`, async () => {
      const one = await scene.browser.openSignedIn('/reports', { viewport: { width, height: 900 }, colorScheme });
      const check = async (label: string) => {
        await takePicture(one, `${label}-${width}-${colorScheme}`);
        await checkAccessible(one);
        await checkNoSidewaysScroll(one);
      };
      await one.goto(`/dashboards/${dashboard.id}?arrange=1`);
      await waitFor('all tiles', async () => (await one.getByText(/^Counted at/).count()) === 3);
      await check('dashboard');
      await checkTargetSizes(one);
      const tables = one.getByRole('region', { name: /^Table: / });
      await one.goto(`/dashboards/${dashboard.id}`);
      await waitFor('all tiles', async () => (await one.getByText(/^Counted at/).count()) === 3);
      const asTable = one.getByRole('button', { name: /as table$/ });
      await asTable.evaluateAll((all) => (all as HTMLElement[]).forEach((one) => one.click()));
      await waitFor('all tables', async () => (await tables.count()) === 3);
      await check('dashboard-tables');
      await checkTargetSizes(one);
      await openReport(one, `/reports/${idOf('Tickets closed by quarter and project')}`);
      await check('builder');
      await wordOf(one, 'Add a condition: Add a condition').click();
      await one.getByRole('option', { name: 'Created at', exact: true }).click();
      await one.getByRole('button', { name: 'More', exact: true }).click();
      await wordOf(one, 'Then by: Project').click();
      await one.getByRole('option', { name: 'Project › Status' }).waitFor();
      await check('builder-list');
      await one.keyboard.press('Escape');
      await openReport(one, `/reports/${idOf('Open tickets by status')}`);
      await pick(one, 'Grouped by, how many: all groups', 'the 3 largest');
      await one.getByRole('checkbox', { name: 'Show all others as one group' }).click();
      await pick(one, 'Add a condition on the groups: all of them', 'whose Number of Tickets is between');
      await pick(one, 'Add sorting: the default order', 'Number of Tickets');
      await wordOf(one, 'How many groups: the first 1,000 (default)').click();
      await one.getByRole('option', { name: 'the first 3', exact: true }).waitFor();
      await check('builder-groups');
      await one.keyboard.press('Escape');
      await one.goto(`/records?type=ticket&from=Somewhere`);
      await one.getByRole('grid').getByRole('gridcell').first().waitFor();
      await check('records');
      await one.goto('/speed');
      await one.getByRole('table').waitFor();
      await check('speed');
      await one.context().close();
    });
  }

  it('draw the largest months and one bar for all others, without gaps', async () => {
    const groupBy = [{ field: 'closedAt', unit: 'month' as const, top: 2, other: true }];
    const { id } = await scene.make('Largest months', { type: 'ticket', chart: 'bars', groupBy });
    const { rows } = await scene.get<Answer>(`/api/reports/${id}/answer`);
    for (const path of [`/reports/${id}`, await linkOfTool({ type: 'ticket', groupBy })]) {
      await openReport(page, path);
      const marks = await marksOf(page);
      const countOf = (mark: string) => Number(mark.slice(mark.lastIndexOf(' ') + 1));
      assert.deepEqual(marks.map(countOf).toSorted(), rows.map(({ count }) => count).toSorted());
      assert.match(marks.at(-1)!, /^Other: /);
      await page.locator('svg').getByText('Other', { exact: true }).waitFor();
      await page.getByText(/^(Of the periods shown, highest: .*|\d+ in every period shown)\.$/).waitFor();
      const without = page.getByText(/“Other” includes records without a value in Closed at, if there are any\.$/);
      await without.waitFor();
      await page.getByRole('region', { name: 'Answer' }).getByText('Table', { exact: true }).click();
      await page.getByRole('rowheader', { name: 'Other' }).waitFor();
      assert.match((await without.textContent())!, /^3 of 3 groups\. /);
      assert.equal(await page.locator('tbody tr').count(), 3);
    }
  });

  it('draw only the first months in order of their count', async () => {
    const asked = {
      type: 'ticket',
      groupBy: [{ field: 'closedAt', unit: 'month' }],
      sort: [{ by: 'count', dir: 'desc' }],
    };
    const link = await linkOfTool({ ...asked, limit: 3 });
    const sent = page.waitForRequest((request) => request.url().includes('/api/query?'));
    await openReport(page, link);
    assert.ok(!(await sent).url().includes('fill'), 'the question is asked as it is');
    const marks = await marksOf(page);
    assert.equal(marks.length, 3);
    assert.ok(!marks.some((mark) => mark.endsWith(': 0')), marks.join());
  });

  it('label the bar of records without a date, apart from the time axis, on narrow screens too', async () => {
    const { id } = await scene.make('Closed', {
      type: 'ticket',
      chart: 'bars',
      groupBy: [{ field: 'closedAt', unit: 'week' }],
    });
    const narrow = await scene.browser.openSignedIn(`/reports/${id}`, { viewport: { width: 320, height: 900 } });
    for (const one of [page, narrow]) {
      await openReport(one, `/reports/${id}`);
      assert.match((await marksOf(one)).at(-1)!, /^No closed at: /);
      await one.locator('svg').getByText('No closed at', { exact: true }).first().waitFor();
      const [before, last] = await one.locator('svg [data-mark] rect').evaluateAll((bars) => {
        const boxes = bars.map((bar) => bar.getBoundingClientRect());
        return [boxes.at(-2)!.right, boxes.at(-1)!.left];
      });
      assert.ok(last - before > 16, `set off by ${last - before} px`);
      await checkNoSidewaysScroll(one);
    }
    await narrow.context().close();
  });

  /** The address of a question asked by the agent tool, on this service. */
  async function linkOfTool(question: object): Promise<string> {
    const asked = await page.request.post('/mcp', {
      headers: { origin: scene.product.url, accept: 'application/json, text/event-stream' },
      data: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'query_records', arguments: question },
      },
    });
    const { result } = (await asked.json()) as { result: { structuredContent: { link: string } } };
    const { pathname, search } = new URL(result.structuredContent.link);
    return `${pathname}${search}`;
  }

  it('keep texts inside the chart, and a large number on one line', async () => {
    const months: Report = { type: 'ticket', chart: 'line', groupBy: [{ field: 'createdAt', unit: 'month' }] };
    const line = await scene.make('Line to its end', months);
    const large = await scene.make('Large', { ...months, chart: 'number', groupBy: [] });
    const spoil = async (route: Route, change: (answer: Answer) => object) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as Answer) });
    };
    const key = (at: number) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
    await page.route(`**/api/reports/${line.id}/answer?*`, (route) =>
      spoil(route, ({ meta, ...answer }) => {
        const rows = Array.from({ length: 22 }, (_, at) => ({ key: { createdAt: key(at) }, count: at }));
        return { ...answer, rows, meta: { ...meta, groups: { returned: 22, total: 22, truncated: false } } };
      }),
    );
    await page.route(`**/api/reports/${large.id}/answer?*`, (route) =>
      spoil(route, (answer) => ({ ...answer, overall: { count: -21_999_964_814_800_000 } })),
    );
    await page.setViewportSize({ width: 1280, height: 900 });
    await openReport(page, `/reports/${line.id}`);
    for (let width = 1280; width > 1180; width -= 10) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('svg[role="group"]').waitFor();
      const beyond = await page.locator('figure').evaluate((figure) => {
        const { right } = figure.getBoundingClientRect();
        const texts = [...figure.querySelectorAll('svg text')];
        return texts.filter((text) => text.getBoundingClientRect().right > right + 1).map((text) => text.textContent);
      });
      assert.deepEqual(beyond, [], `${width} px`);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await openReport(page, `/reports/${large.id}`);
    const lines = await page
      .locator('figure p')
      .first()
      .evaluate((number) => {
        const text = document.createRange();
        text.selectNodeContents(number);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    assert.equal(lines, 1);
    await checkNoSidewaysScroll(page);
    await takePicture(page, 'large-number');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('name the day of each hour below an hourly chart, at every width and in print', async () => {
    const labels = page.locator('figure svg > text');
    for (const chart of ['bars', 'line'] as const) {
      const filter = { and: [{ field: 'createdAt', op: 'within' as const, value: '2026-04-04..2026-04-06' }] };
      const byHour: Report = { type: 'ticket', chart, filter, groupBy: [{ field: 'createdAt', unit: 'hour' }] };
      const { id } = await scene.make(`Three days as ${chart}`, byHour);
      for (const [width, colorScheme, media, count] of [
        [1280, 'light', 'screen', 12],
        [1280, 'light', 'print', 12],
        [320, 'dark', 'screen', 2],
        [320, 'light', 'screen', 2],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, media: null });
        await openReport(page, `/reports/${id}`);
        await labels.first().waitFor();
        await page.emulateMedia({ colorScheme, media });
        await waitFor(`${count} labels`, async () => (await labels.count()) === count);
        await takePicture(page, `by-hour-${chart}-${width}-${colorScheme}-${media}`);
        const places = await labels.evaluateAll((all) =>
          all.map((label) => {
            const { left, right } = label.getBoundingClientRect();
            return { text: label.textContent, left, right };
          }),
        );
        const texts = places.map(({ text }) => text);
        const said = `${chart}, ${width} px, ${media}: ${texts.join(' | ')}`;
        assert.ok(
          texts.every((text) => /^(\d Apr, 00:00|(06|12|18):00)$/.test(text)),
          said,
        );
        const days = texts.filter((text) => text.includes(','));
        const all = ['4 Apr, 00:00', '5 Apr, 00:00', '6 Apr, 00:00'];
        // A narrow drawing has room for every second day.
        assert.deepEqual(days, width === 320 ? [all[0], all[2]] : all, said);
        assert.ok(
          places.every(({ left }, index) => index === 0 || left > places[index - 1]!.right),
          said,
        );
      }
    }
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('print the answer without the controls of the screen', async () => {
    await openReport(page, `/reports/${idOf('Hours by project and priority')}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await takePicture(page, 'report-printed');
    assert.equal(await page.getByRole('navigation', { name: 'Pages' }).isVisible(), false);
    assert.equal(await page.getByRole('region', { name: 'Question' }).isVisible(), false);
    await page.getByText('Sum of Estimate in hours of Tickets by Project, then by Priority.').waitFor();
    await page.getByRole('group', { name: 'Hours by project and priority', exact: true }).waitFor();
    const counted = page.getByRole('region', { name: 'Answer' }).getByText(/^Counted at/);
    const printed = await counted.evaluate((line) => getComputedStyle(line, '::after').content);
    assert.match(printed, /; days in UTC, weeks start on Monday\)"$/);
    await page.emulateMedia({ media: null, colorScheme: null });
  });
});
