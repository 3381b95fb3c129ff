import assert from 'node:assert/strict';
import type { Report } from '@tallyhook/schemas';
import type { Page, Request } from 'playwright-core';
import { waitFor } from './product.ts';
import {
  focusedOf,
  openReport,
  saveButton,
  withReportScene,
  type ReportScene,
  type SavedReport,
} from './report-scene.ts';

const withTitle = (value: string): Report => ({
  ...{ type: 'note', chart: 'bars', groupBy: [{ field: 'title' }] },
  filter: { and: [{ field: 'title', op: 'contains', value }] },
});

describe('saving a report', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  /** The save requests so far. */
  let saves: { revision: number; name?: string }[] = [];

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
    page.on('request', (request: Request) => {
      if (request.method() === 'PATCH') saves.push(request.postDataJSON() as { revision: number });
    });
  });
  beforeEach(() => {
    saves = [];
  });

  const title = () => page.getByLabel('Value of Title', { exact: true });
  const conflict = () => page.getByText('Somebody saved this report while you were editing it');
  const more = (name: string) => page.getByRole('button', { name: `More actions for ${name}` });
  const read = (id: string) => scene.get<SavedReport>(`/api/reports/${id}`);
  const isGone = () => saveButton(page).waitFor({ state: 'detached' });

  /** Opens a report whose title contains an "a", with the focus at the end of that. */
  const open = async (name: string): Promise<string> => {
    const { id } = await scene.make(name, withTitle('a'));
    await openReport(page, `/reports/${id}`);
    await title().focus();
    await page.keyboard.press('End');
    return id;
  };
  /** Types, and waits until the address has the text too. */
  const type = async (text: string, all: string) => {
    await page.keyboard.type(text);
    await waitFor('it in the address', () => page.url().includes(encodeURIComponent(JSON.stringify(all))));
  };
  /** Holds back saves from now on; returns a function that releases them. */
  const holdSaves = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/api\/reports\//, async (route) => {
      if (route.request().method() === 'PATCH') await promise;
      await route.continue();
    });
    return resolve;
  };
  const rename = async (name: string, last: 'Enter' | 'Escape') => {
    await more(name).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(`${name} again`);
    await page.keyboard.press(last);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('under another name goes on from it, also after a reload, and leaves the focus where it began', async () => {
    const id = await open('Renamed');
    await type('b', 'ab');
    await rename('Renamed', 'Escape');
    assert.equal(await focusedOf(page), 'More actions for Renamed');
    await rename('Renamed', 'Enter');
    await waitFor('the focus', async () => (await focusedOf(page)) === 'More actions for Renamed again');
    await waitFor('its revision in the address', () => new URL(page.url()).searchParams.get('base') === '2');
    await page.reload();
    await saveButton(page).focus();
    await page.keyboard.press('Enter');
    await isGone();
    assert.equal((await read(id)).revision, 3);
    await waitFor('the focus', async () => (await focusedOf(page)) === 'More actions for Renamed again');
  });

  it('again while it is being saved saves what was typed meanwhile, once the first has ended', async () => {
    const id = await open('Once more');
    await type('b', 'ab');
    const release = await holdSaves();
    await page.keyboard.press('Control+s');
    await type('c', 'abc');
    await page.keyboard.press('Control+s');
    assert.equal(saves.length, 1);
    release();
    await isGone();
    assert.deepEqual([saves.map(({ revision }) => revision), await conflict().count()], [[1, 2], 0]);
    assert.deepEqual((await read(id)).definition.filter, withTitle('abc').filter);
    assert.equal(await focusedOf(page), 'Value of Title');
  });

  it('is not done, nor a change taken back, by keys within a dialog', async () => {
    const id = await open('Behind');
    await type('b', 'ab');
    await page.getByRole('button', { name: 'Save as new' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'All reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual([await title().inputValue(), saves], ['ab', []]);
    await page.keyboard.press('Control+s');
    await isGone();
    assert.equal((await read(id)).revision, 2);
  });
});
