import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Locator, Page } from 'playwright-core';
import { signIn, startPageBrowser, type PageBrowser } from './page-browser.ts';
import { startProduct, type Product } from './product.ts';

export interface SavedReport {
  id: string;
  name: string;
  revision: number;
  definition: Report;
}

export interface Dashboard {
  id: string;
  name: string;
  tiles: { id: string; report: string; width: number; isDeleted: boolean }[];
}

/** The product with its demo, and its owner's browser at the reports. */
export interface ReportScene {
  product: Product;
  browser: PageBrowser;
  page: Page;
  get<T>(path: string): Promise<T>;
  send<T>(method: string, path: string, data: unknown, status?: number): Promise<T>;
  make(name: string, definition: Report): Promise<SavedReport>;
  /** A page of its own for somebody else, signed out, who signs in at an address. */
  arrive(path: string, role: 'viewer' | 'member'): Promise<Page>;
  end(): Promise<void>;
}

export const byStatus: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };

const others = {
  viewer: { name: 'Vera', email: 'viewer@example.com', password: 'a long password for looking' },
  member: { name: 'Mia', email: 'member@example.com', password: 'a long password for writing' },
};

/** Starts the product; `environment` adds to its settings. */
export async function startReportScene(environment: Record<string, string> = {}): Promise<ReportScene> {
  const product = await startProduct(environment);
  const browser = await startPageBrowser(product);
  const page = await browser.openSignedIn('/reports');

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
  for (const [role, person] of Object.entries(others)) await send('POST', '/api/members', { ...person, role }, 201);

  return {
    product,
    browser,
    page,
    get,
    send,
    make: (name, definition) => send<SavedReport>('POST', '/api/reports', { name, definition }, 201),
    async arrive(path, role) {
      const other = await browser.open();
      await other.goto(path);
      await signIn(other, others[role]);
      await other.getByRole('navigation', { name: 'Pages' }).waitFor();
      return other;
    },
    async end() {
      await browser.close();
      await product.remove();
    },
  };
}

/** Opens a report and waits for its answer. */
export async function openReport(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('region', { name: 'Question' }).waitFor();
  await page.getByText(/^Counted at/).waitFor();
}

/** A word of the question, by what it is for and what it says. */
export const wordOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens the list of a word and picks from it. */
export async function pick(page: Page, word: string, option: string): Promise<void> {
  await wordOf(page, word).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

/** What the bars, points or slices of the chart say: `Open: 12`. */
export const marksOf = (page: Page): Promise<string[]> =>
  page.locator('svg a[data-mark]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

/** What has the focus. */
export const focusedOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
