import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  startPageBrowser,
  takePicture,
  type PageBrowser,
} from './page-browser.ts';
import { shareProduct } from './shared-product.ts';

const broken = "This page can't be shown";
const brokenPart = "This part of the page can't be shown";

interface Named {
  id: string;
  name: string;
}

describe('a page that fails to draw an answer', function () {
  this.timeout(300_000);
  let browser: PageBrowser;

  before(async () => {
    browser = await startPageBrowser(await shareProduct());
  });
  after(() => browser?.close());

  afterEach('the console has the error, and no page did anything else that it must not', () => {
    const mistakes = browser.mistakes().splice(0);
    assert.ok(mistakes.length > 0);
    for (const mistake of mistakes) assert.match(mistake, /: TypeError: /);
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

  /** Replaces a response with one that the service would never send. */
  async function spoil<T>(page: Page, address: string, change: (answer: T) => unknown): Promise<void> {
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as T) });
    });
  }
  async function check(page: Page, label: string): Promise<void> {
    await takePicture(page, label);
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
  }

  it('keeps its frame, shows the error, links to other pages and offers a retry', async () => {
    const page = await browser.openSignedIn('/reports');
    const runs = '**/api/runs?*';
    await spoil(page, runs, () => ({ runs: [null] }));
    await pages(page).getByRole('link', { name: 'Runs' }).click();
    await heading(page, broken).waitFor();
    await page.getByRole('alert').getByText(/null/).waitFor();
    await check(page, 'page-broken');
    await page.getByRole('link', { name: 'Go to reports' }).click();
    await heading(page, 'Reports').waitFor();
    await page.goBack();
    await heading(page, broken).waitFor();
    await page.unroute(runs);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await heading(page, 'Runs').waitFor();
    await page.context().close();
  });

  it('keeps the tabs of the reports', async () => {
    const page = await browser.openSignedIn('/reports', { viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
    await spoil<object[]>(page, '**/api/dashboards?*', (dashboards) =>
      dashboards.map((one) => ({ ...one, tiles: null })),
    );
    await page.reload();
    await page.getByRole('tab', { name: 'Team' }).click();
    await page.getByRole('alert').filter({ hasText: broken }).waitFor();
    await heading(page, 'Reports').waitFor();
    await check(page, 'tab-broken');
    await page.getByRole('tab', { name: 'All reports' }).click();
    await page.getByRole('link', { name: 'Open tickets by status' }).waitFor();
    await page.context().close();
  });

  it('loses only the broken tile on a dashboard or all reports, and can count it again', async () => {
    const page = await browser.openSignedIn('/reports');
    const name = 'Hours by project and priority';
    const reports = await page.evaluate(async () => (await fetch('/api/reports')).json() as Promise<Named[]>);
    const answer = `**/api/reports/${reports.find((report) => report.name === name)!.id}/answer?*`;
    const tiles = page.getByRole('article');
    const tile = page.getByRole('article', { name });
    const alerts = page.getByRole('alert').filter({ hasText: brokenPart });
    await spoil<object>(page, answer, (counted) => ({ ...counted, rows: null }));
    await page.reload();
    for (const tab of ['All reports', 'Team']) {
      await page.getByRole('tab', { name: tab }).click();
      await tile.getByRole('alert').filter({ hasText: brokenPart }).waitFor();
      await page
        .getByRole('button', { name: /^Count again: / })
        .first()
        .waitFor();
      assert.equal(await alerts.count(), 1);
      assert.ok((await tiles.count()) > 1);
      await check(page, `tile-broken-${tab === 'Team' ? 'dashboard' : 'reports'}`);
    }
    await page.unroute(answer);
    await tile.getByRole('button', { name: `Count again: ${name}` }).click();
    await alerts.waitFor({ state: 'detached' });
    await tile.getByRole('group', { name }).or(tile.getByRole('img', { name })).first().waitFor();
    await page.context().close();
  });

  it('loses only the broken tile even if nothing below its name can be drawn', async () => {
    const page = await browser.openSignedIn('/reports', { viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
    const name = 'Hours by project and priority';
    const reports = await page.evaluate(async () => (await fetch('/api/reports')).json() as Promise<Named[]>);
    // Always the same report: the page before the reload may still be requesting others.
    const answer = `**/api/reports/${reports.find((report) => report.name === name)!.id}/answer?*`;
    await spoil<object>(page, answer, (counted) => ({ ...counted, meta: null }));
    await page.reload();
    await page.getByRole('alert').filter({ hasText: brokenPart }).waitFor();
    await page
      .getByRole('button', { name: /^Count again: / })
      .first()
      .waitFor();
    await heading(page, 'Reports').waitFor();
    await check(page, 'tile-broken-whole');
    await page.context().close();
  });

  it('shows only the error if the base of the pages fails', async () => {
    const page = await browser.openSignedIn('/runs');
    const session = '**/api/session';
    await spoil<object>(page, session, (answer) => ({ ...answer, person: null }));
    await page.reload();
    await heading(page, broken).waitFor();
    await check(page, 'app-broken');
    await page.unroute(session);
    await page.getByRole('link', { name: 'Go to reports' }).click();
    await heading(page, 'Reports').waitFor();
    await page.context().close();
  });

  it('shows only the error if the frame fails', async () => {
    const page = await browser.openSignedIn('/reports');
    const session = '**/api/session';
    await spoil<object>(page, session, (answer) => ({ ...answer, workspaces: null }));
    await page.reload();
    await heading(page, broken).waitFor();
    await check(page, 'frame-broken');
    await page.unroute(session);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await heading(page, 'Reports').waitFor();
    await page.context().close();
  });
});
