import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  narrowDark,
  startPageBrowser,
  takePicture,
  wideLight,
  type PageBrowser,
} from './page-browser.ts';
import { parcelsKey, startParcelsService, type ParcelsService } from './parcels-service.ts';
import { startProduct, type Product } from './product.ts';

interface Folder {
  revision: number;
  files: { path: string; text: string }[];
  problems: { file: string; pointer: string }[];
}

describe('the connector builder', function () {
  this.timeout(300_000);
  let service: ParcelsService;
  let product: Product;
  let browser: PageBrowser;
  let page: Page;

  before(async () => {
    service = await startParcelsService();
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: `https://api.example.com=${service.url}` });
    browser = await startPageBrowser(product);
    page = await browser.openSignedIn('/connectors');
  });
  after(async () => {
    await browser?.close();
    await product?.remove();
    await service?.close();
  });
  afterEach('no page broke a policy, asked another service or had an error', () => {
    assert.deepEqual(browser.mistakes(), []);
  });

  const send = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const answer = await page.request.fetch(path, { method, headers: { origin: product.url }, data });
    assert.ok(answer.ok(), `${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const folder = () => send<Folder>('GET', '/api/connector-folders/parcels');
  const fileOf = async (path: string) => (await folder()).files.find((file) => file.path === path)?.text;
  const isSaved = () =>
    page
      .getByRole('status')
      .getByText(/^Draft of .*, saved/)
      .waitFor();
  const problems = () => page.getByRole('region', { name: 'Problems' });
  const tree = () => page.getByRole('navigation', { name: 'Parts of the connector' });
  const side = () => page.getByRole('complementary');
  /** Goes on once the folder on the server is as it should be. */
  async function until(isAsWanted: (folder: Folder) => boolean): Promise<void> {
    while (!isAsWanted(await folder())) await page.waitForTimeout(100);
  }

  it('begins a connector from the empty list', async () => {
    await page.getByText('No connector is being built yet').waitFor();
    await checkAccessible(page);
    await page.getByRole('button', { name: 'Build the first connector' }).click();
    const dialog = page.getByRole('dialog', { name: 'New connector' });
    await dialog.getByLabel('Name of the service').fill('Parcels');
    assert.equal(await dialog.getByRole('textbox', { name: 'Id' }).inputValue(), 'parcels');
    await dialog.getByRole('button', { name: 'Create connector' }).click();
    await page.getByRole('heading', { name: 'Parcels', level: 1 }).waitFor();
    await problems().getByText('No problems').waitFor();
  });
});
