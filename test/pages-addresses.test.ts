import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { byStatus, withReportScene, wordOf, type ReportScene } from './report-scene.ts';

const broken: [question: object, mistake: string][] = [
  [{ ...byStatus, filter: { foo: 1 } }, '#/filter: the key "field" is missing'],
  [{ ...byStatus, limit: 'x' }, '#/limit: expected a whole number, got "x"'],
];

const asked = (question: object) => `q=${encodeURIComponent(JSON.stringify(question))}`;

describe('an address that was written by hand', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
  });

  it('with what has not the shape of a question says where, and changes nothing of it', async () => {
    for (const [question, mistake] of broken) {
      const address = `/reports/new?${asked(question)}`;
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: 'Question not found' }).waitFor();
      await page.getByRole('alert').filter({ hasText: "The question in this link can't be read" }).waitFor();
      await page.getByText(mistake, { exact: true }).waitFor();
      assert.ok(page.url().endsWith(address), page.url());
    }
  });

  it('shows the saved report where its question has not the shape of one, and says where', async () => {
    const { id } = await scene.make('Asked by hand', byStatus);
    for (const [question, mistake] of broken) {
      await page.goto(`/reports/${id}?${asked(question)}&base=1`);
      const words = `The question in this link can't be read (${mistake}). This is the saved report instead.`;
      await page.getByText(words, { exact: true }).waitFor();
      await wordOf(page, 'Grouped by: Status').waitFor();
    }
  });

  it('with a period that there is not shows it as it stands, refused at its place', async () => {
    for (const [unit, at] of [
      ['month', '2026-13-45'],
      ['day', '+999999-01-01'],
    ]) {
      const filter = { and: [{ field: 'createdAt', op: 'within', value: { unit, at } }] };
      await page.goto(`/reports/new?${asked({ ...byStatus, filter })}`);
      await page.getByText("This question isn't valid").waitFor();
      await page.goto(`/records?type=ticket&filter=${encodeURIComponent(JSON.stringify(filter))}`);
      await page.getByRole('alert').filter({ hasText: "Couldn't load the records" }).waitFor();
    }
  });

  it('leads to a list of records that says why there is none, where its filter is none', async () => {
    await page.goto(`/records?type=ticket&filter=${encodeURIComponent('{"foo":1}')}`);
    await page.getByRole('alert').filter({ hasText: "Couldn't load the records" }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
    const mistakes = scene.browser.mistakes().splice(0);
    for (const mistake of mistakes) assert.match(mistake, /422/);
  });
});

describe('the records behind a figure of people', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/records?type=note', { fields: { title: 'Mine' } }, 201);
  });

  async function drill(question: object): Promise<void> {
    await page.goto(`/reports/new?${asked(question)}`);
    await page.locator('svg a[data-mark]').first().focus();
    await page.keyboard.press('Enter');
  }

  it('are said to be theirs by name, once', async () => {
    const members = await scene.get<{ name: string; email: string }[]>('/api/members');
    const { name } = members.find(({ email }) => email === scene.product.owner.email)!;
    const byPerson = { type: 'note', chart: 'bars', groupBy: [{ field: 'createdBy' }] };
    await drill(byPerson);
    await page.getByText(`Where Created by is one of ${name}.`, { exact: true }).waitFor();
    const { and } = JSON.parse(new URL(page.url()).searchParams.get('filter')!) as { and: object[] };
    await drill({ ...byPerson, filter: { and } });
    await page.getByText(`Where Created by is one of ${name}.`, { exact: true }).waitFor();
  });

  it('are those of me, whoever looks', async () => {
    const mine = { field: 'createdBy', op: 'in', value: ['$me'] };
    await drill({ type: 'note', chart: 'bars', groupBy: [{ field: 'title' }], filter: { and: [mine] } });
    await page.getByText(/^Where Created by is one of me \(the current user\) and Title is Mine\.$/).waitFor();
  });
});
