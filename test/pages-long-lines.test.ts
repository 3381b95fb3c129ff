import assert from 'node:assert/strict';
import type { Answer } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  checkTargetSizes,
  looksOrOnly,
  narrowDark,
  takePicture,
} from './page-browser.ts';
import { waitFor } from './product.ts';
import { focusedOf, marksOf, openReport, withReportScene, type ReportScene } from './report-scene.ts';

/** By day, the demo's tickets span far more periods than a line has dots for. */
const byDay = { field: 'closedAt', unit: 'day' as const, fill: true };
const closed = { and: [{ field: 'closedAt', op: 'nempty' as const }] };

describe('a line of hundreds of days', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let id: string;
  let splitId: string;

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    const line = { type: 'ticket', chart: 'line' as const, filter: closed };
    ({ id } = await scene.make('Closed by day', { ...line, groupBy: [byDay] }));
    ({ id: splitId } = await scene.make('Closed by day and project', {
      ...line,
      groupBy: [byDay, { field: 'project' }],
    }));
  });

  const hint = () => page.locator('figure [aria-hidden="true"]').last().textContent();
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const countOf = (mark: string) => Number(mark.slice(mark.lastIndexOf(' ') + 1));

  it('shows the day nearest to the pointer, and leads to its records on click', async () => {
    await openReport(page, `/reports/${id}`);
    const marks = await marksOf(page);
    const { rows } = await scene.get<Answer>(`/api/reports/${id}/answer`);
    assert.ok(rows.length > 60, `${rows.length} days`);
    assert.equal(marks.length, rows.length);
    const at = marks.findIndex((mark) => countOf(mark) > 0 && marks.indexOf(mark) > 40);
    const dot = await boxOf(`svg a[data-mark="${marks[at]}"] circle`);
    const svg = await boxOf('figure svg[role]');
    const x = dot.x + dot.width / 2;
    for (const y of [svg.y + 20, dot.y + dot.height / 2, svg.y + 200]) {
      await page.mouse.move(x, y);
      assert.equal(await hint(), marks[at]);
    }
    const [hintBottom] = await page
      .locator('figure [aria-hidden="true"]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ bottom }) => bottom));
    assert.ok(Math.abs(hintBottom! - dot.y) < 12, `the hint ends at ${hintBottom}, the dot is at ${dot.y}`);
    await takePicture(page, 'long-line-hint');
    await page.mouse.click(x, svg.y + 100);
    const records = countOf(marks[at]!);
    await page.getByText(new RegExp(`^${records} records?$`)).waitFor();
  });

  it('is one Tab stop with arrow keys between days, and restores the focused day on return', async () => {
    await openReport(page, `/reports/${id}`);
    const marks = await marksOf(page);
    assert.equal(await page.locator('svg a[data-mark][tabindex="0"]').count(), 1);
    const isSeen = (mark: string) =>
      page.locator(`svg a[data-mark="${mark}"] circle`).evaluate((dot) => getComputedStyle(dot).opacity === '1');
    await page.locator('svg a[data-mark]').first().focus();
    assert.equal(await isSeen(marks[1]!), false);
    await page.keyboard.press('ArrowRight');
    assert.equal(await focusedOf(page), marks[1]);
    assert.equal(await hint(), marks[1]);
    await waitFor('the point to be seen', () => isSeen(marks[1]!));
    await page.keyboard.press('End');
    assert.equal(await focusedOf(page), marks.at(-1));
    await page.keyboard.press('Enter');
    await page.getByText(new RegExp(`^${countOf(marks.at(-1)!)} records?$`)).waitFor();
    await page.goBack();
    await waitFor('the focus to be where it was', async () => (await focusedOf(page)) === marks.at(-1));
  });

  it('shows the point of the nearest line if there are several', async () => {
    await openReport(page, `/reports/${splitId}`);
    await marksOf(page);
    const reaches = page.locator('svg a[data-mark] rect');
    const seen = await reaches.evaluateAll((all) =>
      all
        .map((one) => ({
          box: one.getBoundingClientRect(),
          mark: one.closest('[data-mark]')!.getAttribute('data-mark')!,
        }))
        .filter(({ box }) => box.height > 8 && box.width > 0.5)
        .map(({ box, mark }) => ({ mark, x: box.x + box.width / 2, y: box.y + box.height / 2 })),
    );
    assert.ok(new Set(seen.map(({ mark }) => mark.split(', ')[1]!.split(':')[0])).size > 1, 'points of several lines');
    for (const { mark, x, y } of [seen[0]!, seen.at(-1)!, seen[Math.floor(seen.length / 2)]!]) {
      await page.mouse.move(x, y);
      const [, day, line, value] = /^(.*), (.*): (.*)$/.exec(mark)!;
      const pointedAt = page.locator('figure tr[data-current]');
      await waitFor(`the row of ${mark}`, async () => (await pointedAt.textContent()) === `${line}${value}`);
      assert.ok((await hint())?.startsWith(day!));
    }
  });

  it('reaches the end of its axis even if the last day has no label', async () => {
    await openReport(page, `/reports/${id}`);
    await marksOf(page);
    const svg = await boxOf('figure svg[role]');
    const end = await page.locator('svg a[data-mark] circle').last().boundingBox();
    const labels = await page
      .locator('figure svg text')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2));
    const last = end!.x + end!.width / 2;
    const room = svg.x + svg.width - last;
    assert.ok(room < 8 || labels.some((label) => Math.abs(label - last) < 1), `${room} px are left`);
  });

  for (const { width, colorScheme } of looksOrOnly(narrowDark)) {
    it(`is accessible and fits, ${colorScheme} and ${width} px wide`, async () => {
      const one = await scene.browser.openSignedIn('/reports', { viewport: { width, height: 900 }, colorScheme });
      for (const [name, path] of [
        ['long-line', id],
        ['long-lines', splitId],
      ] as const) {
        await openReport(one, `/reports/${path}`);
        const marks = await marksOf(one);
        await one
          .locator('svg a[data-mark]')
          .nth(Math.floor(marks.length / 3))
          .focus();
        await takePicture(one, `${name}-${width}-${colorScheme}`);
        await checkAccessible(one);
        await checkTargetSizes(one);
        await checkNoSidewaysScroll(one);
      }
      await one.context().close();
    });
  }
});
