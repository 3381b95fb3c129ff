import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { holdAnswers, type HeldAnswers } from './held-answers.ts';
import { checkAccessible, listenTo, startPageBrowser, takePicture, type PageBrowser } from './page-browser.ts';
import { waitFor } from './product.ts';
import { byStatus, startReportScene, type Dashboard, type ReportScene } from './report-scene.ts';

/** One more than a browser's connection limit per host. */
const many = 7;
const browserConnections = 6;

describe('a dashboard with more slow tiles than connections', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let held: HeldAnswers;
  let browser: PageBrowser;
  let page: Page;
  let dashboard: Dashboard;

  before(async () => {
    scene = await startReportScene();
    dashboard = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Crowded' }, 201);
    for (let number = 1; number <= many; number += 1) {
      const { id } = await scene.make(`Slow ${number}`, byStatus);
      await scene.send('POST', `/api/dashboards/${dashboard.id}/tiles`, { report: id }, 201);
    }
    dashboard = await current();
  });
  after(() => scene?.end());

  beforeEach(async () => {
    held = await holdAnswers(scene.product.url);
    browser = await startPageBrowser({ url: held.url, owner: scene.product.owner });
    page = await browser.openSignedIn('/runs');
    await page.goto(`/dashboards/${dashboard.id}?arrange=1`);
    await waitFor('the slow counts', () => held.open() > 0);
  });
  afterEach('no page broke a policy, asked another service or had an error', async () => {
    await browser.close();
    await held.close();
    assert.deepEqual(browser.mistakes(), []);
  });

  const current = async () => (await scene.get<Dashboard[]>('/api/dashboards')).find(({ id }) => id === dashboard.id)!;
  const reportsOf = ({ tiles }: Dashboard) => tiles.map(({ report }) => report);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const tile = (number: number) => page.getByRole('article', { name: `Slow ${number}`, exact: true });

  it('can be changed while all tiles are still being counted', async () => {
    const before_ = reportsOf(await current());
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH', { timeout: 10_000 });
    await press('Move Slow 1 later');
    assert.equal((await saved).status(), 200);
    assert.ok(held.open() > 0, 'the counts are still open');
    const [first, second, ...others] = before_;
    assert.deepEqual(reportsOf(await current()), [second, first, ...others]);
    await press('Move Slow 1 earlier');
    await waitFor('the order of before', async () => reportsOf(await current()).join() === before_.join());
  });

  it('saves a press just before leaving, even without a free connection', async () => {
    const [{ id }] = (await current()).tiles as [Dashboard['tiles'][number]];
    await page.evaluate(
      ([path, times]) => {
        for (let time = 0; time < times; time += 1) void fetch(`${path}?${time}`).catch(() => undefined);
      },
      [`/api/reports/${dashboard.id}/answer`, browserConnections] as const,
    );
    await waitFor('all connections to be taken', () => held.open() === browserConnections);
    await press('Width of Slow 1: 1 of 3');
    // The page itself loads before anything else.
    const left = page.reload({ waitUntil: 'commit' });
    await sleep(500);
    held.releaseOne();
    await left;
    const width = async () => (await current()).tiles.find((one) => one.id === id)!.width;
    await waitFor('the width', async () => (await width()) === 2, 10_000);
    await scene.send('PATCH', `/api/dashboards/${dashboard.id}/tiles/${id}`, { width: 1 });
  });

  it('shows that a change is being saved if that takes a while', async () => {
    await page.route('**/tiles/*', async (route) => {
      await sleep(4_000);
      await route.continue();
    });
    const said = await listenTo(page);
    await press('Width of Slow 1: 1 of 3');
    await page.getByText('Saving …', { exact: true }).waitFor();
    await takePicture(page, 'dashboard-saving');
    await page.getByRole('button', { name: 'Width of Slow 1: 2 of 3' }).waitFor();
    await page.getByText('Saving …', { exact: true }).waitFor({ state: 'detached' });
    await waitFor('what is said', async () => (await said()).includes('Slow 1 is 2 of 3 columns wide'));
    assert.ok((await said()).includes('Saving the dashboard'));
    await page.unroute('**/tiles/*');
    await press('Undo');
    await page.getByRole('button', { name: 'Width of Slow 1: 1 of 3' }).waitFor();
  });

  it('counts a few tiles at a time, shows that others wait, and never requests a stopped one', async () => {
    await tile(1).getByText('Still counting ·').waitFor();
    await tile(many).getByText('Waiting for other counts').waitFor();
    assert.equal(await tile(many).getByText('Still counting ·').count(), 0);
    await takePicture(page, 'tiles-waiting');
    await press(`Stop: Slow ${many}`);
    await tile(many).getByText('Stopped.').waitFor();
    held.release();
    for (let number = 1; number < many; number += 1)
      await tile(number)
        .getByText(/^Counted at/)
        .waitFor();
    await checkAccessible(page);
    assert.equal(held.max(), 3);
    assert.equal(new Set(held.asked()).size, many - 1);
    assert.equal(await tile(many).getByText('Stopped.').count(), 1);
    await press(`Count: Slow ${many}`);
    await tile(many)
      .getByText(/^Counted at/)
      .waitFor();
  });

  it('counts visible tiles first, also when all are counted again', async () => {
    const order = reportsOf(await current());
    await page.setViewportSize({ width: 500, height: 700 });
    const lookAtLast = async () => {
      await tile(many).evaluate((element) => element.scrollIntoView({ block: 'end' }));
      return (await page.getByRole('article').evaluateAll(whichAreSeen)).map((index) => order[index]!);
    };
    const seen = await lookAtLast();
    assert.ok(seen.length >= 2 && !seen.includes(order[3]!), `${seen.length} can be seen`);
    const asked = () => held.asked().map((path) => path.split('/').at(-2)!);
    await waitFor('the first counts', () => asked().length === 3);
    assert.deepEqual(asked().toSorted(), order.slice(0, 3).toSorted());
    for (const done of [1, 2]) {
      held.releaseOne();
      await waitFor('the next count', () => asked().length === 3 + done);
    }
    for (const next of asked().slice(3)) assert.ok(seen.includes(next), `${order.indexOf(next) + 1} cannot be seen`);

    held.release();
    await tile(4)
      .getByText(/^Counted at/)
      .waitFor();
    assert.equal(asked().length, many);
    const last = await lookAtLast();
    assert.ok(!last.includes(order[0]!), `${last.length} can be seen`);
    // Until the browser has noticed what is in view.
    await sleep(500);
    await page.getByRole('button', { name: 'Count all again' }).dispatchEvent('click');
    await waitFor('all counts', () => asked().length === 2 * many);
    assert.ok(last.includes(asked()[many]!), `${order.indexOf(asked()[many]!) + 1} cannot be seen`);
  });
});

const whichAreSeen = (all: Element[]) =>
  all.flatMap((one, index) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight ? [index] : [];
  });
