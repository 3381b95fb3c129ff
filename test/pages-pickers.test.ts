import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { waitFor } from './product.ts';
import { focusedOf, withReportScene, wordOf, type ReportScene } from './report-scene.ts';

describe('the pickers of a question', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  const open = async (changed: Partial<Report> = {}) => {
    const report: Report = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }], ...changed };
    await page.goto(`/reports/new?q=${encodeURIComponent(JSON.stringify(report))}`);
    await page.getByText(/^Counted at/).waitFor();
  };
  /** Types at human speed, so that each key takes effect before the next. */
  const type = (text: string) => page.keyboard.type(text, { delay: 60 });
  const press = async (word: string, key: string) => {
    await wordOf(page, word).focus();
    await page.keyboard.press(key);
  };
  const isFocused = (word: string) =>
    waitFor(`the focus on ${word}`, async () => (await focusedOf(page)) === word, 5_000).catch(async () =>
      assert.equal(await focusedOf(page), word),
    );

  it('accept the typed number, and show the allowed range for an invalid one', async () => {
    await open();
    for (const [word, text] of Object.entries({
      'How many groups': 'the first 2',
      'Grouped by, how many': 'the 2 largest',
    })) {
      await page.getByRole('button', { name: new RegExp(`^${word}: `) }).focus();
      await type('2');
      await page.keyboard.press('Enter');
      await isFocused(`${word}: ${text}`);
    }
    await page.keyboard.press('Enter');
    await type('1.5');
    await page.getByRole('status').filter({ hasText: 'Type a whole number from 1 to 1,000' }).waitFor();
    await waitFor('no option', async () => (await page.getByRole('listbox').getByRole('option').count()) === 0);
    await page.keyboard.press('Enter');
    assert.equal(await focusedOf(page), 'Grouped by, how many: type to search');
    await page.keyboard.press('Escape');
    await isFocused('Grouped by, how many: the 2 largest');
  });

  it('show that their values are loading', async () => {
    const { promise: isSeen, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/query\?.*%22value%22/, async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.goto('/reports');
    await open({ filter: { and: [{ field: 'project', op: 'in', value: [] }] } });
    await wordOf(page, 'Value of Project: choose').focus();
    await type('help');
    await page.getByRole('status').filter({ hasText: 'Loading …' }).waitFor();
    assert.equal(await page.getByText('No matches').count(), 0);
    release();
    await page.getByRole('option', { name: 'Help pages' }).waitFor();
    assert.equal(await page.getByText('Loading …').count(), 0);
    await page.keyboard.press('Enter');
    await wordOf(page, 'Value of Project: Help pages').waitFor();
    await page.unroute(/\/api\/query\?.*%22value%22/);
  });

  it('show that their values could not be read, instead of an empty list', async () => {
    const values = /\/api\/query\?.*%22value%22/;
    await page.route(values, (route) =>
      route.fulfill({ status: 422, json: { code: 'too_slow', detail: 'Too slow.' } }),
    );
    await page.goto('/reports');
    await open({ filter: { and: [{ field: 'project', op: 'in', value: [] }] } });
    await wordOf(page, 'Value of Project: choose').focus();
    await type('help');
    await page.getByRole('status').filter({ hasText: "Couldn't load the values" }).waitFor();
    await page.unroute(values);
  });

  it('keep their ticks while a key is held, and remove the last one on a new press', async () => {
    await open({ filter: { and: [{ field: 'title', op: 'in', value: ['Alpha', 'Beta'] }] } });
    await wordOf(page, 'Value of Title: Alpha, Beta').focus();
    await page.keyboard.press('Enter');
    await type('al');
    // Pressed repeatedly without a release, like keyboard auto-repeat.
    for (let times = 0; times < 6; times += 1) await page.keyboard.down('Backspace');
    await page.keyboard.up('Backspace');
    assert.equal(await wordOf(page, 'Value of Title: Alpha, Beta').count(), 1);
    await page.keyboard.press('Backspace');
    await wordOf(page, 'Value of Title: Alpha').waitFor();
  });

  it('find a time zone by its name with spaces', async () => {
    await open();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await wordOf(page, "Time zone: the workspace's time zone").focus();
    await type('new york');
    await page.keyboard.press('Enter');
    await isFocused('Time zone: America/New_York');
    await press('Remove the time zone', 'Enter');
    await isFocused("Time zone: the workspace's time zone");
  });

  it('move the focus to the next one when a condition is removed', async () => {
    const title = { field: 'title', op: 'contains' as const, value: 'a' };
    const estimate = { field: 'estimate', op: 'gte' as const, value: 1 };
    await open({ filter: { and: [title, estimate, { field: 'status', op: 'in', value: ['open'] }] } });
    // A held key removes one condition, not all of them.
    await wordOf(page, 'Condition field: Title').focus();
    await page.keyboard.down('Backspace');
    await isFocused('Condition field: Estimate in hours');
    await page.keyboard.down('Backspace');
    await page.keyboard.up('Backspace');
    await isFocused('Condition field: Estimate in hours');
    await press('Remove the condition Estimate in hours', 'Enter');
    await isFocused('Condition field: Status');
    await page.keyboard.press('Delete');
    await isFocused('Add a condition: Add a condition');
    await page.keyboard.press('Control+z');
    await wordOf(page, 'Condition field: Status').waitFor();
    await isFocused('Add a condition: Add a condition');
  });

  it('move the focus when a group or order is removed or the last order is added', async () => {
    await open({ groupBy: [{ field: 'status' }, { field: 'priority' }], sort: [{ by: 'status', dir: 'asc' }] });
    await press('Remove sorting by Status', 'Enter');
    await isFocused('Add sorting: the default order');
    await press('Remove Then by: Priority', 'Enter');
    await isFocused('Then by: nothing more');
    for (const [words, order] of [
      ['Add sorting: the default order', undefined],
      ['Add sorting: Then by', 'Then sorted by: Number of Tickets'],
    ] as const) {
      await press(words, 'Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await isFocused(order ?? 'Add sorting: Then by');
    }
    await press('Remove Grouped by: Status', 'Enter');
    await isFocused('Grouped by: nothing');
  });
});
