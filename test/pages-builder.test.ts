import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { checkAccessible, takePicture } from './page-browser.ts';
import { waitFor } from './product.ts';
import {
  byStatus,
  focusedOf,
  marksOf,
  openReport,
  recordRows,
  pick,
  saveButton,
  withReportScene,
  wordOf,
  type Dashboard,
  type ReportScene,
  type SavedReport,
} from './report-scene.ts';

const byTitle: Report = { type: 'note', chart: 'bars', groupBy: [{ field: 'title' }] };

describe('the question of a report', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    for (const [at, title] of ['A', 'B', 'C', 'D', 'E'].entries())
      for (let note = 0; note <= at; note += 1)
        await scene.send('POST', '/api/records?type=note', { fields: { title } }, 201);
  });

  it('is built by keyboard alone, answered on each change, and visible to others once saved', async () => {
    const { id } = await scene.make('By keys', byStatus);
    await openReport(page, `/reports/${id}`);
    await wordOf(page, 'Add a condition: Add a condition').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('priority');
    await page.keyboard.press('Enter');
    await waitFor('the focus to be on the value', async () => (await focusedOf(page)) === 'Value of Priority: choose');
    await page.keyboard.press('Enter');
    await page.keyboard.type('urgent');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const q = {
      ...byStatus,
      chart: undefined,
      filter: { and: [{ field: 'priority', op: 'in', value: ['urgent'] }] },
    };
    const { rows } = await scene.get<Answer>(`/api/query?q=${encodeURIComponent(JSON.stringify(q))}`);
    await waitFor('the answer to change', async () => (await marksOf(page)).length === rows.length);
    assert.deepEqual(
      (await marksOf(page)).map(countOf),
      rows.map((row) => row.count),
    );
    assert.equal((await scene.get<SavedReport>(`/api/reports/${id}`)).definition.filter, undefined);
    await page.keyboard.press('Control+s');
    await saveButton(page).waitFor({ state: 'detached' });
    assert.deepEqual((await scene.get<SavedReport>(`/api/reports/${id}`)).definition.filter, q.filter);
  });

  it('shows that a condition without a value does not count, even when saved', async () => {
    const { id } = await scene.make('Half made', byStatus);
    await openReport(page, `/reports/${id}`);
    const hint = page.getByText('Ignored until it has a value.');
    const note = page.getByText("The condition on Priority has no value yet, so it's ignored and not saved.", {
      exact: true,
    });
    await pick(page, 'Add a condition: Add a condition', 'Priority');
    await hint.waitFor();
    await note.waitFor();
    await page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name: 'Pie' }).click();
    await saveButton(page).click();
    await saveButton(page).waitFor({ state: 'detached' });
    await page.getByText('Half made was saved. The condition on Priority has no value yet').waitFor();
    await note.waitFor();
    assert.equal((await scene.get<SavedReport>(`/api/reports/${id}`)).definition.filter, undefined);
    await wordOf(page, 'Value of Priority: choose').click();
    await page.getByRole('option', { name: 'Urgent', exact: true }).click();
    await note.waitFor({ state: 'detached' });
    await hint.waitFor({ state: 'detached' });
  });

  it('limits and orders its groups, and saves that', async () => {
    const { id } = await scene.make('Groups', byTitle);
    await openReport(page, `/reports/${id}`);
    const counts = async () => (await marksOf(page)).map(countOf).join();
    const show = (wanted: string) => waitFor(`the bars ${wanted}`, async () => (await counts()) === wanted);
    await show('5,4,3,2,1');
    await pick(page, 'Add a condition on the groups: all of them', 'whose Number of Notes is at least');
    await waitFor('the focus to be on the value', async () => (await focusedOf(page)) === 'Value of Number of Notes');
    await page.keyboard.type('2');
    await show('5,4,3,2');
    await pick(page, 'Add sorting: the default order', 'Number of Notes');
    await pick(page, 'Order of Number of Notes: largest first', 'smallest first');
    await show('2,3,4,5');
    await wordOf(page, 'How many groups: the first 1,000 (default)').focus();
    await page.keyboard.type('2');
    await page.getByRole('option', { name: '“2”' }).click();
    await show('2,3');

    // As with Caps Lock.
    await page.keyboard.press('Control+S');
    await saveButton(page).waitFor({ state: 'detached' });
    assert.partialDeepStrictEqual((await scene.get<SavedReport>(`/api/reports/${id}`)).definition, {
      having: [{ measure: 'count', op: 'gte', value: 2 }],
      sort: [{ by: 'count', dir: 'asc' }],
      limit: 2,
    });
    await openReport(page, `/reports/${id}`);
    assert.equal(await saveButton(page).count(), 0, 'what was saved is not changed');
    await show('2,3');
    await wordOf(page, 'How many groups: the first 2').focus();
    await page.keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Remove sorting by Number of Notes' }).click();
    await page.getByRole('button', { name: 'Remove the condition on Number of Notes' }).click();
    await show('5,4,3,2,1');
  });

  it('keeps the largest groups and combines all others', async () => {
    const { id } = await scene.make('Largest', byTitle);
    await openReport(page, `/reports/${id}`);
    await pick(page, 'Grouped by, how many: all groups', 'the 3 largest');
    const show = (wanted: string) => waitFor(`the bars ${wanted}`, async () => (await marksOf(page)).join() === wanted);
    await show('E: 5,D: 4,C: 3');
    await page.getByRole('checkbox', { name: 'Show all others as one group' }).click();
    await show('E: 5,D: 4,C: 3,Other: 3');
    await page.locator('svg a[data-mark="Other: 3"]').click();
    await page.getByText(/^Where Title \D+ E, D, C\.$/).waitFor();
    await page.getByText('3 records', { exact: true }).waitFor();
    const titles = recordRows(page).locator('[data-column="0"]');
    await waitFor('its records', async () => (await titles.allTextContents()).sort().join() === 'A,B,B');
    await page.goBack();
    await page.getByRole('region', { name: 'Answer' }).getByText('Table', { exact: true }).click();
    await page.getByRole('rowheader', { name: 'Other' }).getByRole('link').click();
    await page.getByText('3 records', { exact: true }).waitFor();
  });

  it('shows that it is too long for an address, and can still be saved', async () => {
    const value = Array.from({ length: 25 }, (_, at) => `${'ж'.repeat(500)} ${at}`);
    const { id } = await scene.make('Long', { ...byTitle, filter: { and: [{ field: 'title', op: 'nin', value }] } });
    await openReport(page, `/reports/${id}`);
    await pick(page, 'Grouped by, how many: all groups', 'the 3 largest');
    await page.getByText("too long for a link: you'll lose it if you leave this page without saving").waitFor();
    await page.getByText(/^This question is too long: .* Use fewer or shorter values\.$/).waitFor();
    assert.equal(new URL(page.url()).searchParams.has('q'), false);
    await page.keyboard.press('Control+s');
    await saveButton(page).waitFor({ state: 'detached' });
    assert.equal((await scene.get<SavedReport>(`/api/reports/${id}`)).definition.groupBy?.[0]?.top, 3);
    // An address to the records of a bar cannot hold it either, so the bars are not links.
    await waitFor('three bars', async () => (await page.locator('svg g[data-mark]').count()) === 3);
  });

  it('applies to the current viewer if "me" is picked', async () => {
    const { id } = await scene.make('Mine', byTitle);
    await openReport(page, `/reports/${id}`);
    await pick(page, 'Add a condition: Add a condition', 'Created by');
    await waitFor('the value', async () => (await focusedOf(page)) === 'Value of Created by: choose');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'me (the current user)' }).click();
    await page.keyboard.press('Escape');
    await wordOf(page, 'Value of Created by: me (the current user)').waitFor();
    await page.keyboard.press('Control+s');
    await saveButton(page).waitFor({ state: 'detached' });
    assert.deepEqual((await scene.get<SavedReport>(`/api/reports/${id}`)).definition.filter, {
      and: [{ field: 'createdBy', op: 'in', value: ['$me'] }],
    });
    assert.deepEqual((await marksOf(page)).map(countOf), [5, 4, 3, 2, 1]);
    const other = await scene.arrive(`/reports/${id}`, 'viewer');
    await other.getByText('No records match, so there is nothing to draw.').waitFor();
    await wordOf(other, 'Value of Created by: me (the current user)').waitFor();
    await other.context().close();
  });

  it('marks an invalid condition on groups at its place', async () => {
    const having = [{ measure: 'count', op: 'gte', value: 'many' }];
    const { id } = await scene.make('Wrong groups', byStatus);
    await page.goto(`/reports/${id}?q=${encodeURIComponent(JSON.stringify({ ...byStatus, having }))}`);
    const part = page.getByRole('group', { name: 'Keep groups' });
    await part
      .getByText(/number/)
      .last()
      .waitFor();
    await page.getByText("This question isn't valid").waitFor();
  });

  it('shows conditions on groups without grouping, so that they can be removed', async () => {
    const asked = { type: 'ticket', chart: 'number', having: [{ measure: 'count', op: 'gte', value: 2 }] };
    const { id } = await scene.make('Of no groups', { type: 'ticket', chart: 'number' });
    await page.goto(`/reports/${id}?q=${encodeURIComponent(JSON.stringify(asked))}`);
    await page.getByText(/the question has none: add "groupBy"/).waitFor();
    await page.getByRole('button', { name: /^Remove the condition on/ }).click();
    await page.getByText("This question isn't valid").waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Keep groups' }).waitFor({ state: 'detached' });
  });

  it('counts as changed only if its value differs, not after a change and back', async () => {
    const { id } = await scene.make('There and back', { ...byStatus, measures: [{ fn: 'count' }] });
    await openReport(page, `/reports/${id}`);
    const chart = (name: string) => page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name });
    await chart('Pie').click();
    await saveButton(page).waitFor();
    await chart('Bars').click();
    await saveButton(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '');
    await chart('Table').click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await saveButton(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await saveButton(page).waitFor();
    assert.ok(await chart('Table').isChecked());
    await page.getByRole('button', { name: 'Reset' }).click();
    await saveButton(page).waitFor({ state: 'detached' });
    await chart('Table').click();
    await chart('Bars').focus();
    await page.keyboard.press('Control+z');
    await saveButton(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+z');
    await saveButton(page).waitFor();
    assert.ok(await chart('Table').isChecked());
  });

  it('keeps unsaved changes in the address, where a viewer can try but not save them', async () => {
    const { id } = await scene.make('Shared', byStatus);
    await openReport(page, `/reports/${id}`);
    await wordOf(page, 'Grouped by: Status').click();
    await page.getByRole('option', { name: 'Priority', exact: true }).click();
    await waitFor('the address', async () => page.url().includes('priority'));
    await saveButton(page).waitFor();
    const other = await scene.arrive(page.url(), 'viewer');
    await wordOf(other, 'Grouped by: Priority').waitFor();
    await other.getByText(/^Counted at/).waitFor();
    await waitFor('the same bars at both', async () => (await marksOf(other)).join() === (await marksOf(page)).join());
    await other.getByText('Only you see these changes').waitFor();
    assert.equal(await saveButton(other).count(), 0);
    assert.equal(await other.getByRole('button', { name: 'Save as new' }).count(), 0);
    const refused = await other.request.patch(`/api/reports/${id}`, {
      headers: { origin: scene.product.url },
      data: { revision: 1, definition: byStatus },
    });
    assert.equal(refused.status(), 403);
    await other.getByRole('button', { name: 'Reset' }).click();
    await wordOf(other, 'Grouped by: Status').waitFor();
    await other.context().close();
  });

  it('opens from its address for another person, who can save it as a new report', async () => {
    const definition: Report = {
      type: 'ticket',
      chart: 'table',
      filter: { and: [{ field: 'status', op: 'in', value: ['open', 'blocked'] }] },
      groupBy: [{ field: 'project' }],
      measures: [{ fn: 'sum', field: 'estimate' }],
      sort: [{ by: 'sum_estimate', dir: 'asc' }],
    };
    const { id } = await scene.make('Sent on', byStatus);
    const other = await scene.arrive('/reports', 'member');
    const address = `/reports/${id}?q=${encodeURIComponent(JSON.stringify(definition))}&base=1`;
    await openReport(page, address);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'More actions for Sent on' }).click();
    await page.getByRole('menuitem', { name: 'Copy link with changes' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await openReport(other, copied);
    const cells = async (at: Page) => {
      const answer = at.getByRole('region', { name: 'Answer' });
      await answer.getByRole('table').waitFor();
      return answer.locator('tr').allTextContents();
    };
    assert.deepEqual(await cells(other), await cells(page));
    await wordOf(other, 'Order of Sum of Estimate in hours: smallest first').waitFor();
    await other.getByRole('button', { name: 'Save as new' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await other.getByRole('heading', { level: 1, name: 'Sent on (copy)' }).waitFor();
    const saved = await scene.get<SavedReport>(new URL(other.url()).pathname.replace('/reports', '/api/reports'));
    assert.deepEqual(saved.definition, definition);
    assert.deepEqual((await scene.get<SavedReport>(`/api/reports/${id}`)).definition, byStatus);
    await other.context().close();
  });

  it('opens unsaved from the answer of the agent tool, and can be saved as a new report', async () => {
    const asked = await page.request.post('/mcp', {
      headers: { origin: scene.product.url, accept: 'application/json, text/event-stream' },
      data: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'query_records', arguments: { type: 'note', groupBy: 'title' } },
      },
    });
    const { result } = (await asked.json()) as { result: { structuredContent: { link: string } } };
    const { pathname, search } = new URL(result.structuredContent.link);
    await openReport(page, `${pathname}${search}`);
    await page.getByRole('heading', { level: 1, name: 'Unsaved question' }).waitFor();
    await page.getByText(/only this page's link has it\. Save it as a new report/).waitFor();
    const show = (wanted: string) => waitFor(`the bars ${wanted}`, async () => (await marksOf(page)).join() === wanted);
    await show('E: 5,D: 4,C: 3,B: 2,A: 1');
    for (const name of ['Save', 'Reset'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0);
    await pick(page, 'Grouped by, how many: all groups', 'the 3 largest');
    await show('E: 5,D: 4,C: 3');
    await page.reload();
    await show('E: 5,D: 4,C: 3');
    await page.getByRole('button', { name: 'Save as new' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Of the tool');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Of the tool' }).waitFor();
    const id = new URL(page.url()).pathname.replace('/reports/', '');
    const { definition } = await scene.get<SavedReport>(`/api/reports/${id}`);
    assert.deepEqual(definition.groupBy, [{ field: 'title', top: 3 }]);
    await page.goto('/reports/new?q=%7B');
    await page.getByText("The question in this link can't be read").waitFor();
  });

  it('shows no link on the combined group of a field with several values', async () => {
    const groupBy = [{ field: 'labels', top: 1, other: true }];
    const { id } = await scene.make('Labels', { type: 'ticket', chart: 'bars', groupBy });
    await openReport(page, `/reports/${id}`);
    const others = page.locator('svg [data-mark^="Other: "]');
    await others.waitFor();
    const looks = await others.evaluate((mark) => [mark.tagName, getComputedStyle(mark).cursor]);
    assert.deepEqual(looks, ['g', 'default']);
    assert.equal(
      await page
        .locator('svg a[data-mark]')
        .first()
        .evaluate((mark) => getComputedStyle(mark).cursor),
      'pointer',
    );
    await page.getByRole('region', { name: 'Answer' }).getByText('Table', { exact: true }).click();
    const cell = page.getByRole('rowheader', { name: 'Other' });
    await cell.waitFor();
    assert.equal(await cell.getByRole('link').count(), 0);
  });

  it('is answered from the cache unless counted again', async () => {
    const { id } = await scene.make('Kept', byTitle);
    const asked = page.waitForRequest((request) => request.url().includes(`/api/reports/${id}/answer`));
    await openReport(page, `/reports/${id}`);
    // As the browser sends it: with `no-cache`, every view would trigger a count.
    assert.equal((await (await asked).allHeaders())['cache-control'], 'max-age=60');
  });

  it("shows another person's version next to one's own on conflict, and loses neither", async () => {
    const { id } = await scene.make('Two at once', byStatus);
    await openReport(page, `/reports/${id}`);
    await wordOf(page, 'Grouped by: Status').click();
    await page.getByRole('option', { name: 'Priority', exact: true }).click();
    const theirs: Report = { ...byStatus, groupBy: [{ field: 'project' }] };
    await scene.send('PATCH', `/api/reports/${id}`, { revision: 1, definition: theirs });
    await saveButton(page).click();
    const both = page.getByRole('alert').filter({ hasText: 'Somebody saved this report while you were editing it' });
    await both.getByText('Number of Tickets by Priority.').waitFor();
    await both.getByText('Number of Tickets by Project.').waitFor();
    await both.getByRole('button', { name: 'Take theirs' }).click();
    await wordOf(page, 'Grouped by: Project').waitFor();
    assert.deepEqual([await both.count(), await saveButton(page).count()], [0, 0]);
    await wordOf(page, 'Grouped by: Project').focus();
    await page.keyboard.press('Control+z');
    await wordOf(page, 'Grouped by: Priority').waitFor();
    await saveButton(page).click();
    await both.getByRole('button', { name: 'Save mine over theirs' }).click();
    await saveButton(page).waitFor({ state: 'detached' });
    assert.equal(await both.count(), 0);
    const saved = await scene.get<SavedReport>(`/api/reports/${id}`);
    assert.deepEqual([saved.revision, saved.definition.groupBy], [3, [{ field: 'priority' }]]);
  });

  it('asks once about unsaved changes when the page is left', async () => {
    const { id } = await scene.make('Leaving', byStatus);
    await openReport(page, `/reports/${id}`);
    await page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name: 'Table' }).click();
    await saveButton(page).waitFor();
    await page.getByRole('link', { name: 'Runs' }).click();
    const asks = page.getByRole('dialog', { name: 'You have unsaved changes' });
    await asks.getByRole('button', { name: 'Keep editing' }).last().click();
    assert.ok(page.url().includes(id));
    await page.getByRole('link', { name: 'Runs' }).click();
    await asks.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    assert.equal((await scene.get<SavedReport>(`/api/reports/${id}`)).definition.chart, 'bars');
  });

  const reports = /\/api\/reports\//;
  const saveSlowly = () =>
    page.route(reports, async (route) => {
      if (route.request().method() === 'PATCH') await sleep(1_000);
      await route.continue();
    });

  for (const when of ['that was under way', 'that was asked for there'])
    it(`is left by Back once the save ${when} is done, and the dialog stays until then`, async () => {
      const name = `Back while saving: ${when}`;
      const { id } = await scene.make(name, byStatus);
      await page.goto('/runs');
      await page.getByRole('link', { name: 'Reports', exact: true }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await saveSlowly();
      await page.getByRole('radiogroup', { name: 'Shown as' }).getByRole('radio', { name: 'Table' }).click();
      await saveButton(page).waitFor();
      if (when === 'that was under way') await saveButton(page).click();
      await page.goBack();
      const asks = page.getByRole('dialog', { name: 'You have unsaved changes' });
      await asks.waitFor();
      if (when !== 'that was under way') await asks.getByRole('button', { name: 'Save', exact: true }).click();
      await page.keyboard.press('Escape');
      await asks.getByRole('button', { name: 'Discard' }).click({ force: true });
      await asks.getByRole('button', { name: 'Keep editing' }).last().click({ force: true });
      assert.equal(await asks.count(), 1);
      await page.getByRole('heading', { level: 1, name: 'Reports', exact: true }).waitFor();
      await page.waitForTimeout(500);
      assert.equal(new URL(page.url()).pathname, '/reports');
      assert.equal((await scene.get<SavedReport>(`/api/reports/${id}`)).definition.chart, 'table');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    });

  it('shows why a chart cannot show it, and which part is invalid', async () => {
    const { id } = await scene.make('Charts', byStatus);
    await openReport(page, `/reports/${id}`);
    const line = page.getByRole('radio', { name: 'Line' });
    assert.equal(await line.getAttribute('aria-disabled'), 'true');
    await line.click({ force: true });
    await page.getByText('A line shows change over time: group by a date first.').first().waitFor();
    const gone = { ...byStatus, groupBy: [{ field: 'colour' }] };
    await page.goto(`/reports/${id}?q=${encodeURIComponent(JSON.stringify(gone))}`);
    const part = page.getByRole('group', { name: 'Grouped by' });
    await part.getByText('Tickets have no field “colour”.').waitFor();
    await page.getByText("This question isn't valid").waitFor();
  });

  it('shows that the branch has lost its record type, with its content and its actions', async () => {
    const { id } = await scene.make('Orphan', { ...byStatus, type: 'note', groupBy: [{ field: 'title' }] });
    const other = await scene.arrive('/reports', 'viewer');
    for (const one of [page, other]) {
      await one.route('**/api/types?*', async (route) => {
        const response = await route.fetch();
        const types = (await response.json()) as { name: string }[];
        await route.fulfill({ response, json: types.filter(({ name }) => name !== 'note') });
      });
      await one.route('**/api/query/fields?*', (route) => {
        const detail = 'The branch "main" has no record type "note": GET /api/types lists the available types.';
        const body = JSON.stringify({ code: 'not_found', status: 404, title: 'Not found', detail });
        return route.fulfill({ status: 404, contentType: 'application/problem+json', body });
      });
      await one.goto(`/reports/${id}`);
      await one.getByRole('heading', { level: 1, name: 'Orphan' }).waitFor();
      await one.getByRole('alert', { name: 'This branch has no records of the type “note”' }).waitFor();
      await one.getByText('Number of note by title.').waitFor();
      assert.equal(await one.getByText('/api/').count(), 0);
      await one.getByRole('button', { name: 'More actions for Orphan' }).click();
      await one.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    }
    // Other branches may have the type.
    const offered = (await other.getByRole('menuitem').allInnerTexts()).filter((text) => !text.startsWith('Compare'));
    assert.deepEqual(offered, ['Copy link']);
    await other.context().close();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor({ state: 'detached' });
    await checkAccessible(page);
    await takePicture(page, 'report-type-gone');
    await page.getByRole('button', { name: 'More actions for Orphan' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Left over');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'More actions for Left over' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.waitForURL('**/reports');
    await scene.send('GET', `/api/reports/${id}`, undefined, 404);
    await page.unroute('**/api/types?*');
    await page.unroute('**/api/query/fields?*');
    await page.reload();
  });

  it('names its conditions if it has no answer, and each can be removed there', async () => {
    const { id } = await scene.make('None', {
      ...byStatus,
      filter: { and: [{ field: 'title', op: 'eq', value: 'no such title' }] },
    });
    await openReport(page, `/reports/${id}`);
    await page.getByText(/^0 of 48 Tickets meet the conditions/).waitFor();
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await waitFor('bars', async () => (await marksOf(page)).length > 0);
  });

  it('explains a number without a value, and names the conditions that no record meets', async () => {
    const { id } = await scene.make('No average', {
      type: 'ticket',
      chart: 'number',
      filter: { and: [{ field: 'estimate', op: 'gt', value: 9999 }] },
      measures: [{ fn: 'avg', field: 'estimate' }],
    });
    await openReport(page, `/reports/${id}`);
    await page.getByText('No matching record has a value, so there is no “Average of Estimate').waitFor();
    await page.getByText(/^0 of 48 Tickets meet the conditions/).waitFor();
    await page.getByRole('button', { name: 'Estimate in hours', exact: true }).click();
    await page.getByText('No matching record has a value').waitFor({ state: 'detached' });
    // Records match here, but none of them has a value.
    const empty = await scene.make('Nothing closed', {
      type: 'ticket',
      chart: 'number',
      filter: { and: [{ field: 'closedAt', op: 'empty' }] },
      measures: [{ fn: 'max', field: 'closedAt' }],
    });
    await openReport(page, `/reports/${empty.id}`);
    await page.getByText('No matching record has a value').waitFor();
    assert.equal(await page.getByText(/meet the conditions/).count(), 0);
  });

  it('leads from a bar to its records, by keyboard too', async () => {
    const { id } = await scene.make('Down', byStatus);
    await openReport(page, `/reports/${id}`);
    const chart = page.getByRole('group', { name: 'Down', exact: true });
    await chart.locator('a').first().focus();
    await page.keyboard.press('ArrowRight');
    const second = (await marksOf(page))[1]!;
    await waitFor('the focus to be on the second bar', async () => (await focusedOf(page)) === second);
    const [label, count] = second.split(': ');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
    await page.getByText(`Where Status is ${label}.`).waitFor();
    await page.getByText(`${count} records`, { exact: true }).waitFor();
    assert.equal(await page.getByRole('columnheader').nth(2).textContent(), 'Status');
    await waitFor('as many records', async () => (await recordRows(page).count()) === Number(count));
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Down' }).waitFor();
  });

  it('leads from a bar to its records with the maximum number of conditions', async () => {
    const conditions = Array.from(
      { length: 50 },
      (_, at) => ({ field: 'title', op: 'ne', value: `No ${at}` }) as const,
    );
    const { id } = await scene.make('Many conditions', { ...byStatus, filter: { and: conditions } });
    await openReport(page, `/reports/${id}`);
    const [first] = await marksOf(page);
    await page.locator('svg a[data-mark]').first().click();
    await page.getByText(`${countOf(first!)} records`, { exact: true }).waitFor();
    await page.getByRole('gridcell', { name: 'Billing' }).first().waitFor();
  });

  it("shows its records in its own time zone, and says so if that differs from the reader's", async () => {
    const { id } = await scene.send<{ id: string }>(
      'POST',
      '/api/records?type=note',
      { fields: { title: 'Zoned' } },
      201,
    );
    const { createdAt } = await scene.get<{ createdAt: string }>(`/api/records/${id}?type=note`);
    const filter = { and: [{ field: 'title', op: 'eq', value: 'Zoned' }] };
    const list = async (timezone: string) => {
      const address = new URLSearchParams({ type: 'note', filter: JSON.stringify(filter), timezone });
      await page.goto(`/records?${address.toString()}`);
      return (await recordRows(page).getByRole('gridcell').last().textContent())!;
    };
    const zoneNote = page.getByText(/^Days and times are in the time zone/);
    const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    const timeIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(createdAt));
    const there = await list('Pacific/Marquesas');
    assert.match(there, new RegExp(`${timeIn('Pacific/Marquesas')}$`));
    assert.match((await zoneNote.textContent())!, /Pacific\/Marquesas, which is not yours\.$/);
    const here = await list(own);
    assert.match(here, new RegExp(`${timeIn(own)}$`));
    assert.equal(await zoneNote.count(), 0);
    assert.notEqual(here, there);
  });

  it('labels recurring units and hours by its clock in chart, table and records', async () => {
    const { id } = await scene.make('By hour', { type: 'note', chart: 'bars', groupBy: [{ field: 'title' }] });
    await openReport(page, `/reports/${id}`);
    await pick(page, 'Grouped by: Title', 'Created at');
    const units: [unit: string, label: RegExp, tick: RegExp][] = [
      ['hour of the day', /^\d\d:00: \d+$/, /^\d\d:00$/],
      ['day of the week', /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day: \d+$/, /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/],
      ['month of the year', /^[A-Z][a-z]+: \d+$/, /^[A-Z][a-z]{2,3}$/],
    ];
    const periodWord = page.getByRole('button', { name: /^Grouped by, period: / });
    for (const [unit, label, tick] of units) {
      await periodWord.click();
      await page.getByRole('option', { name: `by ${unit}`, exact: true }).click();
      await waitFor(`bars by ${unit}`, async () => (await marksOf(page)).every((mark) => label.test(mark)));
      const ticks = await page.locator('svg[role] text, svg text').allTextContents();
      assert.ok(
        ticks.some((text) => tick.test(text)),
        `${unit}: ${ticks.join(' | ')}`,
      );
    }
    // All notes were created just now; grouping by hour needs a filter that gives the start.
    const filter = { field: 'createdAt', op: 'gte', value: 'today-1d' } as const;
    const definition: Report = {
      type: 'note',
      chart: 'bars',
      filter: { and: [filter] },
      groupBy: [{ field: 'createdAt', unit: 'day' }],
    };
    const bounded = await scene.make('Of yesterday and today', definition);
    await openReport(page, `/reports/${bounded.id}`);
    await periodWord.click();
    await page.getByRole('option', { name: 'by hour', exact: true }).click();
    const isHour = /^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:00: (\d+)$/;
    await waitFor('bars by hour', async () => (await marksOf(page)).every((mark) => isHour.test(mark)));
    // A table leaves out hours without records.
    const first = (await marksOf(page)).find((mark) => countOf(mark) > 0);
    await page
      .getByRole('button', { name: 'Table', exact: true })
      .or(page.getByRole('radio', { name: 'Table' }))
      .first()
      .click();
    const [hour, count] = first!.split(/: (?=\d+$)/);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: hour!, exact: true }) });
    assert.equal(await row.getByRole('cell').first().textContent(), count);
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
    await waitFor('as many records', async () => (await recordRows(page).count()) === Number(count));
  });

  it('can be restored unchanged after deletion, on its dashboards too', async () => {
    const report = await scene.make('To be deleted', byStatus);
    const { id } = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Has it' }, 201);
    await scene.send('POST', `/api/dashboards/${id}/tiles`, { report: report.id, width: 2 }, 201);
    const tiles = async () => (await scene.get<Dashboard[]>('/api/dashboards')).find((one) => one.id === id)!.tiles;
    const [tile] = await tiles();
    await openReport(page, `/reports/${report.id}`);
    await page.getByRole('button', { name: 'More actions for To be deleted' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('To be deleted was deleted').first().waitFor();
    assert.equal((await tiles())[0]!.isDeleted, true);
    await page.getByRole('tab', { name: 'Has it' }).click();
    await page.getByText('This report was deleted.').waitFor();
    const restoring = `**/api/reports/${report.id}/restore*`;
    await page.route(restoring, (route) => route.abort());
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').filter({ hasText: "Couldn't undo: To be deleted was deleted" }).waitFor();
    assert.equal((await tiles())[0]!.isDeleted, true);
    await page.unroute(restoring);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('article', { name: 'To be deleted' })
      .getByText(/^Counted at/)
      .waitFor();
    assert.deepEqual(await tiles(), [tile]);
    assert.deepEqual((await scene.get<SavedReport>(`/api/reports/${report.id}`)).definition, byStatus);
  });
});

/** The number in a bar's label. */
function countOf(mark: string): number {
  return Number(mark.split(': ')[1]);
}
