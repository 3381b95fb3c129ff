import assert from 'node:assert/strict';
import type { Answer, Report } from '@tallyhook/schemas';
import type { Locator, Page } from 'playwright-core';
import { deliver, type RunRow } from './github-scene.ts';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  signIn,
  startPageBrowser,
  takePicture,
  type PageBrowser,
  looksOrOnly,
  narrowDark,
} from './page-browser.ts';
import { waitFor, type Product } from './product.ts';
import { shareProduct } from './shared-product.ts';

interface SavedReport {
  id: string;
  name: string;
  definition: Report;
}

const issue = { number: 7, title: 'Spelling' };
const repository = { name: 'hello-world', owner: { login: 'octo-demo' } };

describe('the pages', function () {
  this.timeout(300_000);
  let product: Product;
  let browser: PageBrowser;

  before(async () => {
    product = await shareProduct();
    browser = await startPageBrowser(product);
  });
  after(() => browser?.close());

  afterEach('no page broke a policy, asked another service or had an error', () => {
    assert.deepEqual(browser.mistakes(), []);
  });

  /** The api's response to the person using the page. */
  async function get<T>(page: Page, path: string): Promise<T> {
    const answer = await page.request.get(path);
    assert.equal(answer.status(), 200, `${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
  const focusToBe = (page: Page, text: string) =>
    waitFor(`the focus to be on "${text}"`, async () => (await focused(page)) === text);

  describe('sign-in', () => {
    it('explains a wrong password, keeps the input, and then leads to the requested page', async () => {
      const page = await browser.open();
      await page.goto('/runs?status=failed');
      await heading(page, 'Sign in to Tallyhook').waitFor();
      assert.equal(
        await page
          .locator('body')
          .innerHTML()
          .then((html) => html.includes(product.owner.password)),
        false,
      );
      await signIn(page, { ...product.owner, password: 'not the password' });
      await page.getByText('The email or password is wrong').waitFor();
      assert.equal(await page.getByRole('alert').count(), 1);
      assert.equal(await page.getByLabel('Email').inputValue(), product.owner.email);
      assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'not the password');
      await signIn(page, product.owner);
      await heading(page, 'Runs').waitFor();
      await focusToBe(page, 'Runs');
      assert.equal(new URL(page.url()).search, '?status=failed');
      assert.equal(await page.getByLabel('Status').inputValue(), 'failed');
      await page.context().close();
    });

    it('is required when a session ends, and leaves the page as it was', async () => {
      const page = await browser.openSignedIn('/reports');
      // The count in the navigation would notice the end of the session too, perhaps before the button is pressed.
      await page.route('**/api/attention*', (route) => route.abort());
      const tile = page.getByRole('article', { name: 'Open tickets by status' });
      await tile.getByRole('button', { name: /as table$/ }).click();
      await page.request.delete('/api/session', { headers: { origin: product.url } });
      await tile.getByRole('button', { name: 'Count again' }).click();
      await page.getByText('Your session has ended').waitFor();
      await signIn(page, product.owner);
      await page.getByText('Your session has ended').waitFor({ state: 'detached' });
      await tile.getByRole('table').waitFor();
      await page.context().close();
    });

    it('is shown after signing out, which ends the session', async () => {
      const page = await browser.openSignedIn('/reports');
      const [cookie] = await page.context().cookies();
      await page.getByRole('button', { name: /account and theme/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in to Tallyhook').waitFor();
      const answer = await fetch(`${product.url}/api/session`, {
        headers: { cookie: `${cookie!.name}=${cookie!.value}` },
      });
      assert.equal(answer.status, 401);
      await page.context().close();
    });
  });

  describe('reports', () => {
    let page: Page;
    let reports: SavedReport[];

    before(async () => {
      page = await browser.openSignedIn('/reports');
      reports = await get<SavedReport[]>(page, '/api/reports');
    });
    after(() => page.context().close());

    const answerTo = ({ id }: SavedReport) => get<Answer>(page, `/api/reports/${id}/answer?labels=1`);

    it('are all drawn side by side with name, sentence and time of count', async () => {
      await page.goto('/reports');
      for (const { name, definition } of reports) {
        const tile = page.getByRole('article', { name, exact: true });
        await tile.getByText(/^Counted at \d\d:\d\d · [\d.]+ m?s( · kept)?$/).waitFor();
        const charts = tile.locator('svg[role="group"]');
        const isDrawn = ['bars', 'line', 'pie'].includes(definition.chart);
        // A chart is drawn once its width is known, which is after its answer has arrived.
        if (isDrawn) await charts.first().waitFor();
        assert.equal(await charts.count(), isDrawn ? 1 : 0, name);
        if (isDrawn) assert.ok((await describedBy(charts))!.length > 10, name);
      }
    });

    it('show the figures of the answer in their table, with the overall measure last', async () => {
      for (const report of reports) {
        await page.goto(`/reports/${report.id}`);
        await page.getByText(/^Counted at/).waitFor();
        if (report.definition.chart !== 'table')
          await page
            .getByRole('radiogroup', { name: /^Show / })
            .getByText('Table')
            .click();
        await page.locator('tfoot td:last-child').waitFor();
        const { rows, overall, meta } = await answerTo(report);
        const measure = meta.columns.at(-1)!.name;
        const figures = await page.locator('tbody tr td:last-child').allTextContents();
        const expected = rows.map((row) => formatted(row[measure]));
        // Empty periods in between have a row too.
        const isByPeriod = meta.columns.filter(({ role }) => role === 'group').every(({ unit }) => unit !== undefined);
        const empty = isByPeriod ? figures.length - expected.length : 0;
        const nothing = meta.columns.at(-1)!.fn === 'avg' ? formatted(null) : '0';
        for (let added = 0; added < empty; added++) expected.push(nothing);
        assert.deepEqual(figures.toSorted(), expected.toSorted(), report.name);
        assert.equal(await page.locator('tfoot td:last-child').textContent(), formatted(overall[measure]), report.name);
      }
    });

    it('draw the same figures as bars, horizontal for categories and vertical for periods', async () => {
      await page.goto('/reports');
      const lying = await marksOf(page, 'Open tickets by status');
      assert.deepEqual(
        lying.map(({ title }) => title),
        ['Open: 5', 'In progress: 2', 'Blocked: 1', 'Review: 1'],
      );
      assert.ok(new Set(lying.map(({ x }) => x)).size === 1 && lying[0]!.width > lying[1]!.width * 2);
      const standing = await marksOf(page, 'Tickets closed by month');
      const months = (await answerTo(reports.find(({ name }) => name === 'Tickets closed by month')!)).rows.length;
      assert.equal(standing.length, months, 'the month without a closed ticket has its place, as in the answer');
      assert.equal(standing.filter(({ title }) => title.endsWith(': 0')).length, 1);
      assert.deepEqual(
        standing.map(({ x }) => x),
        standing.map(({ x }) => x).toSorted((a, b) => a - b),
      );
      const stacked = await marksOf(page, 'Hours by project and priority');
      assert.ok(stacked.some(({ title }) => /^Billing, Normal: \d+$/.test(title)));
    });

    it('draw a line with a gap where a month has no average, and slices that say how many they are', async () => {
      const line = page.getByRole('group', { name: 'Average hours per closed ticket', exact: true });
      const path = await line.locator('path').first().getAttribute('d');
      assert.equal(path!.match(/M/g)!.length, 2);
      const pie = page.getByRole('article', { name: 'What tickets are about' });
      assert.match((await pie.getByRole('list', { name: 'Legend' }).textContent())!, /Bug · 22(?! \()/);
    });

    it('are counted again on request, and announce it to screen readers', async () => {
      const tile = page.getByRole('article', { name: 'Hours of work left' });
      const answered = page.waitForResponse((response) => response.url().includes('/answer'));
      await tile.getByRole('button', { name: 'Count again: Hours of work left', exact: true }).click();
      assert.equal((await answered).status(), 200);
      await page.getByRole('status').getByText('Hours of work left was counted again').waitFor({ state: 'attached' });
    });

    it('keep their figures if they cannot be counted again, and show it', async () => {
      const tile = page.getByRole('article', { name: 'Hours of work left' });
      const before_ = await tile.locator('figure').textContent();
      await page.route('**/answer?*', (route) =>
        route.fulfill({
          status: 504,
          contentType: 'application/problem+json',
          body: '{"code":"query_timeout","detail":"It took too long."}',
        }),
      );
      await tile.getByRole('button', { name: 'Count again' }).click();
      await tile.getByText("Couldn't count again").waitFor();
      assert.equal(await tile.locator('figure').textContent(), before_);
      await page.unroute('**/answer?*');
    });

    it('show that a report or page does not exist', async () => {
      await page.goto(`/reports/${'0'.repeat(24)}`);
      await heading(page, 'Report not found').waitFor();
      await page.goto('/no/such/page');
      await heading(page, 'Page not found').waitFor();
    });
  });

  describe('the keyboard', () => {
    it('reaches skip link, pages, chart switch and colours, with a visible focus', async () => {
      const page = await browser.openSignedIn('/reports');
      await page.reload();
      await heading(page, 'Reports').waitFor();
      await page
        .getByRole('article', { name: 'Open tickets by status' })
        .getByText(/^Counted at/)
        .waitFor();

      await page.keyboard.press('Tab');
      await focusToBe(page, 'Skip to content');
      await page.keyboard.press('Enter');
      await waitFor('the focus to be on the page', () => page.evaluate(() => document.activeElement?.id === 'main'));
      await page.keyboard.press('Tab');
      await focusToBe(page, 'New report');
      await page.getByRole('article', { name: 'Open tickets by status' }).getByRole('link').first().focus();
      // The bars are one stop; the tile's buttons appear with the focus.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const asTable = page.getByRole('button', { name: 'Show Open tickets by status as table' });
      await waitFor('the focus on a button of the tile', () =>
        asTable.evaluate((button) => document.activeElement === button),
      );
      await page.keyboard.press('Enter');
      await page.getByRole('article', { name: 'Open tickets by status' }).getByRole('table').waitFor();

      await page.getByRole('link', { name: 'Runs' }).focus();
      await page.keyboard.press('Enter');
      await heading(page, 'Runs').waitFor();
      await focusToBe(page, 'Runs');
      await page.keyboard.press('Tab');
      await focusToBe(page, 'Export');
      // The next one is the branch.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const outlined = page.locator('select:focus-visible');
      await outlined.waitFor();
      assert.equal(await outlined.evaluate((select) => getComputedStyle(select).outlineWidth), '2px');

      await page.getByRole('button', { name: /account and theme/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('radio', { name: 'System' }).focus();
      await page.keyboard.press('ArrowLeft');
      const toBeDark = () =>
        waitFor('dark', () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme === 'dark'));
      await toBeDark();
      await page.keyboard.press('Escape');
      await waitFor('the focus to go back to the button', async () =>
        page.getByRole('button', { name: /account and theme/ }).evaluate((button) => button === document.activeElement),
      );
      await page.reload();
      await toBeDark();
      await page.context().close();
    });

    it('keeps its focus if a page loads late and the person has moved on', async () => {
      const page = await browser.openSignedIn('/reports');
      let answer = () => undefined as void;
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/reports/*', async (route) => {
        await asked;
        await route.continue();
      });
      await page.getByRole('article', { name: 'Open tickets by status' }).getByRole('link').first().focus();
      await page.keyboard.press('Enter');
      await heading(page, 'Report').waitFor();
      await focusToBe(page, 'Report');
      await page.getByRole('link', { name: 'Runs' }).focus();
      answer();
      await heading(page, 'Open tickets by status').waitFor();
      assert.equal(await focused(page), 'Runs');
      await page.unroute('**/api/reports/*');
      await page.context().close();
    });
  });

  describe('a branch', () => {
    it('is part of the address of every page, and chosen in the header', async () => {
      const page = await browser.openSignedIn('/reports');
      const made = await page.request.post('/api/branches', {
        headers: { origin: product.url },
        data: { name: 'next', from: 'main' },
      });
      assert.equal(made.status(), 201, await made.text());
      await page.reload();
      await page.getByRole('button', { name: 'Branch main' }).click();
      await page.getByRole('option', { name: 'next' }).click();
      await page.waitForURL('**/reports?branch=next');
      await page.getByRole('link', { name: 'Runs' }).click();
      await page.waitForURL('**/runs?branch=next');
      await page.getByText('Nothing has run on this branch yet').waitFor();
      await page.goto('/reports?branch=gone');
      await page.getByText("Couldn't load the reports").waitFor();
      await page.getByRole('button', { name: 'Branch gone' }).click();
      await page.getByRole('option', { name: 'main' }).click();
      await page.waitForURL('**/reports?branch=main');
      await page.getByRole('article', { name: 'Open tickets by status' }).waitFor();
      await page.context().close();
    });
  });

  describe('runs', () => {
    let page: Page;
    let workflow: string;

    before(async () => {
      page = await browser.openSignedIn('/runs');
      const workflows = await get<{ id: string; name: string }[]>(page, '/api/workflows');
      workflow = workflows.find(({ name }) => name.startsWith('Tell issue authors'))!.id;
    });
    after(() => page.context().close());

    const runs = async () => (await get<{ runs: RunRow[] }>(page, `/api/runs?workflow=${workflow}`)).runs;
    const send = (id: string, payload: unknown) => deliver(product.url, { event: 'issues', id, payload });
    const rows = () => page.getByRole('table', { name: 'Runs' }).getByRole('row');
    const firstRow = () => rows().nth(1);
    const addressHas = (status: string | null) => (url: URL) =>
      url.searchParams.get('workflow') === workflow && url.searchParams.get('status') === status;

    it('are filtered by the address, and an empty list names its filters', async () => {
      await page.getByLabel('Workflow').selectOption(workflow);
      await page.waitForURL(addressHas(null));
      await page.getByText('There are no runs with workflow Tell issue authors how busy we are.').waitFor();
    });

    it('appear and progress without a reload', async () => {
      await send('first', { action: 'opened', issue, repository });
      await firstRow().getByText('Completed').waitFor();
      assert.match((await firstRow().textContent())!, /Tell issue authors how busy we are.*github, issues\.opened/);
    });

    it('wait behind a button if they start later, so that no row moves', async () => {
      await send('second', { action: 'opened', issue: { title: 'Without a number' }, repository });
      await page.getByRole('button', { name: '1 new run, show it' }).click();
      await firstRow().getByText('Failed').waitFor();
      assert.equal(await rows().count(), 1 + 2);
    });

    it('show the number of failed ones on a button, whatever the filter', async () => {
      const only = (count: number) => page.getByRole('button', { name: `Only failed ${count}`, exact: true });
      await only(1).waitFor();
      await page.getByLabel('Status').selectOption({ label: 'Completed' });
      await waitFor('one run to be left', async () => (await rows().count()) === 1 + 1);
      await only(1).waitFor();
      await page.goBack();
      await waitFor('both runs to be back', async () => (await rows().count()) === 1 + 2);
    });

    it('keep headings, times and ids on one line each, and a long error on two', async () => {
      const message = `GitHub refused the request: ${'the token of the account has no right to write issues; '.repeat(8)}`;
      const list = '**/api/runs?*';
      await page.route(list, async (route) => {
        const answered = await route.fetch();
        const { runs: all, ...rest } = (await answered.json()) as { runs: RunRow[] };
        const json = { ...rest, runs: all.map((run) => ({ ...run, error: { code: 'auth', message } })) };
        await route.fulfill({ response: answered, json });
      });
      await firstRow().getByText(message.trim()).waitFor();
      const table = page.getByRole('table', { name: 'Runs' });
      const linesOf = (locator: Locator) =>
        locator.evaluateAll((all) =>
          all.map((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
          }),
        );
      for (const short of ['th', 'time', 'code', 'td:last-child'])
        assert.deepEqual([...new Set(await linesOf(table.locator(short)))], [1], short);
      const heights = await table
        .getByText(message.trim())
        .evaluateAll((all) =>
          all.map((element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
        );
      assert.deepEqual(heights.map(Math.round), [2, 2]);
      await takePicture(page, 'runs-long-error');
      await page.unroute(list);
      await firstRow().getByText(message.trim()).waitFor({ state: 'detached' });
    });

    it('can be limited to failed ones with one press, and Back shows all again', async () => {
      await page.getByRole('button', { name: 'Only failed' }).click();
      await page.waitForURL(addressHas('failed'));
      await waitFor('one run to be left', async () => (await rows().count()) === 1 + 1);
      await page.goBack();
      await waitFor('both runs to be back', async () => (await rows().count()) === 1 + 2);
    });

    it('open on the failed step with its input and error', async () => {
      await firstRow().getByRole('link').click();
      await heading(page, 'Tell issue authors how busy we are').waitFor();
      const steps = page.getByRole('listitem').filter({ has: page.locator('details') });
      await steps.nth(1).waitFor();
      assert.deepEqual(
        await steps.locator('details').evaluateAll((all) => all.map((one) => one.hasAttribute('open'))),
        [false, true],
      );
      const [{ id, error }] = (await runs()) as [RunRow];
      assert.ok(page.url().endsWith(`/runs/${id}`));
      assert.ok((await steps.nth(1).textContent())!.includes(error!.message));
    });

    it('show the input and output of each step, at their own address', async () => {
      const [, { id }] = (await runs()) as [RunRow, RunRow];
      const { steps } = await get<{ steps: { input: unknown; output: unknown }[] }>(page, `/api/runs/${id}`);
      await page.goto(`/runs/${id}`);
      for (const [index, { input, output }] of steps.entries()) {
        const step = page.locator('details').nth(index);
        await step.locator('summary').click();
        const json = (name: string) =>
          step
            .getByRole('group', { name: new RegExp(`^${name} of `) })
            .locator('pre')
            .textContent();
        assert.deepEqual(
          [await json('Input'), await json('Output')].map((text) => JSON.parse(text!) as unknown),
          [input, output],
        );
      }
      await checkAccessible(page);
    });
  });

  describe('every page', () => {
    for (const { width, colorScheme } of looksOrOnly(narrowDark)) {
      it(`is accessible and fits, ${colorScheme} and ${width} px wide`, async () => {
        const viewport = { width, height: width > 600 ? 900 : 700 };
        const name = (page: string) => `${page}-${width}-${colorScheme}`;
        const check = async (page: Page, label: string) => {
          await takePicture(page, name(label));
          await checkAccessible(page);
          await checkNoSidewaysScroll(page);
        };
        const out = await browser.open({ viewport, colorScheme });
        await out.goto('/');
        await heading(out, 'Sign in to Tallyhook').waitFor();
        await check(out, 'sign-in');
        await out.context().close();

        const page = await browser.openSignedIn('/reports', { viewport, colorScheme });
        await waitFor('all reports to be counted', async () => (await page.getByText(/^Counted at/).count()) >= 8);
        // Buttons have a different background while hovered.
        await page.getByRole('button', { name: 'More actions for Hours of work left' }).hover();
        await check(page, 'reports');
        await page.getByRole('link', { name: 'Hours by project and priority' }).click();
        await heading(page, 'Hours by project and priority').waitFor();
        await page.getByText(/^Counted at/).waitFor();
        await check(page, 'report');
        await page
          .getByRole('radiogroup', { name: /^Show / })
          .getByText('Table')
          .click();
        await page.getByRole('table').waitFor();
        await check(page, 'report-table');
        if (width < 640) await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click();
        await page.getByRole('table', { name: 'Runs' }).waitFor();
        await check(page, 'runs');
        await page
          .getByRole('link', { name: /Tell issue authors/ })
          .first()
          .click();
        await page.getByRole('heading', { name: 'Steps' }).waitFor();
        await check(page, 'run');
        if (width < 640) await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('button', { name: /account and theme/ }).click();
        await page.getByRole('button', { name: 'Sign out' }).waitFor();
        await check(page, 'account');
        await page.context().close();
      });
    }
  });
});

/** The accessible description of an element. */
async function describedBy(element: Locator): Promise<string | null> {
  const id = await element.getAttribute('aria-describedby');
  return element.page().locator(`[id="${id}"]`).textContent();
}

interface Mark {
  title: string;
  x: number;
  width: number;
}

/** The bars of a report: their labels and positions. */
async function marksOf(page: Page, report: string): Promise<Mark[]> {
  const rectangles = page.getByRole('group', { name: report, exact: true }).locator('a > rect');
  await rectangles.first().waitFor();
  return rectangles.evaluateAll((all) =>
    all.map((one) => ({
      title: one.parentElement?.getAttribute('aria-label') ?? '',
      x: Number(one.getAttribute('x')),
      width: Number(one.getAttribute('width')),
    })),
  );
}

function formatted(value: unknown): string {
  return typeof value === 'number' ? new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 }).format(value) : '–';
}
