import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { findBrowser } from './browser.ts';
import type { Product } from './product.ts';

const require = createRequire(import.meta.url);

/** The folder for screenshots; CI keeps them. */
const pictures = join(import.meta.dirname, 'screenshots');

/**
 * The source of axe, the accessibility checker. The pages' content security policy forbids loading scripts, but not
 * evaluating this one.
 */
const axeSource = await readFile(require.resolve('axe-core'), 'utf8');

interface AxeOutcome {
  violations: { id: string; nodes: { target: unknown[]; html: string; failureSummary?: string }[] }[];
}

/** A browser for the pages of one product. */
export interface PageBrowser {
  /** Opens a page in a new browser context, signed out. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** The same, signed in and at an address. */
  openSignedIn(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Forbidden events on the pages of all contexts: errors, policy violations, requests to other hosts. */
  mistakes(): string[];
  /** Closes what was opened here. */
  close(): Promise<void>;
}

let launched: Promise<Browser> | undefined;

/** One browser process for all files of a run; they share nothing else. */
function launchOnce(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  const { path, environment } = await findBrowser();
  await mkdir(pictures, { recursive: true });
  process.stdout.write(`Pictures of the pages go to ${pictures}\n`);
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...environment },
  });
}

// Outside of a suite, this hook runs once, after the last test of the last file.
after('close the browser that files shared', async () => (await launched?.catch(() => undefined))?.close());

/**
 * Opens the pages of one product; locale en-GB and time zone UTC, so that figures and times are the same everywhere.
 */
export async function startPageBrowser({ url, owner }: Pick<Product, 'url' | 'owner'>): Promise<PageBrowser> {
  const browser = await launchOnce();
  const contexts: BrowserContext[] = [];
  const mistakes: string[] = [];

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-GB',
      timezoneId: 'UTC',
      viewport: { width: 1280, height: 900 },
      // Elements that are still fading have no final contrast yet.
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    page.on('pageerror', (error) => mistakes.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // Browsers log each refused request; how pages handle those is what tests check.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        mistakes.push(`${page.url()}: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url())) mistakes.push(request.url());
    });
    return page;
  }

  return {
    open,
    async openSignedIn(path_, options) {
      const page = await open(options);
      await page.goto(path_);
      await signIn(page, owner);
      // On phones, the navigation is closed.
      await page.locator('#main h1').first().waitFor();
      return page;
    },
    mistakes: () => mistakes,
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  };
}

/** Fills in and submits the sign-in form. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fails with the WCAG rules that are violated and the elements that violate them. */
export function checkAccessible(page: Page): Promise<void> {
  return checkRules(page, {});
}

/** Fails with the targets that are too small; do not use it while an open list covers other elements. */
export function checkTargetSizes(page: Page): Promise<void> {
  // axe only runs this rule on request.
  return checkRules(page, { runOnly: { type: 'rule', values: ['target-size'] } });
}

async function checkRules(page: Page, asked: object): Promise<void> {
  await settle(page);
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate((options) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeOutcome> } };
    return axe.run(options);
  }, asked);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')} ${html} ${failureSummary}`),
  );
  assert.deepEqual(found, [], page.url());
}

/** Waits until nothing is being counted and no animation runs: half-faded text has no final contrast. */
async function settle(page: Page): Promise<void> {
  // Some disabled buttons explain why and stay disabled; busy ones do not.
  const busy = '[aria-busy="true"], [data-old], button[aria-disabled="true"]:not([role="radio"], [data-control])';
  await page.waitForFunction((selector) => document.querySelector(selector) === null, busy);
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Fails if the page scrolls horizontally. */
export async function checkNoSidewaysScroll(page: Page): Promise<void> {
  const [needed, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(needed <= shown, `${page.url()} is ${needed} px wide in a window of ${shown} px`);
}

/** Saves a screenshot of the whole page. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true, animations: 'disabled' });
}

/** Records the page's announcements to screen readers from now on. */
export async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  const region = page.getByRole('status');
  await region.evaluate((element) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) said.push(...[...addedNodes].map(({ textContent }) => textContent!));
    }).observe(element, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** The width and colour scheme of a page. */
export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

export const wideLight: Look = { width: 1280, colorScheme: 'light' };
export const narrowDark: Look = { width: 320, colorScheme: 'dark' };
const allLooks: readonly Look[] = [
  wideLight,
  { width: 1280, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
  narrowDark,
];

/**
 * The looks to check a page in: all of them in a long run, otherwise only the given one, which differs from page to
 * page.
 */
export function looksOrOnly(look: Look): readonly Look[] {
  return process.env.TALLYHOOK_LONG === '1' ? allLooks : [look];
}
