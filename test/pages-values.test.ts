import assert from 'node:assert/strict';
import type { QuestionCondition, Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { waitFor } from './product.ts';
import { focusedOf, pick, startReportScene, wordOf, type ReportScene } from './report-scene.ts';

type Value = QuestionCondition['value'];

describe('the value of a condition', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  before(async () => {
    scene = await startReportScene();
    ({ page } = scene);
  });
  after(() => scene?.end());

  afterEach('no page broke a policy, asked another service or had an error', () => {
    assert.deepEqual(scene.browser.mistakes(), []);
  });

  const open = async (condition: QuestionCondition) => {
    const report: Report = {
      ...{ type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] },
      filter: { and: [condition] },
    };
    await page.goto(`/reports/new?q=${encodeURIComponent(JSON.stringify(report))}`);
    await page.getByText(/^Counted at/).waitFor();
  };
  /** The value that is asked with; undefined where the condition is not. */
  const asked = (): Value => {
    const report = JSON.parse(new URL(page.url()).searchParams.get('q') ?? '{}') as Report;
    const { and } = report.filter as { and: QuestionCondition[] };
    return and?.[0]?.value;
  };
  const isAsked = async (value: Value) =>
    waitFor(`the question with ${JSON.stringify(value)}`, () => JSON.stringify(asked()) === JSON.stringify(value));
  /** Types as people do: what a key does is there before the next one. */
  const type = (text: string) => page.keyboard.type(text, { delay: 60 });
  const typeOver = async (text: string) => {
    await page.keyboard.press('Control+a');
    await type(text);
  };

  for (const [typed, value, shown] of [
    ['0.5', 0.5],
    ['12.25', 12.25],
    ['10.05', 10.05],
    ['-2.5', -2.5],
    ['-3', -3],
    ['0.00000001', 0.00000001],
    ['1000000000000000', 1e15],
    ['1,500.25', 1500.25, '1500.25'],
  ] as const)
    it(`is the number that was typed: ${typed}`, async () => {
      await open({ field: 'estimate', op: 'gte', value: 1 });
      const field = page.getByLabel('Value of Estimate in hours', { exact: true });
      await field.focus();
      await typeOver(typed);
      assert.equal(await field.inputValue(), shown ?? typed);
      await isAsked(value);
      await page.keyboard.press('Tab');
      assert.equal(Number(await field.inputValue()), value);
    });

  it('is the number that was pasted with an exponent; one that does not fit leaves the field as it was', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const pasteOver = async (text: string) => {
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+v');
    };
    await open({ field: 'estimate', op: 'gte', value: 1 });
    await page.getByLabel('Value of Estimate in hours', { exact: true }).focus();
    await pasteOver('1e3');
    await isAsked(1000);
    await pasteOver('-1.25E-2');
    await isAsked(-0.0125);
    await open({ field: 'closedAt', op: 'gte', value: '-30d' });
    const days = page.getByLabel('Value of Closed at, how many', { exact: true });
    await days.focus();
    await pasteOver('-1e1');
    assert.equal(await days.inputValue(), '30');
    await pasteOver('1e1');
    await isAsked('-10d');
  });

  it('is changed sign by sign in a span of numbers, and of groups too', async () => {
    await open({ field: 'estimate', op: 'between', value: [0.1, 0.55] });
    await page.getByLabel('Estimate in hours, to').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await isAsked([0.1, 0.5]);
    await type('75');
    await isAsked([0.1, 0.575]);
    await pick(page, 'Add a condition on the groups: all of them', 'whose Number of Tickets is at least');
    const having = 'Value of Number of Tickets';
    await waitFor('the focus to be on the value', async () => (await focusedOf(page)) === having);
    await type('0.5');
    assert.equal(await page.getByLabel(having, { exact: true }).inputValue(), '0.5');
  });

  it('is no number while there is none, which is said, and what stands there is gone with the focus', async () => {
    await open({ field: 'estimate', op: 'gte', value: 1 });
    const field = page.getByLabel('Value of Estimate in hours', { exact: true });
    await field.focus();
    await typeOver('-');
    assert.equal(await field.inputValue(), '-');
    await page.getByText('Does not count yet: it has no value.').waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), '');
  });

  it('is a day that stays in its field while one types, and counts once it is whole', async () => {
    await open({ field: 'closedAt', op: 'gte', value: '2026-03-31' });
    const field = page.getByLabel('Value of Closed at, day', { exact: true });
    await field.focus();
    await type('0');
    assert.deepEqual([await focusedOf(page), asked()], ['Value of Closed at, day', '2026-03-31']);
    await type('2042025');
    await isAsked('2025-02-04');
    assert.equal(await focusedOf(page), 'Value of Closed at, day');

    await page.keyboard.press('Backspace');
    assert.deepEqual([await focusedOf(page), asked()], ['Value of Closed at, day', '2025-02-04']);
    await field.blur();
    await page.getByText('Does not count yet: it has no value.').waitFor();
    await field.fill('2026-05-01');
    await isAsked('2026-05-01');
  });

  it('is a number of days before today that may begin with 1', async () => {
    await open({ field: 'closedAt', op: 'gte', value: '-30d' });
    const field = page.getByLabel('Value of Closed at, how many', { exact: true });
    await field.focus();
    await typeOver('14');
    await isAsked('-14d');
    assert.equal(await field.inputValue(), '14');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    assert.deepEqual([await field.inputValue(), await focusedOf(page)], ['', 'Value of Closed at, how many']);
    await isAsked('-1d');
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), '1');
    await pick(page, 'Value of Closed at: before today by', 'yesterday');
    await wordOf(page, 'Value of Closed at: yesterday').waitFor();
    assert.equal(await field.count(), 0);
  });
});
