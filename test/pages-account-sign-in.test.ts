import assert from 'node:assert/strict';
import { compileConnector } from '@tallyhook/sdk';
import type { BrowserContext, Page } from 'playwright-core';
import { startOAuthService, vaultClient, type OAuthService } from '../packages/api/test/oauth-service.ts';
import { startPageBrowser, type PageBrowser } from './page-browser.ts';
import { startProduct, type Product } from './product.ts';

interface ShownAccount {
  id: string;
  label: string;
  refused: unknown;
}

describe('linking an account by signing in, on the page', function () {
  this.timeout(300_000);
  let vault: OAuthService;
  let product: Product;
  let browser: PageBrowser;
  let page: Page;

  before(async () => {
    vault = await startOAuthService();
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: vault.routes });
    browser = await startPageBrowser(product);
    page = await browser.openSignedIn('/integrations');
    const { package: built } = compileConnector(vault.connectorFiles());
    const headers = { origin: product.url };
    const installed = await page.request.post('/api/connectors/builds', { headers, data: built });
    assert.equal(installed.status(), 201, await installed.text());
    await showAuthorizePage(page.context(), vault);
    await page.reload();
  });
  after(async () => {
    await browser?.close();
    await product?.remove();
    await vault?.close();
  });
  afterEach('no page broke a policy, asked another service or had an error', () => {
    assert.deepEqual(browser.mistakes(), []);
  });

  const accounts = async (): Promise<ShownAccount[]> =>
    (await (await page.request.get('/api/accounts')).json()) as ShownAccount[];
  const more = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More for Fern' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  /** Clicks, and returns the window that opens within that click. */
  async function clickSignIn(): Promise<Page> {
    const opened = page.waitForEvent('popup');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in at Vault' }).click();
    return opened;
  }
  const ended = (): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });

  it('sets the OAuth client, signs in in a window, and shows the account with its label', async () => {
    await page.getByRole('button', { name: 'Link account of Vault' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the OAuth client' }).click();
    const client = page.getByRole('dialog', { name: 'OAuth client for Vault' });
    await client.getByText(`${product.url}/oauth/callback`).waitFor();
    await client.getByLabel('Client id').fill(vaultClient.id);
    await client.getByRole('textbox', { name: 'Client secret' }).fill(vaultClient.secret);
    await client.getByRole('button', { name: 'Save client' }).click();
    const popup = await clickSignIn();
    await page.getByText('Waiting for you to sign in at Vault').waitFor();
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name: 'Allow' }).click()]);
    await ended();
    await page.getByRole('row', { name: /Fern/ }).getByText('Linked').waitFor();
    assert.ok(!(await page.content()).includes('canary'), 'no secret reaches the page');
  });

  it('tests the account at the service', async () => {
    const before = vault.answered.length;
    await page.getByRole('button', { name: 'Test Fern' }).click();
    await page.getByText('Fern works').waitFor();
    await page.getByRole('row', { name: /Fern/ }).getByText('Connected').waitFor();
    assert.deepEqual(vault.answered.slice(before), ['GET /me 200']);
  });

  it('connects it again, and keeps its id', async () => {
    const [before] = await accounts();
    await more('Connect again');
    const popup = await clickSignIn();
    await popup.getByRole('link', { name: 'Allow' }).click();
    await ended();
    const [after, ...others] = await accounts();
    assert.deepEqual([after?.id, others], [before?.id, []]);
  });

  it('says in plain words that access was denied, in both windows', async () => {
    await page.getByRole('button', { name: 'Link account of Vault' }).click();
    const popup = await clickSignIn();
    await popup.getByRole('link', { name: 'Deny' }).click();
    await popup.getByText(/Vault refused/).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/Vault refused/)
      .waitFor();
    await popup.close();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await ended();
    assert.equal((await accounts()).length, 1);
  });

  it('shows a link if the browser blocks the window', async () => {
    const blocking = await page.context().newPage();
    await blocking.addInitScript(() => void (window.open = () => null));
    await blocking.goto('/integrations');
    await blocking.getByRole('button', { name: 'Link account of Vault' }).click();
    await blocking.getByRole('dialog').getByRole('button', { name: 'Sign in at Vault' }).click();
    await blocking.getByText('Your browser blocked the window.').waitFor();
    vault.person = { id: 'team-2', name: 'Moss' };
    const opened = blocking.context().waitForEvent('page');
    await blocking.getByRole('link', { name: 'Sign in at Vault' }).click();
    const other = await opened;
    await other.getByRole('link', { name: 'Allow' }).click();
    await blocking.getByRole('dialog').waitFor({ state: 'detached' });
    await blocking.getByRole('rowheader', { name: /Moss/ }).waitFor();
    await Promise.all([blocking.close(), other.close()]);
  });

  it('asks for what a person leaves ticked', async () => {
    const optionalScopes = [{ scope: 'write', description: 'Add notes' }];
    const { package: built } = compileConnector(
      vault.connectorFiles({ connector: { version: '1.0.1' }, signIn: { scopes: ['read'], optionalScopes } }),
    );
    const headers = { origin: product.url };
    assert.equal((await page.request.post('/api/connectors/builds', { headers, data: built })).status(), 201);
    await page.reload();
    for (const [isLeftOut, scope] of [
      [false, 'read write'],
      [true, 'read'],
    ] as const) {
      await page.getByRole('button', { name: 'Link account of Vault' }).click();
      const choices = page.getByRole('dialog').getByRole('group', { name: 'What it may do' });
      if (isLeftOut) await choices.getByRole('checkbox', { name: 'Add notes' }).uncheck();
      const popup = await clickSignIn();
      await popup.getByRole('link', { name: 'Allow' }).waitFor();
      assert.equal(new URL(popup.url()).searchParams.get('scope'), scope);
      await popup.close();
      await page.getByRole('button', { name: 'Begin again' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await ended();
    }
  });

  it('removes the account, and ends its tokens at the service', async () => {
    await more('Remove');
    await page.getByText('The service is asked to end its token, if it can.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ended();
    assert.deepEqual(
      (await accounts()).map(({ label }) => label),
      ['Moss'],
    );
    assert.ok(vault.revoked.length > 0);
  });
});

/**
 * The page on which the service asks the person. The browser cannot resolve the service's name, so its answer to the
 * address, which it gives over its socket, becomes the links of this page.
 */
async function showAuthorizePage(context: BrowserContext, vault: OAuthService): Promise<void> {
  await context.route('https://vault.example/authorize*', async (route) => {
    const allow = await vault.agree(route.request().url());
    const deny = new URL(allow);
    deny.searchParams.delete('code');
    deny.searchParams.set('error', 'access_denied');
    const link = (address: URL, words: string): string =>
      `<a href="${address.href.replaceAll('&', '&amp;')}">${words}</a>`;
    const body = `<!doctype html><title>Vault</title>${link(allow, 'Allow')} ${link(deny, 'Deny')}`;
    await route.fulfill({ contentType: 'text/html', body });
  });
}
