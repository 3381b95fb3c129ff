import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, looksOrOnly, takePicture, wideLight } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

const branch = 'workflow-pages';

describe('the pages of workflows', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  // The product is shared: a branch that stays would show in its branch picker.
  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
    const definition = {
      name: 'Close the month',
      trigger: {
        kind: 'button',
        label: 'Close it',
        inputs: [
          { name: 'month', label: 'Month', kind: 'day', required: true },
          { name: 'limit', label: 'Limit', kind: 'number' },
        ],
      },
      steps: [
        {
          id: 'note',
          kind: 'createRecord',
          type: 'note',
          fields: { title: "Month {{trigger.inputs.month|date 'LLLL yyyy'}}" },
        },
        {
          id: 'enough',
          kind: 'condition',
          name: 'Is it small?',
          if: { left: '{{trigger.inputs.limit}}', op: 'lt', right: 10 },
          then: [
            { id: 'stop', kind: 'stop', name: 'Too small', as: 'failed', message: 'Only {{trigger.inputs.limit}}' },
          ],
        },
      ],
    };
    await scene.send('POST', `/api/workflows?branch=${branch}`, { name: definition.name, definition }, 201);
  });

  const row = (name: string) =>
    page.getByRole('table', { name: 'Workflows' }).getByRole('row').filter({ hasText: name });
  const status = (word: string) => page.getByText(word, { exact: true }).first();

  it('list what starts each, whether it is on, and how its last runs ended', async () => {
    await page.goto(`/workflows?branch=${branch}`);
    const own = row('Close the month');
    await own.getByText('Button · Close it').waitFor();
    await own.getByRole('cell', { name: 'Has not run yet' }).waitFor();
    await row('Tell issue authors how busy we are').getByText('Connector Trigger · github, issues.opened').waitFor();
    const isOn = page.getByRole('switch', { name: 'Close the month is on' });
    assert.equal(await isOn.isChecked(), false);
    await isOn.press('Space');
    await page.getByRole('status').getByText('Close the month is on').waitFor({ state: 'attached' });
    await page.reload();
    await row('Close the month').waitFor();
    assert.equal(await isOn.isChecked(), true);
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('month');
    await row('Tell issue authors').waitFor({ state: 'detached' });
    await page.waitForURL(/find=month/);
  });

  it('start one by hand with its inputs, and show the run', async () => {
    await page.goto(`/workflows?branch=${branch}`);
    await page.getByRole('button', { name: 'Start Close the month' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close it' }).click();
    await dialog.getByText('A value is needed.').waitFor();
    await dialog.getByLabel('Month', { exact: true }).fill('2026-11-01');
    await dialog.getByLabel('Limit (optional)').fill('7');
    await checkAccessible(page);
    await takePicture(page, 'workflow-start');
    await dialog.getByRole('button', { name: 'Close it' }).click();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    await status('Failed').waitFor();
    await page.getByText('Only 7').first().waitFor();
    await page.getByText('By hand').waitFor();
    const notes = await scene.get<{ records: { fields: { title: string } }[] }>(
      `/api/records?type=note&branch=${branch}`,
    );
    assert.ok(notes.records.some(({ fields }) => fields.title === 'Month November 2026'));
  });

  it('run it again from the failed step or from the start, and say which version', async () => {
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('menuitem', { name: /From the start, as it is now/ }).waitFor();
    await checkAccessible(page);
    await takePicture(page, 'run-again');
    const first = page.url();
    await page.getByRole('menuitem', { name: /From the failed step, Too small/ }).click();
    await page.waitForURL((url) => url.href !== first);
    await page.getByRole('definition').filter({ hasText: /^2$/ }).waitFor();
    await status('Failed').waitFor();
    const notes = await scene.get<{ records: object[] }>(`/api/records?type=note&branch=${branch}`);
    assert.equal(notes.records.filter((note) => JSON.stringify(note).includes('Month November')).length, 1);
    await page.getByRole('definition').getByRole('link').click();
    await page.waitForURL(first);
  });

  it('start one for a record, from its row', async () => {
    const definition = {
      name: 'Copy a ticket',
      trigger: { kind: 'button', label: 'Copy', record: 'ticket' },
      steps: [
        { id: 'note', kind: 'createRecord', type: 'note', fields: { title: 'Of {{trigger.record.fields.title}}' } },
      ],
    };
    await scene.send('POST', `/api/workflows?branch=${branch}`, { name: definition.name, definition }, 201);
    await page.goto(`/records?type=ticket&branch=${branch}`);
    const button = page.getByRole('button', { name: /^Start a workflow for / }).first();
    const title = (await button.getAttribute('aria-label'))!.replace('Start a workflow for ', '');
    await checkAccessible(page);
    await button.click();
    await page.getByRole('menuitem', { name: 'Copy (Copy a ticket)' }).click();
    await page
      .getByRole('dialog', { name: `Start Copy a ticket for “${title}”?` })
      .getByRole('button', { name: 'Copy' })
      .click();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    await status('Completed').waitFor();
    const notes = await scene.get<{ records: { fields: { title: string } }[] }>(
      `/api/records?type=note&branch=${branch}`,
    );
    assert.ok(notes.records.some(({ fields }) => fields.title === `Of ${title}`));
  });

  for (const { width, colorScheme } of looksOrOnly(wideLight)) {
    it(`are accessible and fit, ${colorScheme} and ${width} px wide`, async () => {
      const one = await scene.browser.openSignedIn(`/workflows?branch=${branch}`, {
        viewport: { width, height: 800 },
        colorScheme,
      });
      await one.getByRole('table', { name: 'Workflows' }).waitFor();
      await one.getByRole('link', { name: /^Failed / }).waitFor();
      await takePicture(one, `workflows-${width}-${colorScheme}`);
      await checkAccessible(one);
      await checkNoSidewaysScroll(one);
      await one.context().close();
    });
  }
});
