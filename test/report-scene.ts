import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Locator, Page } from 'playwright-core';
import { signIn, startPageBrowser, type PageBrowser } from './page-browser.ts';
import type { Product } from './product.ts';
import { shareProduct } from './shared-product.ts';

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
  /** A separate, signed-out page for somebody else, who signs in at an address. */
  arrive(path: string, role: 'viewer' | 'member'): Promise<Page>;
  end(): Promise<void>;
}

export const byStatus: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };

const others = {
  viewer: { name: 'Vera', email: 'viewer@example.com', password: 'a long password for looking' },
  member: { name: 'Mia', email: 'member@example.com', password: 'a long password for writing' },
};

/**
 * Opens the reports of a product. A given product is removed with the scene; on the shared one, only what the scene
 * created is removed: reports, dashboards and notes.
 */
export async function startReportScene(own?: Product): Promise<ReportScene> {
  const product = own ?? (await shareProduct());
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
  /** Without a mail server, the invitation is in the outbox, which the owner may read as an operator. */
  async function join(role: string, { email, name, password }: (typeof others)['viewer']): Promise<void> {
    await send('POST', '/api/invitations', { email, role }, 201);
    const mails = await get<{ to: string; text: string }[]>('/api/outbox');
    const token = /#(\S+)/.exec(mails.find(({ to }) => to === email)!.text)![1]!;
    const accepted = await fetch(`${product.url}/api/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.url },
      body: JSON.stringify({ token, name, password }),
    });
    assert.equal(accepted.status, 200, await accepted.text());
  }

  const members = await get<{ email: string }[]>('/api/members');
  for (const [role, person] of Object.entries(others)) {
    const isThere = members.some(({ email }) => email === person.email);
    if (!isThere) await join(role, person);
  }
  const atFirst = await listMade();

  async function listMade(): Promise<string[]> {
    const list = async (path: string) => (await get<{ id: string }[]>(path)).map(({ id }) => `${path}/${id}`);
    const { records } = await get<{ records: { id: string }[] }>('/api/records?type=note&limit=500');
    const notes = records.map(({ id }) => `/api/records/${id}?type=note`);
    return [...(await list('/api/dashboards')), ...(await list('/api/reports')), ...notes];
  }
  async function takeAwayMade(): Promise<void> {
    const made = (await listMade()).filter((path) => !atFirst.includes(path));
    for (const path of made) await send('DELETE', path, undefined, 204);
  }

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
      await other.locator('#main h1').first().waitFor();
      return other;
    },
    async end() {
      if (own === undefined) await takeAwayMade();
      await browser.close();
      await own?.remove();
    },
  };
}

/**
 * Starts a scene for a test block and closes it afterwards, with its own product if one is given. After each test,
 * restores the page's network and checks that no page reported an error.
 */
export function withReportScene(
  onStart: (scene: ReportScene) => void | Promise<void>,
  startOwn?: () => Promise<Product>,
): void {
  let scene: ReportScene | undefined;
  before(async () => {
    scene = await startReportScene(await startOwn?.());
    await onStart(scene);
  });
  after(() => scene?.end());

  afterEach('no page broke a policy, asked another service or had an error', async () => {
    await scene!.page.unrouteAll();
    assert.deepEqual(scene!.browser.mistakes(), []);
  });
}

/** Hides others' changes to reports and dashboards from a page until it makes a change itself. */
export async function seeNoMore(page: Page): Promise<void> {
  let hasChanged = false;
  page.on('request', (request) => {
    hasChanged ||= request.method() !== 'GET';
  });
  const lists = /\/api\/(reports|dashboards)(\?|$)/;
  await page.route(lists, (route) => (hasChanged ? route.continue() : route.abort()));
}

/** Opens a report and waits for its answer. */
export async function openReport(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('region', { name: 'Question' }).waitFor();
  await page.getByText(/^Counted at/).waitFor();
}

/** The records on the screen of a grid that are read. */
export const recordRows = (page: Page): Locator =>
  page.locator('[role="grid"] [role="row"]:not([aria-rowindex="1"], [aria-busy])');

/** A word of the question, by its accessible name. */
export const wordOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens a word's list and picks an option. */
export async function pick(page: Page, word: string, option: string): Promise<void> {
  await wordOf(page, word).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

/**
 * The labels of the chart's bars, points or slices, such as `Open: 12`. Waits for the drawing, which comes after the
 * answer.
 */
export async function marksOf(page: Page): Promise<string[]> {
  const marks = page.locator('svg a[data-mark]');
  await marks.first().waitFor();
  return marks.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
}

/** The focused element. */
export const focusedOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
