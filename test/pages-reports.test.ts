import assert from 'node:assert/strict';
import type { Answer, Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  signIn,
  startPageBrowser,
  takePicture,
  type PageBrowser,
} from './page-browser.ts';
import { startProduct, waitFor, type Product } from './product.ts';

interface SavedReport {
  id: string;
  name: string;
  revision: number;
  definition: Report;
}

interface Dashboard {
  id: string;
  name: string;
  tiles: { id: string; report: string; width: number; isDeleted: boolean }[];
}

const viewer = { email: 'viewer@example.com', password: 'a long password for looking' };

describe('the pages of reports', function () {
  this.timeout(180_000);
  let product: Product;
  let browser: PageBrowser;
  let page: Page;

  before(async () => {
    product = await startProduct();
    browser = await startPageBrowser(product);
    page = await browser.openSignedIn('/reports');
    await send('POST', '/api/members', { ...viewer, role: 'viewer', name: 'Vera' }, 201);
  });
  after(async () => {
    await browser?.close();
    await product?.remove();
  });

  afterEach('no page broke a policy, asked another service or had an error', () => {
    assert.deepEqual(browser.mistakes(), []);
  });

  async function get<T>(path: string): Promise<T> {
    const answer = await page.request.get(path);
    assert.equal(answer.status(), 200, `${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  async function send<T>(method: string, path: string, data: unknown, status = 200): Promise<T> {
    const answer = await page.request.fetch(path, { method, headers: { origin: product.url }, data });
    assert.equal(answer.status(), status, `${path}: ${await answer.text()}`);
    return (status === 204 ? undefined : await answer.json()) as T;
  }
  const make = (name: string, definition: Report) =>
    send<SavedReport>('POST', '/api/reports', { name, definition }, 201);
  const byStatus: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };

  async function open(path: string, at: Page = page): Promise<void> {
    await at.goto(path);
    await at.getByRole('region', { name: 'Question' }).waitFor();
    await at.getByText(/^Counted at/).waitFor();
  }
  const word = (name: string, at: Page = page) => at.getByRole('button', { name, exact: true });
  const save = (at: Page = page) => at.getByRole('button', { name: 'Save', exact: true });
  const marks = (at: Page = page) =>
    at.locator('svg a[data-mark]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  async function viewing(path: string): Promise<Page> {
    const other = await browser.open();
    await other.goto(path);
    await signIn(other, viewer);
    await other.getByRole('navigation', { name: 'Pages' }).waitFor();
    return other;
  }

  describe('a question', () => {
    it('is made by keys alone, is answered as it changes, and is what others see only when it is saved', async () => {
      const { id } = await make('By keys', byStatus);
      await open(`/reports/${id}`);
      await word('Add a condition: Add a condition').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.type('priority');
      await page.keyboard.press('Enter');
      await waitFor('the focus to be on the value', async () => (await focused()) === 'Value of Priority: choose');
      await page.keyboard.press('Enter');
      await page.keyboard.type('urgent');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      const q = {
        ...byStatus,
        chart: undefined,
        filter: { and: [{ field: 'priority', op: 'in', value: ['urgent'] }] },
      };
      const { rows } = await get<Answer>(`/api/query?q=${encodeURIComponent(JSON.stringify(q))}`);
      await waitFor('the answer to change', async () => (await marks()).length === rows.length);
      assert.deepEqual(
        (await marks()).map((text) => Number(text!.split(': ')[1])),
        rows.map((row) => row.count),
      );
      assert.equal((await get<SavedReport>(`/api/reports/${id}`)).definition.filter, undefined);
      await page.keyboard.press('Control+s');
      await save().waitFor({ state: 'detached' });
      assert.deepEqual((await get<SavedReport>(`/api/reports/${id}`)).definition.filter, q.filter);
    });

    it('is changed when its value is, not when somebody went away and back', async () => {
      const { id } = await make('There and back', { ...byStatus, measures: [{ fn: 'count' }] });
      await open(`/reports/${id}`);
      const chart = (name: string) => page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name });
      await chart('Pie').click();
      await save().waitFor();
      await chart('Bars').click();
      await save().waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).search, '');
      await chart('Table').click();
      await page.getByRole('button', { name: 'Reset' }).click();
      await save().waitFor({ state: 'detached' });
      await chart('Table').click();
      await chart('Bars').focus();
      await page.keyboard.press('Control+z');
      await save().waitFor({ state: 'detached' });
    });

    it('that is not saved is in the address: somebody who can only read tries it, changes it and cannot save it', async () => {
      const { id } = await make('Shared', byStatus);
      await open(`/reports/${id}`);
      await word('Grouped by: Status').click();
      await page.getByRole('option', { name: 'Priority', exact: true }).click();
      await waitFor('the address', async () => page.url().includes('priority'));
      await save().waitFor();
      const other = await viewing(page.url());
      await word('Grouped by: Priority', other).waitFor();
      await other.getByText(/^Counted at/).waitFor();
      assert.deepEqual(await marks(other), await marks());
      await other.getByText('Changed for you alone').waitFor();
      assert.equal(await save(other).count(), 0);
      assert.equal(await other.getByRole('button', { name: 'Save as new' }).count(), 0);
      const refused = await other.request.patch(`/api/reports/${id}`, {
        headers: { origin: product.url },
        data: { revision: 1, definition: byStatus },
      });
      assert.equal(refused.status(), 403);
      await other.getByRole('button', { name: 'Reset' }).click();
      await word('Grouped by: Status', other).waitFor();
      await other.context().close();
    });

    it("that somebody else saved meanwhile is shown beside one's own, and neither is lost", async () => {
      const { id } = await make('Two at once', byStatus);
      await open(`/reports/${id}`);
      await word('Grouped by: Status').click();
      await page.getByRole('option', { name: 'Priority', exact: true }).click();
      const theirs: Report = { ...byStatus, groupBy: [{ field: 'project' }] };
      await send('PATCH', `/api/reports/${id}`, { revision: 1, definition: theirs });
      await save().click();
      const both = page.getByRole('alert').filter({ hasText: 'Somebody saved this report while you changed it' });
      await both.getByText('Number of Tickets by Priority.').waitFor();
      await both.getByText('Number of Tickets by Project.').waitFor();
      await both.getByRole('button', { name: 'Save mine over theirs' }).click();
      await save().waitFor({ state: 'detached' });
      assert.equal(await both.count(), 0);
      const saved = await get<SavedReport>(`/api/reports/${id}`);
      assert.deepEqual([saved.revision, saved.definition.groupBy], [3, [{ field: 'priority' }]]);
    });

    it('is asked about once when one leaves it changed', async () => {
      const { id } = await make('Leaving', byStatus);
      await open(`/reports/${id}`);
      await page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name: 'Table' }).click();
      await save().waitFor();
      await page.getByRole('link', { name: 'Runs' }).click();
      const asks = page.getByRole('dialog', { name: 'The changes of this report are not saved' });
      await asks.getByRole('button', { name: 'Keep editing' }).last().click();
      assert.ok(page.url().includes(id));
      await page.getByRole('link', { name: 'Runs' }).click();
      await asks.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
      assert.equal((await get<SavedReport>(`/api/reports/${id}`)).definition.chart, 'bars');
    });

    it('keeps the old answer while the new one is counted, which can be stopped', async () => {
      const { id } = await make('Slow', byStatus);
      await open(`/reports/${id}`);
      const before_ = await marks();
      await page.route('**/api/query?*', () => undefined);
      await word('Grouped by: Status').click();
      await page.getByRole('option', { name: 'Project', exact: true }).click();
      await page.getByText('Still counting').waitFor();
      assert.deepEqual(await marks(), before_);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped.').waitFor();
      await page.unroute('**/api/query?*');
      await page.getByRole('button', { name: 'Count', exact: true }).click();
      await waitFor('the new answer', async () => JSON.stringify(await marks()) !== JSON.stringify(before_));
    });

    it('says why a chart cannot show it, and which part of it cannot be asked', async () => {
      const { id } = await make('Charts', byStatus);
      await open(`/reports/${id}`);
      const line = page.getByRole('radio', { name: 'Line' });
      assert.equal(await line.getAttribute('aria-disabled'), 'true');
      await line.click({ force: true });
      await page.getByText('A line needs time: group by a date first.').first().waitFor();
      const gone = { ...byStatus, groupBy: [{ field: 'colour' }] };
      await page.goto(`/reports/${id}?q=${encodeURIComponent(JSON.stringify(gone))}`);
      const part = page.getByRole('group', { name: 'Grouped by' });
      await part
        .getByText(/colour/)
        .nth(1)
        .waitFor();
      await page.getByText('This cannot be asked').waitFor();
    });

    it('without an answer names its conditions, and each can be taken away there', async () => {
      const { id } = await make('None', {
        ...byStatus,
        filter: { and: [{ field: 'title', op: 'eq', value: 'no such title' }] },
      });
      await open(`/reports/${id}`);
      await page.getByText(/^0 of 48 Tickets meet the conditions/).waitFor();
      await page.getByRole('button', { name: 'Title', exact: true }).click();
      await waitFor('bars', async () => (await marks()).length > 0);
    });

    it('leads from a bar to its records, by keys too', async () => {
      const { id } = await make('Down', byStatus);
      await open(`/reports/${id}`);
      const chart = page.getByRole('group', { name: 'Down', exact: true });
      await chart.locator('a').first().focus();
      await page.keyboard.press('ArrowRight');
      const [label, count] = (await focused()).split(': ');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
      await page.getByText(`Where Status is ${label}.`).waitFor();
      await page.getByRole('table').waitFor();
      assert.equal(await page.locator('tbody tr').count(), Number(count));
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Down' }).waitFor();
    });

    it('that is deleted can be brought back, onto its dashboards too', async () => {
      const { id } = await make('To be deleted', byStatus);
      const dashboard = await send<Dashboard>('POST', '/api/dashboards', { name: 'Has it' }, 201);
      await send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: id, width: 2 }, 201);
      await open(`/reports/${id}`);
      await page.getByRole('button', { name: 'More about To be deleted' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('To be deleted was deleted').first().waitFor();
      await page.goto(`/dashboards/${dashboard.id}`);
      await page.getByText('The report that was here has been deleted.').waitFor();
      const again = await make('Deleted at once', byStatus);
      await send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: again.id, width: 3 }, 201);
      await open(`/reports/${again.id}`);
      await page.getByRole('button', { name: 'More about Deleted at once' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await waitFor('it to be back on its dashboard', async () => {
        const all = await get<Dashboard[]>('/api/dashboards');
        const last = all.find((one) => one.id === dashboard.id)!.tiles.at(-1)!;
        return !last.isDeleted && last.width === 3;
      });
    });
  });

  describe('dashboards', () => {
    let dashboard: Dashboard;
    const current = async () => (await get<Dashboard[]>('/api/dashboards')).find(({ id }) => id === dashboard.id)!;
    const names = () => page.locator('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

    before(async () => {
      dashboard = await send<Dashboard>('POST', '/api/dashboards', { name: 'Mornings' }, 201);
    });

    it('are tabs with an address each, which arrows go through', async () => {
      await page.goto('/reports');
      await page.getByRole('tab', { name: 'All reports' }).focus();
      await page.keyboard.press('ArrowRight');
      await waitFor('the address of the next tab', async () => page.url().includes('/dashboards/'));
      await page.keyboard.press('ArrowLeft');
      await page.waitForURL('**/reports');
      await page.getByRole('tab', { name: 'Mornings' }).click();
      await page.getByText('Nothing is on this dashboard yet').waitFor();
      assert.ok(page.url().endsWith(`/dashboards/${dashboard.id}`));
    });

    it('take reports while they are arranged, and each press is saved at once', async () => {
      await page.goto(`/dashboards/${dashboard.id}?arrange=1`);
      for (const name of ['Open tickets by status', 'Tickets by person', 'What tickets are about']) {
        await page.getByRole('button', { name: 'Add report' }).click();
        await page.getByLabel('Add report: type to find').fill(name);
        await page.getByRole('option', { name }).click();
        await page
          .getByRole('article', { name })
          .getByText(/^Counted at/)
          .waitFor();
      }
      assert.deepEqual(
        (await current()).tiles.map(({ width }) => width),
        [1, 1, 1],
      );
      assert.deepEqual(await names(), ['Open tickets by status', 'Tickets by person', 'What tickets are about']);
      const size = await page.getByRole('button', { name: 'Move Tickets by person later' }).boundingBox();
      assert.ok(size!.width >= 28 && size!.height >= 28);
    });

    it('keep the focus on the control that was pressed; after taking off, it is on Undo', async () => {
      await page.getByRole('button', { name: 'Move Tickets by person later' }).focus();
      await page.keyboard.press('Enter');
      await waitFor('the tile to be the last', async () => (await names()).at(-1) === 'Tickets by person');
      assert.equal(await focused(), 'Move Tickets by person later');
      await page.getByRole('button', { name: 'Width of Tickets by person: 1 of 3' }).focus();
      await page.keyboard.press('Enter');
      await waitFor('the width', async () => (await focused()) === 'Width of Tickets by person: 2 of 3');
      await page.getByRole('button', { name: 'Take Tickets by person off' }).focus();
      await page.keyboard.press('Enter');
      await waitFor('the focus to be on Undo', () =>
        page.evaluate(() => document.activeElement?.textContent === 'Undo'),
      );
      assert.equal((await current()).tiles.length, 2);
      await page.keyboard.press('Control+z');
      await page.getByRole('article', { name: 'Tickets by person' }).waitFor();
      assert.deepEqual(
        (await current()).tiles.map(({ width }) => width),
        [1, 1, 2],
      );
    });

    it('take a report that is made while one is open', async () => {
      await page.getByRole('button', { name: 'New report' }).click();
      const dialog = page.getByRole('dialog', { name: 'New report' });
      await dialog.getByText('It is put on the dashboard Mornings.').waitFor();
      await dialog.getByLabel('Name').fill('Number of projects');
      await dialog.getByLabel('Records').selectOption({ label: 'Projects' });
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Number of projects' }).waitFor();
      assert.equal((await current()).tiles.length, 4);
    });

    it('say of a deleted report that it is gone, and let go of it', async () => {
      const { report } = (await current()).tiles.at(-1)!;
      await send('DELETE', `/api/reports/${report}`, undefined, 204);
      await page.goto(`/dashboards/${dashboard.id}`);
      await page.getByText('The report that was here has been deleted.').waitFor();
      await page.getByRole('button', { name: 'Take off' }).click();
      await waitFor('the tile to be gone', async () => (await current()).tiles.length === 3);
    });

    it('are not arranged by who can only read', async () => {
      const other = await viewing(`/dashboards/${dashboard.id}?arrange=1`);
      await other.getByRole('article', { name: 'Open tickets by status' }).waitFor();
      for (const name of ['New report', 'New dashboard', 'Add report', 'Move Tickets by person later'])
        assert.equal(await other.getByRole('button', { name }).count(), 0, name);
      assert.equal(await other.getByLabel('Arrange').count(), 0);
      assert.equal(await other.getByRole('link', { name: 'Speed' }).count(), 0);
      await other.goto('/speed');
      await other.getByText('Owners and admins see this page').waitFor();
      await other.context().close();
    });
  });

  describe('speed', () => {
    it('lists what reports filter on, and builds an index when it is switched on', async () => {
      await page.goto('/speed');
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Status\s*Ticket/ }) });
      await row.getByRole('link', { name: 'Open tickets by status' }).waitFor();
      const toggle = row.getByRole('switch', { name: 'Index of Status of Ticket' });
      await toggle.focus();
      await page.keyboard.press('Space');
      await row.getByText('On', { exact: true }).waitFor();
      await page.keyboard.press('Space');
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
      await row.getByText('Off', { exact: true }).waitFor();
    });
  });

  describe('every one of them', () => {
    for (const width of [1280, 320]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        it(`is accessible and fits, ${colorScheme} and ${width} px wide`, async () => {
          const one = await browser.openSignedIn('/reports', { viewport: { width, height: 900 }, colorScheme });
          const check = async (label: string) => {
            await takePicture(one, `${label}-${width}-${colorScheme}`);
            await checkAccessible(one);
            await checkNoSidewaysScroll(one);
          };
          const [dashboard] = (await get<Dashboard[]>('/api/dashboards')).filter(({ name }) => name === 'Mornings');
          await one.goto(`/dashboards/${dashboard!.id}?arrange=1`);
          await waitFor('all tiles', async () => (await one.getByText(/^Counted at/).count()) === 3);
          await check('dashboard');
          const reports = await get<SavedReport[]>('/api/reports');
          const { id } = reports.find(({ name }) => name === 'Tickets closed by quarter and project')!;
          await open(`/reports/${id}`, one);
          await check('builder');
          await word('Add a condition: Add a condition', one).click();
          await one.getByRole('option', { name: 'Created at', exact: true }).click();
          await one.getByRole('button', { name: 'More', exact: true }).click();
          await word('Then by: Project', one).click();
          await one.getByRole('option', { name: 'Project › Status' }).waitFor();
          await check('builder-list');
          await one.keyboard.press('Escape');
          await one.goto(`/records?type=ticket&from=Somewhere`);
          await one.getByRole('table').waitFor();
          await check('records');
          await one.goto('/speed');
          await one.getByRole('table').waitFor();
          await check('speed');
          await one.context().close();
        });
      }
    }

    it('print the answer without what only works on a screen', async () => {
      const reports = await get<SavedReport[]>('/api/reports');
      await open(`/reports/${reports.find(({ name }) => name === 'Hours by project and priority')!.id}`);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await takePicture(page, 'report-printed');
      assert.equal(await page.getByRole('navigation', { name: 'Pages' }).isVisible(), false);
      assert.equal(await page.getByRole('region', { name: 'Question' }).isVisible(), false);
      assert.ok(await page.getByText('Sum of Estimate in hours of Tickets by Project, then by Priority.').isVisible());
      assert.ok(await page.getByRole('group', { name: 'Hours by project and priority', exact: true }).isVisible());
      await page.emulateMedia({ media: null, colorScheme: null });
    });
  });
});
