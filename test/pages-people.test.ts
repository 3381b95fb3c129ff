import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, narrowDark, takePicture, wideLight } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

describe('the pages of people and programs', function () {
  this.timeout(240_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
    return Promise.resolve();
  });

  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  const table = (name: string) => page.getByRole('table', { name });

  it('invite somebody, whose invitation can be withdrawn, and say who did it', async () => {
    await open('Members');
    await table('Members').getByRole('rowheader').first().waitFor();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('ines@example.com');
    await dialog.getByLabel('Role').selectOption('Viewer');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await table('Invitations').getByText('ines@example.com').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Nobody is invited.').waitFor();
    await open('Audit');
    await table('Changes').getByText('Withdrew the invitation of').first().waitFor();
    await page.getByLabel('What was done').selectOption('Invited');
    await table('Changes').getByText('Invited').first().waitFor();
  });

  it('make a key, which is shown once, rotate it and delete both', async () => {
    await open('API');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Warehouse');
    await page.getByRole('button', { name: 'Make key' }).click();
    const shown = page.getByRole('dialog', { name: 'The key Warehouse' });
    const key = (await shown.getByRole('group', { name: 'Key' }).textContent())!;
    const asked = await fetch(`${new URL(page.url()).origin}/api/types`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(asked.status, 200);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Rotate Warehouse' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog', { name: 'The key Warehouse' }).getByRole('button', { name: 'Done' }).click();
    const rows = table('Keys').getByRole('row').filter({ hasText: 'Warehouse' });
    await rows.nth(1).waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('group', { name: 'Answer' }).filter({ hasText: '"overall"' }).waitFor();
    await page.getByLabel('Address', { exact: true }).selectOption('GET /api/types');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('group', { name: 'Response' }).filter({ hasText: '200' }).waitFor();
    await page.getByLabel('Address', { exact: true }).selectOption('POST /api/query');
    const response = page.getByRole('group', { name: 'Response' });
    await page.getByRole('button', { name: 'Send' }).click();
    assert.equal(await response.count(), 0, 'nothing is sent without a key');
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.getByLabel('Body').fill('{ "type": "ticket" }');
    await page.getByText('Sent with the key').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await response.filter({ hasText: /^200 OK[^]*"overall"/ }).waitFor();
    await page.getByLabel('Address', { exact: true }).selectOption('POST /api/import');
    await page.getByLabel('Key', { exact: true }).fill('');
    await page.getByLabel('type', { exact: true }).fill('tried');
    await page.getByLabel('dryRun').fill('1');
    await page.getByLabel('Body').fill('code\nA\n');
    await page.getByText('Sent as text/csv.').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await response.filter({ hasText: /^200 OK[^]*"rows": 1,/ }).waitFor();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!stored.includes(key), stored);
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Delete Warehouse' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      while ((await rows.count()) !== left) await page.waitForTimeout(50);
    }
  });

  it('show where one is signed in, and end the other sessions', async () => {
    const other = await scene.arrive('/reports', 'viewer');
    await other.goto('/account');
    await other.getByRole('table', { name: 'Sessions' }).getByText('This one').waitFor();
    await other.getByLabel('Current password').fill('not the password');
    await other.getByLabel('New password').fill('correct horse battery staple');
    await other.getByRole('button', { name: 'Change password' }).click();
    await other.getByRole('alert').waitFor();
    await other.context().close();
  });

  it('are found by Ctrl K, like reports', async () => {
    await open('Reports');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find or go to' });
    await field.fill('mem');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  });

  it('let workflows be found by Ctrl K', async () => {
    const definition = {
      name: 'Count the buns',
      trigger: { kind: 'button' },
      steps: [{ id: 'note', kind: 'createRecord', type: 'note', fields: { title: 'x' } }],
    };
    const given = { name: definition.name, definition };
    const { id } = await scene.send<{ id: string }>('POST', '/api/workflows', given, 201);
    await page.reload();
    await page.locator('#main h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or go to' }).fill('buns workflow');
    await page.getByRole('option', { name: 'Count the buns' }).click();
    await page.waitForURL(`**/workflows/${id}**`);
    await scene.send('DELETE', `/api/workflows/${id}`, undefined, 204);
    await page.goto('/reports');
  });

  it('say the whole date and time of each moment, and on phones what the columns leave out', async () => {
    const phone = await scene.browser.openSignedIn('/members', { viewport: { width: 360, height: 800 } });
    const row = phone.getByRole('table', { name: 'Members' }).getByRole('row').nth(1);
    await row.getByText(/^Last seen/).waitFor();
    const moment = row.getByRole('rowheader').locator('time').first();
    const [at, title] = [await moment.getAttribute('datetime'), await moment.getAttribute('title')];
    assert.match(at!, /^\d{4}-\d\d-\d\dT/);
    assert.match(title!, new RegExp(`\\b${at!.slice(0, 4)}, \\d\\d:\\d\\d:\\d\\d$`));
    await phone.setViewportSize({ width: 1280, height: 800 });
    await row.getByText(/^Last seen/).waitFor({ state: 'hidden' });
    await phone.context().close();
  });

  for (const { width, colorScheme } of [wideLight, narrowDark])
    it(`are accessible and fit ${width} px, ${colorScheme}`, async () => {
      const look = { viewport: { width, height: 900 }, colorScheme };
      const one = await scene.browser.openSignedIn('/members', look);
      for (const path of ['/members', '/api-access', '/account', '/audit', '/outbox', '/import']) {
        await one.goto(path);
        await one.locator('#main h1').waitFor();
        await one.waitForLoadState('networkidle');
        await checkAccessible(one);
        await checkNoSidewaysScroll(one);
        await takePicture(one, `page${path.replace('/', '-')}-${width}-${colorScheme}`);
      }
      if (width < 760) {
        await one.getByRole('button', { name: 'Menu', exact: true }).click();
        await takePicture(one, `menu-${width}-${colorScheme}`);
        await one.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click();
        await one.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
      }
      await one.context().close();
    });
});

