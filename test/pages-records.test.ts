import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  checkTargetSizes,
  looksOrOnly,
  signIn,
  takePicture,
  wideLight,
} from './page-browser.ts';
import { marksOf, openReport, recordRows, withReportScene, type ReportScene } from './report-scene.ts';
import { waitFor } from './product.ts';

interface Row {
  id: string;
  revision: number;
  updatedBy: string;
  fields: Record<string, unknown>;
}

describe('the records of a type', function () {
  this.timeout(240_000);
  let scene: ReportScene;
  let page: Page;
  // Records of other types stay on the shared product, so they are on a branch of their own.
  const branch = 'sheet';
  const query = `branch=${branch}`;
  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
  });
  beforeEach(async () => {
    const { records } = await scene.get<{ records: Row[] }>(`/api/records?type=note&${query}&limit=1000`);
    if (records.length > 0) await batch(records.map(({ id }) => ({ do: 'delete', id })));
    await batch(['Delta', 'Alpha', 'Charlie', 'Bravo'].map((title) => ({ do: 'create', fields: { title } })));
  });

  const batch = (changes: object[]) =>
    scene.send<{ records: Row[] }>('POST', `/api/records/batch?type=note&${query}`, { changes });
  const stored = async () => {
    const body = { filter: { and: [] }, sort: [{ field: 'title' }] };
    return (await scene.send<{ records: Row[] }>('POST', `/api/records/search?type=note&${query}`, body)).records;
  };
  const titlesStored = async () => (await stored()).map(({ fields }) => fields.title);
  const cell = (line: number, column = 0, on = page): Locator =>
    on.locator(`[data-line="${line}"][data-column="${column}"]`);
  const titles = async (on = page) => recordRows(on).locator('[data-column="0"]').allTextContents();
  const shows = (wanted: string, on = page) =>
    waitFor(`the titles ${wanted}`, async () => (await titles(on)).join() === wanted);
  async function open(search = 'sort=title', on = page): Promise<void> {
    await on.goto(`/records/note?${query}&${search}`);
    await recordRows(on).first().waitFor();
  }
  const grid = () => page.getByRole('grid', { name: 'Notes', exact: true });
  const focusIsOnGrid = () =>
    waitFor('the focus on the grid', () => grid().evaluate((element) => element === document.activeElement));
  async function goAwayAndBack(): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    await page.goBack();
  }
  async function type(text: string): Promise<void> {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }

  it('are edited with the keyboard as a sheet, saved at once, and undone', async () => {
    await open();
    await shows('Alpha,Bravo,Charlie,Delta');
    await cell(0).click();
    await page.keyboard.press('ArrowDown');
    await type('Beta');
    await shows('Alpha,Beta,Charlie,Delta');
    await waitFor('the edit to be saved', async () => (await titlesStored()).join() === 'Alpha,Beta,Charlie,Delta');
    await focusIsOnGrid();
    await page.keyboard.press('F2');
    await page.keyboard.type('not this');
    await page.keyboard.press('Escape');
    await shows('Alpha,Beta,Charlie,Delta');
    await page.keyboard.press('Control+z');
    await shows('Alpha,Bravo,Charlie,Delta');
    await page.keyboard.press('Control+Shift+z');
    await shows('Alpha,Beta,Charlie,Delta');
    await waitFor('it to be saved again', async () => (await titlesStored()).includes('Beta'));
    const active = await grid().getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`[id="${active}"]`).textContent(), 'Charlie');
    assert.equal(await grid().getAttribute('aria-rowcount'), '5');
  });

  it('are added in the first row, and deleted with Undo', async () => {
    await open();
    await page.getByRole('button', { name: 'New note' }).click();
    await type('Echo');
    await waitFor('it to be created', async () => (await titlesStored()).includes('Echo'));
    await shows('Echo,Alpha,Bravo,Charlie,Delta');
    await page.getByText('5 records', { exact: true }).waitFor();
    await cell(1).click();
    await cell(2).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Delete 2 records' }).click();
    await shows('Echo,Charlie,Delta');
    await waitFor('them to be deleted', async () => (await titlesStored()).join() === 'Charlie,Delta,Echo');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await shows('Echo,Alpha,Bravo,Charlie,Delta');
    await waitFor('them to be back', async () => (await titlesStored()).length === 5);
  });

  it('are copied and pasted as ranges, with one step to undo', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open();
    await cell(0).click();
    await cell(1).click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+c');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'Alpha\nBravo');
    await cell(2).click();
    await page.keyboard.press('Control+v');
    await shows('Alpha,Bravo,Alpha,Bravo');
    await page.getByText('2 cells pasted', { exact: true }).waitFor();
    await waitFor('them to be saved', async () => (await titlesStored()).join() === 'Alpha,Alpha,Bravo,Bravo');
    await focusIsOnGrid();
    await page.keyboard.press('Control+z');
    await shows('Alpha,Bravo,Charlie,Delta');
    await cell(0).click();
    await cell(3).click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+d');
    await shows('Alpha,Alpha,Alpha,Alpha');
    await page.keyboard.press('Control+z');
    await waitFor('all to be as before', async () => (await titlesStored()).join() === 'Alpha,Bravo,Charlie,Delta');
  });

  it('keep a refused value in its cell with the reason', async () => {
    await open();
    await cell(0).click();
    await page.keyboard.press('Delete');
    const reason = page.getByRole('alert').filter({ hasText: 'Not saved. Title ("title") is required' });
    await reason.waitFor();
    await checkAccessible(page);
    await takePicture(page, 'records-refused');
    await reason.getByRole('button', { name: 'Take back' }).click();
    await shows('Alpha,Bravo,Charlie,Delta');
  });

  it('ask if two people changed the same field, and merge edits of different fields', async () => {
    await open();
    await page.route('**/api/record-news*', (route) => route.abort());
    const [alpha, bravo] = await stored();
    const patch = ({ id, revision }: Row, fields: object) =>
      scene.send('PATCH', `/api/records/${id}?type=note&${query}`, { revision, fields });
    await patch(alpha!, { body: 'theirs' });
    await patch(bravo!, { title: 'Theirs' });
    await cell(0).click();
    await type('Mine');
    await waitFor('both edits of different fields', async () => {
      const mine = (await stored()).find(({ id }) => id === alpha!.id)!;
      return mine.fields.title === 'Mine' && mine.fields.body === 'theirs';
    });
    await cell(1).click();
    await type('Mine too');
    await page.getByText('1 record that somebody else changed too').waitFor();
    await cell(1).click();
    const question = page.getByRole('alert').filter({ hasText: 'you typed Mine too' });
    await question.getByText('Theirs', { exact: true }).waitFor();
    await checkAccessible(page);
    await question.getByRole('button', { name: 'Keep Mine too' }).click();
    await waitFor('the choice to be saved', async () => (await titlesStored()).includes('Mine too'));
  });

  it('keep edits while there is no connection, even over a reload', async () => {
    await open();
    await page.route('**/api/records/batch*', (route) => route.abort());
    await cell(0).click();
    await type('Later');
    await page.getByText('No connection. 1 record will be saved when it is back.').waitFor();
    assert.equal((await titles())[0], 'Later');
    await page.reload();
    await waitFor('the edit to be there', async () => (await titles())[0] === 'Later');
    await page.unroute('**/api/records/batch*');
    await waitFor('it to be saved', async () => (await titlesStored()).includes('Later'));
  });

  it('say which required field a new record needs, and keep it until it has it', async () => {
    await open('sort=title&only=1&fields=title,body');
    await page.getByRole('button', { name: 'New note' }).click();
    await page.keyboard.press('Escape');
    await cell(0, 1).dblclick();
    await page.keyboard.type('Only a body');
    await page.keyboard.press('Control+Enter');
    const hint = page.getByText('1 new record not saved: Title is needed', { exact: true });
    await hint.waitFor();
    await cell(0).getByText('Title is needed', { exact: true }).waitFor();
    assert.equal(await page.getByText('Saving …').count(), 0);
    await checkAccessible(page);
    await takePicture(page, 'records-needed');
    for (const comeBack of [() => page.reload(), () => goAwayAndBack()]) {
      await comeBack();
      await hint.waitFor();
      await cell(0, 1).getByText('Only a body').waitFor();
      await cell(4).getByText('Delta').waitFor();
    }
    await cell(0).click();
    await type('Echo');
    await waitFor('it to be created', async () => (await titlesStored()).includes('Echo'));
    assert.equal((await stored()).find(({ fields }) => fields.title === 'Echo')!.fields.body, 'Only a body');
  });

  it('keep what was typed into a record that somebody else deletes, even over a reload', async () => {
    await open();
    const [alpha, bravo] = await stored();
    await page.route('**/api/record-news*', (route) => route.abort());
    await batch([alpha!, bravo!].map(({ id }) => ({ do: 'delete', id })));
    for (const [line, text] of ['Mine', 'Mine too'].entries()) {
      await cell(line).click();
      await type(text);
    }
    await page.getByText('2 deleted records with values that are not saved', { exact: true }).waitFor();
    assert.equal(await page.getByText('Saving …').count(), 0);
    // After the reload, the list is read again.
    await page.unroute('**/api/record-news*');
    await page.reload();
    await page.getByText('2 deleted records with values that are not saved', { exact: true }).waitFor();
    await page.locator('[role="gridcell"]', { hasText: /^Mine$/ }).click();
    const note = page.getByRole('alert').filter({ hasText: 'Somebody deleted Mine' });
    await note.waitFor();
    await checkAccessible(page);
    await takePicture(page, 'records-gone');
    await note.getByRole('button', { name: 'Restore with my value' }).click();
    await waitFor('it to be restored', async () => (await titlesStored()).join() === 'Charlie,Delta,Mine');
    await page.locator('[role="gridcell"]', { hasText: /^Mine too$/ }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText(/with values that are not saved/).waitFor({ state: 'detached' });
    assert.deepEqual(await titlesStored(), ['Charlie', 'Delta', 'Mine']);
  });

  it('ask before an undo that would overwrite what somebody else saved since', async () => {
    await open();
    await cell(0).click();
    await type('Beta');
    await waitFor('the edit to be saved', async () => (await titlesStored()).includes('Beta'));
    const beta = (await stored()).find(({ fields }) => fields.title === 'Beta')!;
    const change = { revision: beta.revision, fields: { title: 'Theirs' } };
    await scene.send('PATCH', `/api/records/${beta.id}?type=note&${query}`, change);
    await shows('Theirs,Bravo,Charlie,Delta');
    await page.keyboard.press('Control+z');
    await page.getByText('1 record that somebody else changed too').waitFor();
    await cell(0).click();
    const question = page.getByRole('alert').filter({ hasText: 'somebody else changed Beta to Theirs' });
    await question.getByRole('button', { name: 'Keep Alpha' }).waitFor();
    assert.ok((await titlesStored()).includes('Theirs'));
    await question.getByRole('button', { name: 'Take Theirs' }).click();
    await shows('Theirs,Bravo,Charlie,Delta');
    await page.keyboard.press('Control+Shift+z');
    await page.getByRole('button', { name: 'Keep Beta' }).waitFor();
    assert.ok((await titlesStored()).includes('Theirs'));
    await page.getByRole('button', { name: 'Take Theirs' }).click();
    await shows('Theirs,Bravo,Charlie,Delta');
  });

  it('belong to who edited them: unsaved edits wait for that person, and signing out warns', async () => {
    const path = `/records/note?${query}&sort=title`;
    const other = await scene.arrive(path, 'member');
    await shows('Alpha,Bravo,Charlie,Delta', other);
    await other.route('**/api/records/batch*', (route) => route.abort());
    await cell(0, 0, other).click();
    await other.keyboard.type('By Mia');
    await other.keyboard.press('Enter');
    await other.getByText('No connection. 1 record will be saved when it is back.').waitFor();
    const signOut = async () => {
      await other.getByRole('button', { name: /account and theme$/ }).click();
      await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    };
    await signOut();
    await other.getByText('1 record has unsaved changes.').waitFor();
    await checkAccessible(other);
    await takePicture(other, 'records-sign-out');
    await other.getByRole('button', { name: 'Sign out anyway' }).click();
    await other.getByLabel('Email').waitFor();
    await other.unroute('**/api/records/batch*');
    const sent: string[] = [];
    other.on('request', (request) => void (request.url().includes('/records/batch') && sent.push(request.url())));
    const arriveAs = async (person: { email: string; password: string }) => {
      await signIn(other, person);
      await other.locator('#main h1').first().waitFor();
      await other.goto(path);
      await recordRows(other).first().waitFor();
    };
    await arriveAs(scene.product.owner);
    await shows('Alpha,Bravo,Charlie,Delta', other);
    assert.deepEqual(sent, []);
    await signOut();
    await other.getByLabel('Email').waitFor();
    await arriveAs({ email: 'member@example.com', password: 'a long password for writing' });
    await waitFor('the edit to be saved', async () => (await titlesStored()).includes('By Mia'));
    const session = await other.request.get('/api/session');
    const { person } = (await session.json()) as { person: { id: string } };
    const mine = (await stored()).find(({ fields }) => fields.title === 'By Mia')!;
    assert.equal(mine.updatedBy, person.id);
    await other.context().close();
  });

  it('show what others change at once, and new ones when asked', async () => {
    await open();
    const [alpha] = await stored();
    await batch([
      { do: 'update', id: alpha!.id, revision: alpha!.revision, fields: { title: 'Changed' } },
      { do: 'create', fields: { title: 'Aaron' } },
    ]);
    await shows('Changed,Bravo,Charlie,Delta');
    await page.getByRole('button', { name: '1 new, show' }).click();
    await shows('Aaron,Bravo,Changed,Charlie,Delta');
  });

  it('are filtered, sorted and grouped in the words of questions, all in the address, and saved as a view', async () => {
    await open('');
    await page.getByRole('button', { name: 'Add a condition: Add a condition' }).click();
    await page.getByRole('option', { name: 'Title', exact: true }).click();
    await page.getByLabel('Value of Title').fill('l');
    await page.getByText('3 records', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await shows('Alpha,Charlie,Delta');
    assert.equal(await page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'), 'ascending');
    await page.getByRole('button', { name: 'Grouped by: nothing' }).click();
    await page.getByRole('option', { name: 'Title', exact: true }).click();
    await page.getByRole('row', { name: 'Alpha 1', exact: true }).waitFor();
    const address = page.url();
    for (const part of ['filter=', 'sort=title', 'group=title']) assert.ok(address.includes(part), address);
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await page.getByLabel('Name').fill('With an L');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('tab', { name: 'With an L', selected: true }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: 'Alpha 1', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'All notes' }).click();
    await page.getByText('4 records', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'With an L' }).click();
    await page.getByRole('button', { name: 'More actions for With an L' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('tab', { name: 'With an L' }).waitFor({ state: 'detached' });
  });

  it('have columns that can be chosen and ordered', async () => {
    await open();
    const heads = async () => (await page.getByRole('columnheader').allTextContents()).slice(1);
    const before = await heads();
    await page.getByRole('button', { name: /^Columns \d/ }).click();
    await page.getByRole('checkbox', { name: 'Updated by' }).check();
    await page.getByRole('checkbox', { name: before[1]! }).uncheck();
    await checkAccessible(page);
    await page.getByRole('button', { name: 'Move Updated by earlier' }).click();
    await page.keyboard.press('Escape');
    const now = await heads();
    assert.ok(!now.includes(before[1]!) && now.at(-2) === 'Updated by', now.join());
    await page.reload();
    await waitFor('the same columns', async () => (await heads()).join() === now.join());
  });

  it('open in a panel with all fields, their history and what refers to them, at an address', async () => {
    await open();
    await cell(1).click();
    await page.keyboard.press('Shift+Space');
    const panel = page.getByRole('complementary', { name: 'Record Bravo' });
    await panel.getByRole('button', { name: 'Edit Title' }).click();
    await page.keyboard.press('Control+a');
    await type('Bravissimo');
    await waitFor('the edit to be saved', async () => (await titlesStored()).includes('Bravissimo'));
    const opened = page.getByRole('complementary', { name: 'Record Bravissimo' });
    await opened.getByRole('tab', { name: 'History' }).click();
    await opened.getByText('Title Bravo → Bravissimo').waitFor();
    await checkAccessible(page);
    await checkTargetSizes(page);
    await takePicture(page, 'records-panel');
    await opened.getByRole('button', { name: 'Put back the old value' }).click();
    await waitFor('the old value', async () => (await titlesStored()).includes('Bravo'));
    await page.reload();
    await recordRows(page).first().waitFor();
    await page.getByRole('complementary', { name: 'Record Bravo' }).getByRole('tab', { name: 'Refers to it' }).click();
    await page.getByText('No other type has a relation to notes.').waitFor();
    await page.getByRole('button', { name: 'Record after' }).click();
    await page.getByRole('complementary', { name: 'Record Charlie' }).waitFor();
    await page.keyboard.press('Escape');
    await focusIsOnGrid();
    assert.ok(!page.url().includes('record='), page.url());
  });

  it('are exported as shown, whole', async () => {
    await open(
      'sort=-title&filter=' + encodeURIComponent(JSON.stringify({ field: 'title', op: 'contains', value: 'l' })),
    );
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV, with names' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    assert.deepEqual(
      lines.map((line) => line.split(',')[0]),
      ['Title', 'Delta', 'Charlie', 'Alpha'],
    );
  });

  it('behind a bar of a report can be edited, and the report is counted again on return', async () => {
    const { id } = await scene.send<{ id: string }>(
      'POST',
      `/api/reports?${query}`,
      { name: 'By title', definition: { type: 'note', chart: 'bars', groupBy: [{ field: 'title' }] } },
      201,
    );
    await openReport(page, `/reports/${id}?${query}`);
    await page.locator('svg a[data-mark="Alpha: 1"]').click();
    await shows('Alpha');
    await cell(0).click();
    await type('Bravo');
    await waitFor('the edit to be saved', async () => !(await titlesStored()).includes('Alpha'));
    assert.deepEqual(await titles(), ['Bravo'], 'the row stays while the person is there');
    await page.getByRole('button', { name: 'Back to By title' }).click();
    await waitFor('the new count', async () => (await marksOf(page)).includes('Bravo: 2'));
  });

  it('hold files, stored from their cell and shown with a preview, for readers as well', async () => {
    const fields = [
      { name: 'title', label: 'Title', kind: 'text' },
      { name: 'pictures', label: 'Pictures', kind: 'file', many: true },
    ];
    const photo = { name: 'photo', label: 'Photo', plural: 'Photos', labelField: 'title', fields };
    await scene.send('POST', `/api/types?${query}`, photo, 201);
    await scene.send('POST', `/api/records?type=photo&${query}`, { fields: { title: 'Harbour' } }, 201);
    await page.goto(`/records/photo?${query}`);
    await cell(0).getByText('Harbour').waitFor();
    await cell(0, 1).dblclick();
    const editor = page.getByRole('dialog', { name: 'Pictures' });
    const chosen = page.waitForEvent('filechooser');
    await editor.getByRole('button', { name: 'Add a file' }).click();
    const buffer = await page.screenshot();
    await (
      await chosen
    ).setFiles([
      { name: 'boats.png', mimeType: 'image/png', buffer },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Low tide at nine.') },
    ]);
    await editor.getByRole('link', { name: 'notes.txt' }).waitFor();
    const isDrawn = () => editor.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    await waitFor('the preview', isDrawn);
    await checkAccessible(page);
    await takePicture(page, 'records-files');
    await editor.getByRole('button', { name: 'Done' }).click();
    const filesOf = async () => {
      const { records } = await scene.get<{ records: Row[] }>(`/api/records?type=photo&${query}`);
      return (records[0]!.fields.pictures ?? []) as string[];
    };
    await waitFor('both to be saved', async () => (await filesOf()).length === 2);
    await cell(0, 1).getByText('boats.png').waitFor();
    await page.keyboard.press('Control+z');
    await waitFor('the cell to be empty again', async () => (await filesOf()).length === 0);
    await page.keyboard.press('Control+Shift+z');
    await waitFor('both to be back', async () => (await filesOf()).length === 2);
    const viewer = await scene.arrive(`/records/photo?${query}`, 'viewer');
    await cell(0, 0, viewer).getByText('Harbour').click();
    await viewer.keyboard.press('Shift+Space');
    const link = viewer.getByRole('complementary', { name: 'Record Harbour' }).getByRole('link', { name: 'notes.txt' });
    const [download] = await Promise.all([viewer.waitForEvent('download'), link.click()]);
    assert.equal(await readFile(await download.path(), 'utf8'), 'Low tide at nine.');
    await viewer.context().close();
  });

  it('draw a text of 300,000 letters as fast as others, cut off', async () => {
    await batch([{ do: 'create', fields: { title: 'Ünïcode مرحبا 😀 '.repeat(20_000) } }]);
    await open();
    await cell(4).getByText('Ünïcode').waitFor({ timeout: 20_000 });
    assert.ok((await cell(4).textContent())!.length < 400);
  });

  it('say of a record that is not there that it was removed or never existed', async () => {
    const panel = page.getByRole('complementary');
    for (const id of ['0123456789abcdef01234567', 'nonsense']) {
      await open(`sort=title&record=${id}`);
      await panel.getByText(`This branch has no note with the id ${id}: it was removed, or it never existed`).waitFor();
      await checkAccessible(page);
      await panel.getByRole('tab', { name: 'Refers to it' }).click();
      await panel.getByText('No other type has a relation to notes').waitFor();
      await panel.getByRole('tab', { name: 'History' }).click();
      await panel.getByText('knows nothing about such a record').waitFor();
    }
    const [alpha] = await stored();
    await scene.send(
      'DELETE',
      `/api/records/${alpha!.id}?type=note&${query}&revision=${alpha!.revision}`,
      undefined,
      204,
    );
    await open(`sort=title&record=${alpha!.id}`);
    await panel.getByText('it was removed, or it never existed').waitFor();
    await takePicture(page, 'record-missing');
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByText('Deleted').waitFor();
    await panel.getByRole('tab', { name: 'Fields' }).click();
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await panel.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('record'), null);
  });

  it('lose the column of a field that somebody removes, and are imported and exported on a phone too', async () => {
    const name = { name: 'name', label: 'Name', kind: 'text' };
    const size = { name: 'size', label: 'Size', kind: 'number' };
    const pallet = { name: 'pallet', label: 'Pallet', plural: 'Pallets', labelField: 'name' };
    const colour = { name: 'colour', label: 'Colour', kind: 'text' };
    await scene.send('POST', `/api/types?${query}`, { ...pallet, fields: [name, size, colour] }, 201);
    const fields = { name: 'C1', size: 3, colour: 'red' };
    await scene.send('POST', `/api/records?type=pallet&${query}`, { fields }, 201);
    await page.goto(`/records/pallet?${query}`);
    await page.getByRole('columnheader', { name: /^Colour/ }).waitFor();
    const type = { ...pallet, fields: [name, size] };
    await scene.send('PUT', `/api/types/pallet?${query}`, { type, acceptLoss: true });
    await page.getByRole('columnheader', { name: /^Colour/ }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('columnheader', { name: /^Size/ }).count(), 1);

    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByRole('button', { name: 'More for Pallets' }).click();
    for (const item of ['Import', 'Number formats', /^CSV/, /^NDJSON/])
      await page.getByRole('menuitem', { name: item }).waitFor();
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
    await takePicture(page, 'records-menu-320');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^CSV/ }).click(),
    ]);
    assert.match(await readFile(await download.path(), 'utf8'), /C1,3/);
    await page.getByRole('button', { name: 'More for Pallets' }).click();
    await page.getByRole('menuitem', { name: 'Number formats' }).click();
    await page.getByRole('dialog', { name: 'Numbers of Pallets' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    assert.equal(await page.getByRole('button', { name: 'More for Pallets' }).count(), 0);
  });

  it('offer readers nothing that ends in a refusal', async () => {
    const viewer = await scene.arrive(`/records/note?${query}&sort=title`, 'viewer');
    await shows('Alpha,Bravo,Charlie,Delta', viewer);
    for (const name of [/^New note/, /^Delete/, 'Import', 'View', /^Save/])
      assert.equal(await viewer.getByRole('button', { name }).count(), 0, String(name));
    await cell(0, 0, viewer).click();
    await viewer.keyboard.type('x');
    await viewer.keyboard.press('Delete');
    await viewer.keyboard.press('Enter');
    assert.equal(await viewer.locator('[role="gridcell"] :is(input, textarea)').count(), 0);
    await viewer.keyboard.press('Shift+Space');
    const panel = viewer.getByRole('complementary', { name: 'Record Alpha' });
    await panel.waitFor();
    assert.equal(await panel.getByRole('button', { name: /^Edit|^Delete/ }).count(), 0);
    await checkAccessible(viewer);
    assert.deepEqual(await titlesStored(), ['Alpha', 'Bravo', 'Charlie', 'Delta']);
    await viewer.context().close();
  });

  it('say why they are read-only on a protected branch, and offer a new branch', async () => {
    const protect = (write: string) =>
      scene.send('PATCH', `/api/branches/${branch}`, { protection: { write, merge: 'member' } });
    await protect('admin');
    const member = await scene.arrive(`/records/note?${query}&sort=title`, 'member');
    try {
      const note = member.getByRole('note');
      await note
        .getByText(`only admins and owners change records on ${branch} directly, and your role is member`)
        .waitFor();
      await member.setViewportSize({ width: 320, height: 800 });
      await checkAccessible(member);
      await checkNoSidewaysScroll(member);
      await takePicture(member, 'records-kept-320');
      await note.getByRole('button', { name: 'New branch' }).click();
      await member.getByLabel('Name', { exact: true }).fill('of the member');
      await member.getByRole('button', { name: 'Make branch' }).click();
      await member.waitForURL(/branch=of\+the\+member/);
      await member.getByRole('button', { name: 'New note' }).waitFor();
      assert.equal(await member.getByText('Read-only').count(), 0);
    } finally {
      await member.context().close();
      await scene.send('DELETE', '/api/branches/of%20the%20member', undefined, 204);
      await protect('member');
    }
  });

  for (const { width, colorScheme } of looksOrOnly(wideLight)) {
    it(`are accessible and fit, ${colorScheme} and ${width} px wide`, async () => {
      const one = await scene.browser.openSignedIn(`/records/ticket?${query}`, {
        viewport: { width, height: 800 },
        colorScheme,
      });
      await recordRows(one).first().waitFor();
      await checkAccessible(one);
      await checkTargetSizes(one);
      await checkNoSidewaysScroll(one);
      await takePicture(one, `records-grid-${width}-${colorScheme}`);
      await one.context().close();
    });
  }
});
