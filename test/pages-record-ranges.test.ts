import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { checkAccessible, takePicture } from './page-browser.ts';
import { recordRows, withReportScene, type ReportScene } from './report-scene.ts';
import { waitFor } from './product.ts';

interface Row {
  id: string;
  revision: number;
  fields: Record<string, unknown>;
}

describe('many records of a type', function () {
  this.timeout(240_000);
  let scene: ReportScene;
  let page: Page;
  const branch = 'ranges';
  const query = `branch=${branch}`;
  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  beforeEach(async () => {
    for (const some of inThousands(await stored())) await batch(some.map(({ id }) => ({ do: 'delete', id })));
  });

  const batch = (changes: object[]) =>
    scene.send<{ records: Row[] }>('POST', `/api/records/batch?type=note&${query}`, { changes });
  async function stored(): Promise<Row[]> {
    const found: Row[] = [];
    for (;;) {
      const body = { filter: { and: [] }, sort: [{ field: 'title' }], offset: found.length };
      const path = `/api/records/search?type=note&${query}&limit=1000`;
      const { records } = await scene.send<{ records: Row[] }>('POST', path, body);
      found.push(...records);
      if (records.length < 1000) return found;
    }
  }
  const titlesStored = async () => (await stored()).map(({ fields }) => fields.title);
  const make = async (count: number) => {
    for (const some of inThousands(numbered('Note', count)))
      await batch(some.map((title) => ({ do: 'create', fields: { title } })));
  };
  const cell = (line: number, column = 0, on = page): Locator =>
    on.locator(`[data-line="${line}"][data-column="${column}"]`);
  async function open(): Promise<void> {
    await page.goto(`/records/note?${query}&sort=title&only=1&fields=title,body`);
    await page.getByRole('grid', { name: 'Notes', exact: true }).waitFor();
  }
  async function paste(text: string): Promise<void> {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  }
  const everyTitle = (wanted: (title: unknown) => boolean, count: number) =>
    waitFor(`${count} such titles`, async () => (await titlesStored()).filter(wanted).length === count);

  it('take a paste in all its rows, those that were not scrolled to as well, with one step to undo', async () => {
    await make(1_200);
    await open();
    await cell(0).click();
    await paste(numbered('Pasted', 1_100).join('\n'));
    await page.getByText('1,100 cells pasted', { exact: true }).waitFor();
    await everyTitle((title) => String(title).startsWith('Pasted'), 1_100);
    assert.equal((await stored()).length, 1_200);
    await page.keyboard.press('Control+z');
    await everyTitle((title) => String(title).startsWith('Note'), 1_200);
  });

  it('are filled, copied and deleted as a whole', async () => {
    await make(1_200);
    await open();
    await cell(0).click();
    await page.keyboard.press('Control+Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await page.getByText('1,200 records copied.', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.deepEqual(copied.split('\n'), numbered('Note', 1_200));
    await open();
    await cell(0).click();
    await page.keyboard.press('Control+Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await everyTitle((title) => title === 'Note 00000', 1_200);
    await open();
    await cell(0).click();
    await page.keyboard.press('Control+Shift+ArrowDown');
    await page.getByRole('button', { name: 'Delete 1,200 records' }).click();
    await page.getByText('1,200 notes deleted', { exact: true }).waitFor();
    assert.deepEqual(await stored(), []);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await everyTitle(() => true, 1_200);
  });

  it('are added by lines beyond the last row, after a question, and taken back with one step', async () => {
    await make(3);
    await open();
    await cell(1).click();
    await paste(numbered('Pasted', 9).join('\n'));
    const question = page.getByRole('dialog', { name: 'Paste 9 lines?' });
    await question.getByText('Changes 2 records and adds 7 records.').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'records-paste');
    await question.getByRole('button', { name: 'Paste' }).click();
    await waitFor('ten records', async () => (await stored()).length === 10);
    assert.deepEqual(await titlesStored(), ['Note 00000', ...numbered('Pasted', 9)]);
    await page.getByText('9 cells pasted, 7 records added', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await waitFor('all to be as before', async () => (await titlesStored()).join() === numbered('Note', 3).join());
  });

  it('come into an empty grid by a paste', async () => {
    await open();
    await page.getByText('Paste rows from a spreadsheet into the grid').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'records-empty');
    await page.getByRole('grid', { name: 'Notes', exact: true }).focus();
    await paste('One\tFirst\nTwo\tSecond\textra');
    const question = page.getByRole('dialog', { name: 'Paste 2 lines?' });
    await question.getByText('Adds 2 records.').waitFor();
    await question.getByRole('button', { name: 'Paste' }).click();
    await waitFor('both', async () => (await titlesStored()).join() === 'One,Two');
    await recordRows(page).first().waitFor();
    const toast = page.getByRole('region', { name: 'Undo' });
    await toast.getByText(/^4 cells pasted, 2 records added, 1 cell left out/).waitFor();
  });
});

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${String(at).padStart(5, '0')}`);

function* inThousands<One>(all: readonly One[]): Generator<One[]> {
  for (let at = 0; at < all.length; at += 1_000) yield all.slice(at, at + 1_000);
}
