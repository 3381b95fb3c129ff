import assert from 'node:assert/strict';
import type { QuestionCondition, Report } from '@tallyhook/schemas';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './product.ts';
import {
  byStatus,
  focusedOf,
  pick,
  withReportScene,
  wordOf,
  type ReportScene,
  type SavedReport,
} from './report-scene.ts';

type Value = QuestionCondition['value'];

const noDay = 'Enter a complete, valid date';

describe('the value of a condition', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  const open = async (condition: QuestionCondition) => {
    const report: Report = {
      ...{ type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] },
      filter: { and: [condition] },
    };
    await page.goto(`/reports/new?q=${encodeURIComponent(JSON.stringify(report))}`);
    await page.getByText(/^Counted at/).waitFor();
  };
  /** The value sent with the question; undefined if the condition is not sent. */
  const asked = (): Value => {
    const report = JSON.parse(new URL(page.url()).searchParams.get('q') ?? '{}') as Report;
    const filter = report.filter as { and: QuestionCondition[] } | undefined;
    return filter?.and[0]?.value;
  };
  const isAsked = async (value: Value) =>
    waitFor(`the question with ${JSON.stringify(value)}`, () => JSON.stringify(asked()) === JSON.stringify(value));
  /** Types at human speed, so that each key takes effect before the next. */
  const type = (text: string) => page.keyboard.type(text, { delay: 60 });
  const typeOver = async (text: string) => {
    await page.keyboard.press('Control+a');
    await type(text);
  };

  /** The error message of a field; empty if there is none. */
  const errorAt = async (field: Locator) => {
    if ((await field.getAttribute('aria-invalid')) !== 'true') return '';
    const ids = (await field.getAttribute('aria-describedby')) ?? '';
    return page.locator(`[id="${ids.split(' ')[0]}"]`).innerText();
  };
  const notAsked = async () => {
    await page.getByText('Ignored until it has a value.').waitFor();
    await isAsked(undefined);
  };

  it('is the typed number, and is explained if it is not a number', async () => {
    await open({ field: 'estimate', op: 'gte', value: 1 });
    const field = page.getByLabel('Value of Estimate in hours', { exact: true });
    await field.focus();
    await typeOver('10.05');
    assert.equal(await field.inputValue(), '10.05');
    await isAsked(10.05);
    await typeOver('1.234,5');
    await notAsked();
    const wrong = ['1.234,5', 'Use a decimal point: 1234.5'];
    assert.deepEqual([await field.inputValue(), await errorAt(field)], wrong);
    await page.keyboard.press('Tab');
    assert.deepEqual([await field.inputValue(), await errorAt(field)], wrong);
    await field.focus();
    await typeOver('1e3');
    await isAsked(1000);
    assert.deepEqual([await field.inputValue(), await errorAt(field)], ['1e3', '']);
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), '1000');
  });

  it('is the pasted number, unchanged, and steps up and down', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const pasteOver = async (text: string) => {
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+v');
    };
    await open({ field: 'estimate', op: 'gte', value: 1 });
    const field = page.getByLabel('Value of Estimate in hours', { exact: true });
    await field.focus();
    await pasteOver('-1.25E-2');
    await isAsked(-0.0125);
    await pasteOver('1e400');
    await notAsked();
    assert.equal(await field.inputValue(), '1e400');
    await pasteOver('10.05');
    await page.keyboard.press('ArrowUp');
    await isAsked(11.05);
    await page.keyboard.press('ArrowDown');
    await isAsked(10.05);
  });

  it('can be edited character by character in a range of numbers and a condition on groups', async () => {
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

  it('is a day that stays in its field while being typed, and counts once complete', async () => {
    await open({ field: 'closedAt', op: 'gte', value: '2026-03-31' });
    const questions: string[] = [];
    page.on('request', (request) => questions.push(decodeURIComponent(request.url())));
    const field = page.getByLabel('Value of Closed at, day', { exact: true });
    await field.focus();
    await type('0');
    await notAsked();
    assert.equal(await focusedOf(page), 'Value of Closed at, day');
    await type('204');
    await page.keyboard.type('2025', { delay: 700 });
    await isAsked('2025-02-04');
    assert.deepEqual([await focusedOf(page), await errorAt(field)], ['Value of Closed at, day', '']);
    assert.deepEqual(
      questions.filter((url) => url.includes('"0')),
      [],
    );

    await page.keyboard.press('Backspace');
    await notAsked();
    assert.equal(await focusedOf(page), 'Value of Closed at, day');
    await field.blur();
    assert.equal(await errorAt(field), noDay);
    await field.fill('2026-05-01');
    await isAsked('2026-05-01');
  });

  for (const [keys, op, value, label] of [
    ['02312026', 'gte', '2026-06-15', 'Value of Closed at, day'],
    ['09312026', 'between', ['2026-02-01', '2026-06-15'], 'Closed at, to, day'],
    ['09312026', 'within', '2026-02-01..2026-06-15', 'Range of Closed at, last day'],
  ] as const)
    it(`is never a day that was not typed while a nonexistent one is entered: ${keys}, ${op}`, async () => {
      const condition = { field: 'closedAt', op, value: value as Value };
      const { id } = await scene.make(`${op} ${keys}`, { ...byStatus, filter: { and: [condition] } });
      await page.goto(`/reports/${id}`);
      await page.getByText(/^Counted at/).waitFor();
      const field = page.getByLabel(label, { exact: true });
      await field.focus();
      await type(keys);
      await notAsked();
      assert.deepEqual([await focusedOf(page), await errorAt(field)], [label, noDay]);
      await page.keyboard.press('Control+s');
      await waitFor('the report to be saved without the condition', async () => {
        const { definition } = await scene.get<SavedReport>(`/api/reports/${id}`);
        return definition.filter === undefined;
      });
      assert.deepEqual([await focusedOf(page), await errorAt(field)], [label, noDay]);
      await field.blur();
      await field.fill('2026-09-30');
      await isAsked(JSON.parse(JSON.stringify(value).replace('2026-06-15', '2026-09-30')) as Value);
      assert.equal(await errorAt(field), '');
    });

  it('is an open range if its first day is empty, and no range while half typed', async () => {
    await open({ field: 'closedAt', op: 'within', value: '2026-02-01..2026-06-15' });
    const field = page.getByLabel('Range of Closed at, first day', { exact: true });
    await field.fill('');
    await isAsked('..2026-06-15');
    await field.focus();
    await type('1');
    await notAsked();
    assert.equal(await errorAt(field), noDay);
    await page.keyboard.press('Backspace');
    await isAsked('..2026-06-15');
    assert.equal(await errorAt(field), '');
  });

  it('is a number of days before today, and does not count while empty or invalid', async () => {
    await open({ field: 'closedAt', op: 'gte', value: '-30d' });
    const label = 'Value of Closed at, how many';
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    await typeOver('14');
    await isAsked('-14d');
    assert.equal(await field.inputValue(), '14');
    await page.keyboard.press('Backspace');
    await isAsked('-1d');
    await page.keyboard.press('Backspace');
    await notAsked();
    assert.deepEqual([await field.inputValue(), await focusedOf(page)], ['', label]);
    for (const typed of ['-5', '1.5', '9999999']) {
      await typeOver(typed);
      await notAsked();
      assert.deepEqual(
        [await field.inputValue(), await errorAt(field)],
        [typed, 'Type a whole number from 0 to 99,999'],
      );
    }
    await page.getByLabel('Value of Closed at, unit').selectOption('weeks');
    await notAsked();
    await field.focus();
    await typeOver('1e1');
    await isAsked('-10w');
    await page.keyboard.press('Tab');
    assert.equal(await field.inputValue(), '10');
    await pick(page, 'Value of Closed at: before today by', 'yesterday');
    await wordOf(page, 'Value of Closed at: yesterday').waitFor();
    assert.equal(await field.count(), 0);
  });
});