describe('the Import page', function () {
  this.timeout(240_000);
  let scene: ReportScene;
  withReportScene((started) => {
    scene = started;
    return Promise.resolve();
  });

  const csv = 'order no;total;phone\nA-007;1.160,00;1\nA-008;12,50;2\n';

  it('shows what will happen, takes corrections, and the same file again updates instead of doubling', async () => {
    const page = await scene.browser.openSignedIn('/import');
    const choose = () =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'shop-orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await choose();
    const fields = page.getByRole('table', { name: 'Fields we propose' });
    await fields.getByText('A-007 · A-008').waitFor();
    await page.getByText('52 bytes, 2 rows, 3 columns').waitFor();
    await page.getByLabel('Numbers').selectOption('1.234,56 € and 12 %');
    await fields.getByLabel('Kind of total').and(page.locator('select')).waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('[aria-label="Kind of total"]')?.value === 'number',
    );
    await fields.getByText('1.160,00 · 12,50').waitFor();
    await page.getByLabel('Field of order no').fill('order');
    await page.getByLabel('Import phone').uncheck();
    await page.getByText('You left it out.').waitFor();
    await page
      .getByRole('region', { name: /^What will happen/ })
      .getByText('new shop orders')
      .waitFor();
    await checkAccessible(page);
    await takePicture(page, 'import-plan');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('heading', { level: 1, name: 'Imported' }).waitFor();
    await page.getByRole('button', { name: 'Import another file' }).click();
    await choose();
    await page.getByLabel('Numbers').selectOption('1.234,56 € and 12 %');
    await page
      .getByRole('alert')
      .getByText(/no field "order no"/)
      .waitFor();
    await page.context().close();
  });

  it('shows what becomes of JSON objects as it does for CSV, and leaves out what every record has', async () => {
    const page = await scene.browser.openSignedIn('/import');
    const choose = async (name: string, text: string) => {
      const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
      await page.getByLabel('CSV or JSON file').setInputFiles(file);
    };
    const parts = [
      { id: 'p1', code: '007', size: 1.5, tags: ['new', 'hot'], isSpare: true },
      { id: 'p2', code: '008', size: 2, madeBy: { name: 'Ana' } },
    ];
    await choose('spare-parts.json', JSON.stringify(parts));
    const fields = page.getByRole('table', { name: 'Fields we propose' });
    await fields.getByText('new · hot').waitFor();
    const kinds = ['Kind of code', 'Kind of size', 'Kind of tags', 'Kind of isSpare'];
    const values = kinds.map((label) => page.getByLabel(label, { exact: true }).inputValue());
    assert.deepEqual(await Promise.all(values), ['text', 'number', 'choice', 'yesNo']);
    for (const [label, shown] of [
      ['Encoding', 0],
      ['Between cells', 0],
      ['Dates', 1],
    ] as const)
      assert.equal(await page.getByLabel(label, { exact: true }).count(), shown, label);
    const outcome = page.getByRole('region', { name: /^What will happen/ });
    await outcome
      .getByText('Record 2: "madeBy" must be a single text, number, true or false, got an object.')
      .waitFor();
    await checkAccessible(page);
    await takePicture(page, 'import-plan-json');
    await page.getByLabel('Import madeBy').uncheck();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('button', { name: 'Import another file' }).click();

    const lines = parts.map((part) => JSON.stringify({ ...part, madeBy: undefined, createdAt: 'x' })).join('\n');
    await choose('spare-parts.ndjson', lines);
    const rowOf = (column: string) => fields.getByRole('row').filter({ has: page.getByLabel(`Import ${column}`) });
    await rowOf('createdAt').getByText('Left out: new records get their own.').waitFor();
    assert.equal(await page.getByLabel('Import createdAt').isChecked(), false);
    await page
      .getByLabel('Rows that are there already')
      .selectOption({ label: 'Update the record with the same code' });
    await outcome.getByText('rows that change nothing').waitFor();
    await takePicture(page, 'import-json-again');
    await page.context().close();
  });

  it('says where to choose the encoding of a file that is not UTF-8', async () => {
    const page = await scene.browser.openSignedIn('/import');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nM\xfcller\n', 'latin1') });
    await page.getByRole('alert').getByText('Choose its encoding above. Nothing was saved.').waitFor();
    await page.getByLabel('Encoding').selectOption('Western (windows-1252)');
    await page.getByRole('table', { name: 'Fields we propose' }).getByText('Müller', { exact: true }).waitFor();
    await page.context().close();
  });

  it('lets a person choose the field of a column that the type does not have, or leave it out', async () => {
    const page = await scene.browser.openSignedIn('/import', { viewport: { width: 360, height: 800 } });
    const people = 'name,pay,code\nAna,10,a\nBen,20,b\n';
    const choose = () =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(people) });
    await choose();
    await page.getByLabel('Field of pay').fill('salary');
    await page.getByLabel('Import code').uncheck();
    await page.getByText('You left it out.').waitFor();
    await takePicture(page, 'import-plan-phone');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('button', { name: 'Import another file' }).click();

    await choose();
    await page.getByText(/^The type "people" has no field "code"/).waitFor();
    const fields = page.getByRole('table', { name: 'Fields we propose' });
    const rowOf = (column: string) => fields.getByRole('row').filter({ has: page.getByLabel(`Import ${column}`) });
    const mark = 'No such field: choose one, or leave the column out';
    assert.deepEqual(await fields.getByRole('rowheader').allTextContents(), ['name', 'pay', 'code']);
    assert.deepEqual(
      await Promise.all(['name', 'pay', 'code'].map((column) => rowOf(column).getByText(mark).count())),
      [0, 1, 1],
    );
    const pay = page.getByLabel('Field of pay');
    assert.deepEqual(await pay.locator('option').allTextContents(), ['Choose a field', 'name', 'Salary']);
    await rowOf('pay').getByText('10 · 20').waitFor();
    await rowOf('pay').getByText('The type has no field "pay".').waitFor();
    await checkNoSidewaysScroll(page);
    await checkAccessible(page);
    await takePicture(page, 'import-unknown-columns');

    await pay.selectOption('Salary');
    await rowOf('pay').getByText(mark).waitFor({ state: 'detached' });
    await page.getByLabel('Import code').uncheck();
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor();
    assert.equal(await page.getByLabel('Field of code').inputValue(), '');
    await rowOf('pay').getByText('The type has the field "salary".').waitFor();
    await page.context().close();
  });
});
