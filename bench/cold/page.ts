import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../../test/browser.ts';

const timeoutMs = 60_000;
const pollMs = 5;

/** Measures the first page in a browser without a cache. */
export interface PageTimer {
  /** From the navigation of a signed-in person until the first page can be used, in milliseconds. */
  open(address: string): Promise<number>;
  close(): Promise<void>;
}

/** The heading is there and nothing in the page still waits for an answer. */
const isUsable = `document.querySelector('main h1') !== null
  && document.querySelector('main [aria-busy=true], main [data-loading=true]') === null && performance.now()`;

/** Returns the age of the page when it can be used, in milliseconds. */
async function untilUsable(page: Page): Promise<number> {
  for (const endAt = Date.now() + timeoutMs; Date.now() < endAt; await page.waitForTimeout(pollMs)) {
    const ms = await page.evaluate<number | false>(isUsable);
    if (ms !== false) return ms;
  }
  throw new Error(`The page ${page.url()} cannot be used after ${timeoutMs / 1000} s.`);
}

/** Starts a browser. */
export async function createPageTimer({ email, password }: { email: string; password: string }): Promise<PageTimer> {
  const { path, environment } = await findBrowser();
  const browser: Browser = await chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...environment },
  });

  async function open(baseURL: string): Promise<number> {
    const signingIn = await browser.newContext({ baseURL });
    const first = await signingIn.newPage();
    await first.goto('/');
    await first.getByLabel('Email').fill(email);
    await first.getByLabel('Password', { exact: true }).fill(password);
    await first.getByRole('button', { name: 'Sign in' }).click();
    await untilUsable(first);
    const address = first.url();
    const storageState = await signingIn.storageState();
    await signingIn.close();
    // A new context has the session but no cached file.
    const context = await browser.newContext({ baseURL, storageState });
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    const ms = await untilUsable(page);
    await context.close();
    return ms;
  }

  return { open, close: () => browser.close() };
}
