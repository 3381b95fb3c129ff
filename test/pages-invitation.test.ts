import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, startPageBrowser, takePicture, type PageBrowser } from './page-browser.ts';
import { startProduct, type Product } from './product.ts';

/** A sign-in provider that nobody reaches; api's own tests sign in at a real one. */
const providerAway = {
  TALLYHOOK_OIDC_ISSUER: 'http://127.0.0.1:9',
  TALLYHOOK_OIDC_CLIENT_ID: 'tallyhook',
  TALLYHOOK_OIDC_CLIENT_SECRET: 'never sent',
  TALLYHOOK_OIDC_NAME: 'Example',
};

/** The pages that links in mails open. */
describe('the page of a mailed link', function () {
  this.timeout(180_000);
  let product: Product;
  let browser: PageBrowser;
  let owner: Page;

  before(async () => {
    product = await startProduct({ TALLYHOOK_DEMO: '0', ...providerAway });
    browser = await startPageBrowser(product);
    owner = await browser.openSignedIn('/reports');
  });
  after(async () => {
    await browser?.close();
    await product?.remove();
  });

  const headers = () => ({ origin: product.url });
  /** The link of the newest mail to a page; a mail may be written after its page says so. */
  const linkTo = async (email: string, page: string) => {
    const link = new RegExp(`${product.url}/${page}#\\S+`);
    for (let tries = 0; tries < 300; tries += 1) {
      const mails = (await (await owner.request.get('/api/outbox')).json()) as { to: string; text: string }[];
      const [address] = mails.flatMap(({ to, text }) => (to === email ? (link.exec(text) ?? []) : []));
      if (address !== undefined) return new URL(address);
      await owner.waitForTimeout(100);
    }
    return assert.fail(`no mail to ${email}`);
  };
  const invite = async (email: string) => {
    const data = { email, role: 'viewer' };
    const answered = await owner.request.post('/api/invitations', { headers: headers(), data });
    assert.equal(answered.status(), 201, await answered.text());
    const { pathname, hash } = await linkTo(email, 'invitation');
    const page = await browser.open();
    await page.goto(pathname + hash);
    return page;
  };

  it('lets an invited person choose a name and a password, and opens the workspace', async () => {
    const page = await invite('bo@example.com');
    await page.getByRole('heading', { name: 'Join Home' }).waitFor();
    await page.getByLabel('Your name').fill('Bo');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByText(/must have 12 to 1024 characters/).waitFor();
    await page.getByLabel('New password').fill('copper violet marmalade');
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.context().close();
  });

  it('says that an invitation was used, and declines one', async () => {
    const page = await invite('cleo@example.com');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Invitation declined' }).waitFor();
    await page.reload();
    await page.getByText(/was used, declined or revoked/).waitFor();
    await page.context().close();
  });

  it('offers the sign-in provider by name, and says on the form why signing in there failed', async () => {
    const page = await browser.open();
    await page.goto('/runs');
    const button = page.getByRole('link', { name: 'Sign in with Example' });
    assert.match((await button.getAttribute('href')) ?? '', /to=%2Fruns/);
    await button.click();
    await page.getByText("The sign-in provider can't be reached.").waitFor();
    assert.equal(new URL(page.url()).search, '');
    await checkAccessible(page);
    await takePicture(page, 'sign-in-provider');
    await page.goto('/?sign-in=unknown');
    await page.getByText('Nobody here has your email.').waitFor();
    await page.context().close();
  });

  it('resets a password, from the sign-in form', async () => {
    const page = await browser.open();
    await page.goto('/reports');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill('bo@example.com');
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const { pathname, hash } = await linkTo('bo@example.com', 'password');
    await page.goto('about:blank');
    await page.goto(`${product.url}${pathname}${hash}`);
    await page.getByLabel('New password').fill('velvet harbor onion');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByLabel('Email').fill('bo@example.com');
    await page.getByLabel('Password', { exact: true }).fill('velvet harbor onion');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.context().close();
  });
});
