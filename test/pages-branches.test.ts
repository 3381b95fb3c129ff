import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, looksOrOnly, narrowDark, takePicture } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

describe('Branches in the browser', function () {
  this.timeout(240_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene((started) => {
    scene = started;
    ({ page } = scene);
    return Promise.resolve();
  });

  const note = (title: string, branch = 'main') =>
    scene.send<{ id: string; revision: number }>(
      'POST',
      `/api/records?type=note&branch=${branch}`,
      { fields: { title } },
      201,
    );
  const edit = (id: string, fields: object, branch = 'main') =>
    scene.send('PATCH', `/api/records/${id}?type=note&branch=${branch}`, { revision: 1, fields });
  const notes = { type: 'note', chart: 'number' } as const;
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

  async function look(name: string): Promise<void> {
    for (const { width, colorScheme } of looksOrOnly(narrowDark)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `${name}-${width}-${colorScheme}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await takePicture(page, `${name}-1280-light`);
  }

  it('makes a branch, commits what was changed there, and shows it field by field', async () => {
    const { id } = await note('Tent');
    await page.getByRole('link', { name: /^Branches/ }).click();
    await button('New branch').click();
    await page.getByLabel('Name').fill('spring prices');
    await button('Make branch').click();
    await page.getByText('You are on spring prices. Its workflows are off.').waitFor();
    await edit(id, { title: 'Ridge tent' }, 'spring%20prices');
    await link('spring prices').click();
    await page.getByText('1 change is not committed').waitFor();
    await button('Show them').click();
    await page.getByRole('row', { name: /Ridge tent.*Title.*Tent.*Ridge tent/ }).waitFor();
    await button('Commit').click();
    await page.getByLabel('Message').fill('New names');
    await page.getByRole('dialog').getByRole('button', { name: 'Commit' }).click();
    await page.getByRole('row', { name: /New names/ }).waitFor();
    await page.getByText('Everything on this branch is committed.').waitFor();
    await look('branch');
  });

  it('merges a branch once each conflict is decided, with the keyboard', async () => {
    const [one, other] = [await note('Stove'), await note('Lamp')];
    await scene.send('POST', '/api/branches', { name: 'autumn' }, 201);
    for (const { id } of [one, other]) {
      await edit(id, { title: 'from autumn' }, 'autumn');
      await edit(id, { title: 'from main' });
    }
    await note('Only on autumn', 'autumn');
    await page.goto('/merge?from=autumn&into=main');
    await page.getByRole('heading', { name: '2 conflicts are open' }).waitFor();
    await page.getByRole('row', { name: /Only on autumn/ }).waitFor();
    await look('merge');
    await button(/^Merge \d+ changes/).click();
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.getByText('Decided: autumn').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('1');
    await page.getByText('All conflicts are decided').waitFor();
    await button(/^Merge \d+ changes/).click();
    await page.getByText('autumn is merged into main.').waitFor();
    const { records } = await scene.get<{ records: { fields: { title: string } }[] }>('/api/records?type=note');
    const titles = records.map(({ fields }) => fields.title);
    assert.deepEqual(titles.slice(-3).sort(), ['Only on autumn', 'from autumn', 'from main']);
    await link('See the commit').click();
    await button('Revert Merge autumn').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
    await page.getByRole('row', { name: /Revert "Merge autumn"/ }).waitFor();
    const after = await scene.get<{ records: { fields: { title: string } }[] }>('/api/records?type=note');
    assert.equal(
      after.records.some(({ fields }) => fields.title === 'Only on autumn'),
      false,
    );
  });

  it('lists conflicts in pages, and counts also those that are not listed', async () => {
    const create = Array.from({ length: 230 }, (_, index) => ({ do: 'create', fields: { title: `Peg ${index}` } }));
    const batch = (changes: object[], branch: string) =>
      scene.send<{ records: { id: string }[] }>('POST', `/api/records/batch?type=note&branch=${branch}`, { changes });
    const { records } = await batch(create, 'main');
    await scene.send('POST', '/api/branches', { name: 'pegs' }, 201);
    for (const branch of ['main', 'pegs']) {
      await batch(
        records.map(({ id }) => ({ do: 'update', id, revision: 1, fields: { title: branch } })),
        branch,
      );
    }
    await page.goto('/merge?from=pegs&into=main');
    await page.getByRole('heading', { name: '230 conflicts are open' }).waitFor();
    await button(/^Conflicts 230 of 230 open/).waitFor();
    assert.equal(await page.getByRole('article').count(), 200);
    await button('Show more conflicts (200 of 230 records are listed)').click();
    await page.getByRole('article').nth(229).waitFor();
    assert.equal(await button(/Show more conflicts/).count(), 0);
    await page.getByRole('article').nth(229).getByRole('radio').last().check();
    await page.getByRole('heading', { name: '229 conflicts are open, 1 decided' }).waitFor();
    await button('Rest from main').click();
    await button('Merge 1 change').click();
    await page.getByText('pegs is merged into main.').waitFor();
    const after = await scene.get<{ records: { fields: { title: string } }[] }>('/api/records?type=note&limit=500');
    assert.equal(after.records.filter(({ fields }) => fields.title === 'pegs').length, 1);
  });

  it('shows what was changed again since a commit that is reverted, and asks for each value', async () => {
    const made = [await note('Flask'), await note('Mug')];
    await scene.send('POST', '/api/branches', { name: 'drinks' }, 201);
    for (const { id } of made) await edit(id, { title: 'from drinks' }, 'drinks');
    await scene.send('POST', '/api/merges', { from: 'drinks', into: 'main' });
    for (const { id } of made)
      await scene.send('PATCH', `/api/records/${id}?type=note`, { revision: 3, fields: { title: 'changed again' } });
    await page.goto('/branches/main');
    await button('Revert Merge drinks').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revert' }).click();
    await dialog.getByText('2 records were changed again since.').waitFor();
    await dialog.getByRole('article').nth(1).waitFor();
    await dialog.getByText('After the commit').first().waitFor();
    await look('revert');
    await dialog
      .getByRole('article')
      .first()
      .getByRole('radio', { name: /Before the commit/ })
      .check();
    await dialog
      .getByRole('article')
      .last()
      .getByRole('radio', { name: /main now/ })
      .check();
    await dialog.getByRole('button', { name: 'Revert as decided' }).click();
    await page.getByRole('row', { name: /Revert "Merge drinks"/ }).waitFor();
    const titles = await Promise.all(
      made.map(({ id }) => scene.get<{ fields: { title: string } }>(`/api/records/${id}?type=note`)),
    );
    assert.deepEqual(titles.map(({ fields }) => fields.title).sort(), ['Flask', 'changed again']);
  });

  it('takes another value for a conflict, and says at the field if it does not fit', async () => {
    const { id } = await note('Rope');
    await scene.send('POST', '/api/branches', { name: 'winter' }, 201);
    await edit(id, { title: 'Rope 30 m' }, 'winter');
    await edit(id, { title: 'Rope 40 m' });
    await scene.send('POST', '/api/reports?branch=winter', { name: 'Notes', definition: notes }, 201);
    await page.goto('/merge?from=winter&into=main');
    await page.getByRole('button', { name: 'Conflicts 1 of 1 open' }).waitFor();
    const { person } = await scene.get<{ person: { name: string } }>('/api/session');
    assert.equal(await page.getByRole('article').getByText(`${person.name}, `).count(), 2);
    await page.keyboard.press('j');
    await page.keyboard.press('3');
    const editor = page.getByRole('textbox', { name: 'Another value for Title of Rope 40 m' });
    await editor.press('Enter');
    await page.getByText('Decided: another value').waitFor();
    await button(/^Merge \d+ changes/).click();
    const problem = page.getByRole('article').getByRole('alert');
    await problem.waitFor();
    assert.match(await problem.innerText(), /Title \("title"\) is required/);
    await page.getByRole('heading', { name: '1 conflict is open' }).waitFor();
    await look('merge-other-value');
    await button('Change the other value of Title of Rope 40 m').click();
    await editor.fill('Rope 35 m');
    await editor.press('Enter');
    assert.equal(await problem.count(), 0);
    await page.getByRole('button', { name: 'Reports 1', exact: true }).click();
    await page
      .getByRole('row', { name: /^Notes/ })
      .first()
      .waitFor();
    await link('Compare Notes on both branches').click();
    await page.getByText('main does not have this report.').waitFor();
    await page.goBack();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Type another value for Title of Rope 40 m' }).click();
    await editor.fill('Rope 35 m');
    await editor.press('Enter');
    await button(/^Merge \d+ changes/).click();
    await page.getByText('winter is merged into main.').waitFor();
    const { fields } = await scene.get<{ fields: { title: string } }>(`/api/records/${id}?type=note`);
    assert.equal(fields.title, 'Rope 35 m');
  });

  it('asks before a merge loses values that do not fit the merged type', async () => {
    const code = { name: 'code', label: 'Code', kind: 'text' };
    const size = { name: 'size', label: 'Size', kind: 'text' };
    const parcel = { name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' };
    await scene.send('POST', '/api/types', { ...parcel, fields: [code, size] }, 201);
    for (const [name, value] of [
      ['P1', 'large'],
      ['P2', '5'],
    ]) {
      await scene.send('POST', '/api/records?type=parcel', { fields: { code: name, size: value } }, 201);
    }
    await scene.send('POST', '/api/branches', { name: 'sizes' }, 201);
    const longest = {
      type: 'parcel',
      chart: 'bars',
      filter: { field: 'size', op: 'contains', value: 'arge' },
    } as const;
    const report = { ...longest, groupBy: [{ field: 'code' }] };
    const { id } = await scene.send<{ id: string }>(
      'POST',
      '/api/reports',
      { name: 'Large ones', definition: report },
      201,
    );
    const fields = [code, { ...size, kind: 'number' }];
    await scene.send('PUT', '/api/types/parcel?branch=sizes', { type: { ...parcel, fields }, acceptLoss: true });
    await scene.send('POST', '/api/records?type=parcel', { fields: { code: 'P3', size: 'small' } }, 201);
    await page.goto('/merge?from=sizes&into=main');
    await page.getByRole('heading', { name: 'The types differ' }).waitFor();
    await page.getByText('Size: 2 of 3 values do not fit').waitFor();
    await page.getByText('P3: small').waitFor();
    const stops = page.getByRole('region', { name: 'What stops working' }).getByRole('link', { name: 'Large ones' });
    assert.match((await stops.getAttribute('href'))!, new RegExp(`^/reports/${id}\\?.*branch=main`));
    await look('merge-types');
    await button(/^Merge \d+ changes/).click();
    await page.getByLabel('Merge and lose what does not fit').check();
    await button(/^Merge \d+ changes/).click();
    await page.getByText('sizes is merged into main.').waitFor();
    const { records } = await scene.get<{ records: { fields: { size?: number } }[] }>('/api/records?type=parcel');
    assert.deepEqual(
      records.map((one) => one.fields.size),
      [undefined, 5, undefined],
    );
  });

  it('shows what a decision about a type loses before anything is merged', async () => {
    const parcel = { name: 'crate', label: 'Crate', plural: 'Crates', labelField: 'code' };
    const typed = (size: object) => {
      return {
        ...parcel,
        fields: [
          { name: 'code', label: 'Code', kind: 'text' },
          { name: 'size', ...size },
        ],
      };
    };
    const text = { label: 'Size', kind: 'text' };
    const add = (code: string, size: string) =>
      scene.send('POST', '/api/records?type=crate', { fields: { code, size } }, 201);
    await scene.send('POST', '/api/types', typed(text), 201);
    await add('C1', '1');
    await scene.send('POST', '/api/branches', { name: 'sized' }, 201);
    await scene.send('PUT', '/api/types/crate', { type: typed({ ...text, label: 'Extent' }) });
    const measured = { label: 'Measure', kind: 'number' };
    await scene.send('PUT', '/api/types/crate?branch=sized', { type: typed(measured), acceptLoss: true });
    await add('C2', 'precious');
    await page.goto('/merge?from=sized&into=main');
    await page.getByRole('heading', { name: '1 conflict is open' }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Merged types' }).count(), 0);
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.getByRole('region', { name: 'Merged types' }).getByText('precious').waitFor();
    await look('merge-decided-type');
    await page.getByLabel('Merge and lose what does not fit; the change log keeps it').check();
    await button(/^Merge \d+ changes?$/).click();
    await page.getByText('sized is merged into main.').waitFor();
  });

  it('renames, deletes and brings back a branch', async () => {
    await scene.send('POST', '/api/branches', { name: 'short lived' }, 201);
    await page.goto('/branches');
    await button('More for short lived').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('longer lived');
    await button('Rename').click();
    await link('longer lived').waitFor();
    await button('More for longer lived').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button('Restore longer lived').waitFor();
    await look('branches');
    await page.setViewportSize({ width: 320, height: 800 });
    const table = page.getByRole('table', { name: 'All branches' });
    assert.equal(await table.evaluate((one) => one.scrollWidth > one.parentElement!.clientWidth), false, 'it is cut');
    await table.getByRole('link', { name: 'Compare and merge spring prices' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await button('Undo').click();
    await link('longer lived').waitFor();
  });

  it('says that a branch was deleted while it is open, and leads to main', async () => {
    await scene.send('POST', '/api/branches', { name: 'doomed' }, 201);
    await page.clock.install();
    await page.goto('/branches/doomed?branch=doomed');
    await page.getByText('You are on doomed. Its workflows are off.').waitFor();
    await page.getByText('Everything on this branch is committed.').waitFor();
    await scene.send('DELETE', '/api/branches/doomed', undefined, 204);
    await page.clock.runFor(60_000);
    await page.getByText('The branch doomed was deleted or renamed, so nothing').waitFor();
    await page.getByText('The branch doomed was deleted or renamed. See all branches').waitFor();
    assert.equal(await page.getByText('Everything on this branch is committed.').count(), 0);
    await look('branch-gone');
    await link('look for it under Branches').click();
    await button('Restore doomed').waitFor();
    assert.equal(await page.getByText('was deleted or renamed').count(), 0);
  });

  it('is switched and made in the bar, with the keyboard', async () => {
    await scene.send('POST', '/api/branches', { name: 'bar one' }, 201);
    await scene.send('PATCH', '/api/branches/bar%20one', { protection: { write: 'admin', merge: 'admin' } });
    await note('Only in the bar', 'bar%20one');
    await page.goto('/records');
    await page.getByRole('link', { name: /^Branches \d+$/ }).waitFor();
    const picker = (name: string) => page.getByRole('button', { name: `Branch ${name}`, exact: true });
    await picker('main').press('Enter');
    const find = page.getByRole('combobox', { name: 'Find a branch' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
    await page.getByRole('option', { name: 'bar one admins only 1 not committed' }).waitFor();
    await look('branch-switch');
    await find.fill('nothing');
    await page.getByText('No branch has “nothing” in its name.').waitFor();
    await find.fill('BAR');
    await find.press('Enter');
    await page.waitForURL('**/records?branch=bar+one');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('bar one'));
    await picker('bar one').click();
    await find.press('Escape');
    await find.waitFor({ state: 'detached' });
    await picker('bar one').click();
    await button('New branch').click();
    await page.getByLabel('Name').fill('bar two');
    await button('Make branch').click();
    await page.waitForURL(/\/records\?.*branch=bar\+two/);
    await picker('bar two').waitFor();
  });

  it('says who may change a branch', async () => {
    await page.goto('/branches');
    await button('More for main').click();
    await page.getByRole('menuitem', { name: 'Who may change it' }).click();
    await page.getByLabel('Change it directly').selectOption('admin');
    await button('Save').click();
    await page.getByText('changed directly by admins only').waitFor();
    await scene.send('PATCH', '/api/branches/main', { protection: { write: 'member', merge: 'member' } });
  });
});
