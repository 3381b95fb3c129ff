import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createPracticeService, practiceToken, type PracticeService, type YoutubePractice } from '@tallyhook/practice';
import type { Page } from 'playwright-core';
import { signIn } from './doors.ts';
import { deliver } from './github-scene.ts';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  narrowDark,
  startPageBrowser,
  takePicture,
  wideLight,
  type PageBrowser,
} from './page-browser.ts';
import { startProduct, type Product } from './product.ts';

const mebibyte = 1024 * 1024;
const pieceBytes = 8 * mebibyte;
const pieces = 8;

/** What the page showed at one moment, and what the other service had received. */
interface Sample {
  percent: number;
  words: string;
  keptBytes: number;
}

describe('the page of a run that sends a file', function () {
  this.timeout(300_000);
  let practice: YoutubePractice;
  let github: PracticeService;
  let product: Product;
  let browser: PageBrowser;
  let page: Page;

  before(async () => {
    practice = await createPracticeService({ service: 'youtube', port: 0, paceBytesPerSecond: pieceBytes });
    github = await createPracticeService({ service: 'github', port: 0 });
    const routes = `https://www.googleapis.com=${practice.url},https://api.github.com=${github.url}`;
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: routes });
    await setScene();
    browser = await startPageBrowser(product);
    page = await browser.openSignedIn('/runs');
  });
  after(async () => {
    await browser?.close();
    await product?.remove();
    await practice?.close();
    await github?.close();
  });

  /** A 64 MiB file, and a workflow that uploads it when an issue is opened. */
  async function setScene(): Promise<void> {
    await product.login();
    const link = async (connector: string, ...fields: string[]) => {
      await product.json(['connectors', 'install', connector]);
      const args = fields.flatMap((field) => ['--field', field]);
      const linked = await product.json<{ id: string }>(['accounts', 'link', connector, ...args], {
        input: `${practiceToken}\n`,
      });
      return linked.id;
    };
    const issues = await link('github', 'owner=Codertocat', 'token=-');
    const youtube = await link('youtube', 'channel=fern', 'token=-');
    const workflow = {
      name: 'Publish the launch film',
      trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
      steps: [
        {
          id: 'upload',
          kind: 'action',
          connector: 'youtube',
          action: 'upload-video',
          input: { title: 'Launch', file: await addFile() },
        },
      ],
    };
    const accounts = [`github=${issues}`, `youtube=${youtube}`].flatMap((account) => ['--account', account]);
    await product.json(['workflows', 'apply', '-', '--on', ...accounts], { input: JSON.stringify(workflow) });
  }

  async function addFile(): Promise<string> {
    const { cookie } = await signIn(product.url, product.owner);
    const answer = await fetch(`${product.url}/api/files?name=launch.mp4`, {
      method: 'POST',
      headers: { cookie, origin: product.url, 'content-type': 'video/mp4' },
      body: randomBytes(pieces * pieceBytes),
    });
    assert.equal(answer.status, 201, await answer.clone().text());
    return ((await answer.json()) as { id: string }).id;
  }

  const bar = () => page.getByRole('progressbar', { name: 'launch.mp4' });

  /** Reads the page first: by the time the service is asked, it can only have more. */
  async function sample(): Promise<Sample> {
    const percent = Number(await bar().getAttribute('aria-valuenow'));
    const words = (await bar().getAttribute('aria-valuetext')) ?? '';
    return { percent, words, keptBytes: practice.sessions()[0]?.storedBytes ?? 0 };
  }

  async function watchUntil(percent: number): Promise<Sample[]> {
    const samples: Sample[] = [];
    while ((samples.at(-1)?.percent ?? 0) < percent) {
      samples.push(await sample());
      await page.waitForTimeout(100);
    }
    return samples;
  }

  it('shows what the other service has confirmed, piece by piece, never more', async () => {
    // The fifth piece is refused until everything has been checked.
    practice.setFaults(['piece@5:503:3']);
    const { status } = await deliver(product.url, { event: 'issues', id: 'launch' });
    assert.equal(status, 200);
    await page.getByRole('link', { name: 'Publish the launch film' }).click();
    await bar().waitFor();
    const first = await watchUntil(50);
    await takePicture(page, 'run-upload-1280-light');
    await checkAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await takePicture(page, 'run-upload-320-light');
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    practice.setFaults([]);
    const samples = [...first, ...(await watchUntil(100))];

    const shown = [...new Set(samples.map(({ percent }) => percent))];
    const steps = Array.from({ length: pieces + 1 }, (_, piece) => Math.floor((100 * piece) / pieces));
    assert.deepEqual(
      shown.filter((percent) => !steps.includes(percent)),
      [],
      'only whole pieces are confirmed',
    );
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => a - b),
    );
    assert.ok(shown.length >= 4, `it moves: ${shown.join()}`);
    for (const { percent, keptBytes } of samples)
      assert.ok(keptBytes >= (percent / 100) * pieces * pieceBytes - mebibyte);
    assert.match(
      samples.find(({ percent }) => percent === 50)!.words,
      /^50 % · 33\.6 of 67\.1 MB · 4 of 8 pieces confirmed( · about \d+ s)?$/,
    );
  });

  it('shows that everything has arrived, with the answer of the other service', async () => {
    await page.getByText('Everything has arrived', { exact: true }).waitFor();
    await page.getByText('Completed').first().waitFor();
    await page.locator('summary').first().click();
    const [video] = practice.videos();
    await page.getByText(`https://www.youtube.com/watch?v=${video!.id}`).waitFor();
    await page.getByText(/^Journal \(\d+ lines\)$/).click();
    const lines = page.getByRole('list', { name: 'Journal of launch.mp4' }).getByRole('listitem');
    for (const line of await lines.allTextContents()) assert.match(line, /^\d\d:\d\d:\d\d( [AP]M)? /);
    assert.ok((await lines.count()) > pieces, 'a line for each piece');
    for (const { width, colorScheme } of [narrowDark, wideLight]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `run-journal-${width}-${colorScheme}`);
    }
    assert.deepEqual(browser.mistakes(), []);
  });

  const cancelButton = () => page.getByRole('button', { name: 'Cancel run' });

  it('asks before the run is cancelled, and explains what happens to the file', async () => {
    await cancelButton().waitFor({ state: 'detached' });
    // The last piece gets no response, so the upload cannot finish before it is cancelled.
    practice.setFaults([`piece@${pieces}:hang`]);
    await deliver(product.url, { event: 'issues', id: 'launch again' });
    await page.goto('/runs');
    await page.getByRole('link', { name: 'Publish the launch film' }).first().click();
    await bar().waitFor();
    await watchUntil(12);
    await cancelButton().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
    await dialog.getByText(/The upload of launch\.mp4 stops at \d+ %/).waitFor();
    await takePicture(page, 'run-cancel-1280-light');
    await checkAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await cancelButton().evaluate((button) => button === document.activeElement), true);
  });

  /** The bytes received once nothing more arrives: data in flight at cancellation may still arrive. */
  async function bytesWhenStill(): Promise<number> {
    for (let before = -1; ; await page.waitForTimeout(2_000)) {
      const { storedBytes } = practice.sessions().at(-1)!;
      if (storedBytes === before) return storedBytes;
      before = storedBytes;
    }
  }

  it('stops the upload when the run is cancelled, and shows neither as failed', async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The run was cancelled; nothing more is sent').waitFor();
    await page.getByText(/^The run was cancelled\. \d+ of 67108864 bytes are confirmed/).waitFor();
    const cancelled = page.getByText('Cancelled', { exact: true });
    await cancelled.nth(1).waitFor();
    assert.equal(await cancelled.count(), 2, 'the run and its step');
    assert.equal(await page.getByText('Failed', { exact: true }).count(), 0);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    assert.ok((await bytesWhenStill()) < 67_108_864, 'not all of it arrived');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `run-cancelled-1280-${colorScheme}`);
      await checkAccessible(page);
    }
    assert.deepEqual(browser.mistakes(), []);
  });
});
