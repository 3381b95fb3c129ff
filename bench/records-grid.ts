import { loadavg } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../test/browser.ts';
import { describeMachine } from './machine.ts';

const [url = 'http://127.0.0.1:3000', type = 'flight'] = process.argv.slice(2);
const email = process.env.TALLYHOOK_OWNER_EMAIL ?? 'owner@tallyhook.local';
const password = process.env.TALLYHOOK_OWNER_PASSWORD;
if (password === undefined) throw new Error('Set TALLYHOOK_OWNER_PASSWORD to the password of the owner.');

const seconds = 5;
/** Pixels for each frame: not at all, one row, and six rows. */
const speeds = [0, 32, 200];

const loadAtStart = loadavg()[0]!;
const { path, environment } = await findBrowser();
const browser = await chromium.launch({
  executablePath: path,
  env: { ...(process.env as Record<string, string>), ...environment },
});
const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } });
await page.goto(`/records/${type}`);
await page.getByLabel('Email').fill(email);
await page.getByLabel('Password', { exact: true }).fill(password);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.getByRole('grid').waitFor();
await allRead(page);

const rows = await page.getByRole('grid').getAttribute('aria-rowcount');
console.log(`${Number(rows) - 1} records, ${seconds} s for each line`);
for (const speed of speeds) {
  const { frames, slow, longestMs } = await scroll(page, speed);
  const perSecond = (frames / seconds).toFixed(1);
  console.log(
    `${String(speed).padStart(4)} px a frame: ${perSecond} frames a second, ${slow} over 25 ms, the longest ${longestMs} ms`,
  );
}
for (const share of [0.5, 0.98, 0.1]) {
  const began = Date.now();
  await page.evaluate(
    `{ const grid = document.querySelector('[role=grid]'); grid.scrollTop = grid.scrollHeight * ${share}; }`,
  );
  await allRead(page);
  console.log(`jump to ${share * 100} %: all rows on the screen after ${Date.now() - began} ms`);
}
console.log(describeMachine(loadAtStart));
await browser.close();

/** Waits until every row on the screen is read. */
async function allRead(one: Page): Promise<void> {
  const isUnread = `Number(document.querySelector('[role=grid]').ariaRowCount) === 1
    || document.querySelector('[role=grid] [role=row][aria-busy]') !== null`;
  do await one.waitForTimeout(50);
  while (await one.evaluate<boolean>(isUnread));
}

function scroll(one: Page, speed: number): Promise<{ frames: number; slow: number; longestMs: number }> {
  // A text, because the types of this package are those of Node.
  return one.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    const start = performance.now();
    let [last, frames, slow, longest] = [start, 0, 0, 0];
    const draw = (now) => {
      frames += 1;
      if (now - last > 25) slow += 1;
      longest = Math.max(longest, now - last);
      last = now;
      grid.scrollTop += ${speed};
      if (now - start < ${seconds * 1_000}) requestAnimationFrame(draw);
      else resolve({ frames, slow, longestMs: Math.round(longest) });
    };
    requestAnimationFrame(draw);
  })`);
}
