import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { checkAccessible, startPageBrowser, takePicture, type PageBrowser } from './page-browser.ts';
import { waitFor, type Product } from './product.ts';
import { shareProduct } from './shared-product.ts';

const notLoaded = "Couldn't load this part of Tallyhook";

describe('a page whose service is temporarily unreachable', function () {
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

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
  const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

  it('keeps its frame if a part cannot be loaded, and loads it once the connection is back', async () => {
    const page = await browser.openSignedIn('/runs');
    await page.context().setOffline(true);
    await pages(page).getByRole('link', { name: 'Speed' }).click();
    await heading(page, notLoaded).waitFor();
    await tryAgain(page).click();
    await page.getByText("Tallyhook isn't responding yet.").waitFor();
    await pages(page).getByRole('link', { name: 'Reports' }).waitFor();
    await checkAccessible(page);
    await takePicture(page, 'part-not-loaded');
    await page.context().setOffline(false);
    await heading(page, 'Speed').waitFor();
    await page.context().close();
  });

  it('shows a dashboard before its controls could be loaded', async () => {
    const page = await browser.openSignedIn('/reports');
    const team = page.getByRole('tab', { name: 'Team' });
    await team.waitFor();
    await page.context().setOffline(true);
    await team.click();
    await page.getByRole('alert').filter({ hasText: notLoaded }).first().waitFor();
    await heading(page, 'Reports').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('switch', { name: 'Arrange' }).waitFor();
    await page.context().close();
  });

  it('sends requests even if the browser reports offline, and shows if there is no answer', async () => {
    const page = await browser.openSignedIn('/runs');
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    for (const [name, shown] of [
      ['Reports', page.getByRole('article').first()],
      ['Speed', page.getByRole('table')],
    ] as const) {
      await pages(page).getByRole('link', { name }).click();
      await shown.waitFor();
    }
    await page.route('**/api/runs?*', (route) => route.abort());
    await pages(page).getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('alert').getByText("Tallyhook isn't responding.").waitFor();
    await page.unroute('**/api/runs?*');
    await page.getByRole('table').waitFor();
    await page.context().close();
  });

  it('retries failed counts automatically, and on request even without figures yet', async () => {
    const page = await browser.openSignedIn('/runs');
    const answers = '**/api/reports/*/answer?*';
    const counted = page.getByText(/^Counted at/);
    const alert = page.getByRole('alert').filter({ hasText: "Couldn't count the records" });
    await page.route(answers, (route) => route.abort());
    await pages(page).getByRole('link', { name: 'Reports' }).click();
    await alert.first().waitFor();
    const tile = page.getByRole('article').first();
    await tile.getByRole('alert').waitFor();
    await page.unroute(answers);
    await tile.getByText(/^Counted at/).waitFor();
    await page.route(answers, (route) => route.abort());
    await tile.getByRole('link').first().click();
    await page.getByRole('region', { name: 'Question' }).waitFor();
    await alert.waitFor();
    await page.unroute(answers);
    await counted.waitFor();
    assert.equal(await alert.count(), 0);

    const refusal = { code: 'query_timeout', detail: 'It took too long.', status: 504, title: 'Too long' };
    let asked = 0;
    await page.route(answers, (route) => {
      asked += 1;
      return route.fulfill({ status: 504, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
    });
    await page.reload();
    await alert.waitFor();
    const again = page.getByRole('button', { name: /^Count again/ });
    await again.focus();
    // Timeouts are not retried automatically.
    await sleep(4_000);
    assert.equal(asked, 1);
    await page.unroute(answers);
    await page.keyboard.press('Enter');
    await counted.waitFor();
    assert.ok(await again.evaluate((button) => button === document.activeElement));
    await page.context().close();
  });

  it('reloads once automatically if a newer build has other files, then on request', async () => {
    const page = await browser.openSignedIn('/reports');
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    await page.route('**/assets/NewReportDialog*', (route) => route.fulfill({ status: 404 }));
    const again = page.waitForEvent('load');
    await page.getByRole('button', { name: 'New report' }).click();
    await again;
    await page.getByRole('button', { name: 'New report' }).click();
    await page.getByRole('dialog', { name: notLoaded }).getByText('the script for this part is missing').waitFor();
    await checkAccessible(page);
    assert.equal(loads.length, 1);
    await page.unroute('**/assets/NewReportDialog*');
    const third = page.waitForEvent('load');
    await tryAgain(page).click();
    await third;
    await page.getByRole('button', { name: 'New report' }).click();
    await page.getByRole('dialog', { name: 'New report' }).getByLabel('Name').waitFor();
    await page.context().close();
  });

  it('retries automatically if opened meanwhile, and continues once it gets an answer', async () => {
    const page = await browser.open();
    let asked = 0;
    await page.route('**/api/session', async (route) => {
      asked += 1;
      if (asked === 1) return route.abort();
      return route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'unavailable', detail: 'The database does not answer. Try again in a moment.' }),
      });
    });
    await page.goto('/runs');
    await heading(page, "Can't reach Tallyhook").waitFor();
    await page.getByText('The database does not answer').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'cannot-be-reached');
    const before_ = asked;
    await tryAgain(page).click();
    await waitFor('another try', () => asked > before_);
    await page.getByText('The database does not answer').waitFor();
    await page.unroute('**/api/session');
    await heading(page, 'Sign in to Tallyhook').waitFor();
    await page.context().close();
  });
});
