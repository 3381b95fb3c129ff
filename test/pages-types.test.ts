import assert from 'node:assert/strict';
import type { RecordType } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  checkTargetSizes,
  narrowDark,
  takePicture,
  wideLight,
} from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

describe('the Types page', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  // The types of the test go with its branch.
  const branch = 'types';
  const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}branch=${branch}`;

  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
  });

  async function check(label: string): Promise<void> {
    await takePicture(page, label);
    await checkAccessible(page);
    await checkNoSidewaysScroll(page);
  }
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });

  it('lists the types with their app, fields and records; those of an app are read-only', async () => {
    await page.goto(at('/types'));
    await row('Tickets').getByText('App work').waitFor();
    await check('types');
    await page.getByRole('link', { name: 'Tickets' }).click();
    await page.getByText('It comes with the app work and is read-only here.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add field' }).count(), 0);
    await check('type-of-app');
  });

  it('adds a type and its fields, with choices in colours, and saves them as a whole', async () => {
    await page.goto(at('/types'));
    await page.getByRole('button', { name: 'New type' }).click();
    const naming = page.getByRole('dialog', { name: 'New type' });
    await naming.getByLabel('Name', { exact: true }).fill('Order');
    await naming.getByRole('button', { name: 'Add type' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();

    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a field' });
    await dialog.getByLabel('Label', { exact: true }).fill('State');
    await dialog.getByLabel('Kind').selectOption('Choice');
    for (const [index, label] of ['New', 'Paid'].entries()) {
      await dialog.getByRole('button', { name: 'Add a choice' }).click();
      await dialog.getByLabel(`Choice ${index + 1}`, { exact: true }).fill(label);
    }
    await dialog.getByLabel('Colour of choice 2').selectOption('Green');
    await dialog.getByLabel('Default').selectOption('New');
    await dialog.getByLabel('Required').check();
    await check('type-field');
    await dialog.getByRole('button', { name: 'Add field' }).click();

    await page.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByLabel('Label', { exact: true }).fill('Total');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await row('Total').getByRole('button', { name: 'Move Total up' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    const types = await scene.get<{ name: string; fields: object[] }[]>(at('/api/types'));
    assert.deepEqual(types.find(({ name }) => name === 'order')!.fields.slice(1), [
      { name: 'total', label: 'Total', kind: 'text' },
      {
        ...{ name: 'state', label: 'State', kind: 'choice', required: true },
        options: [
          { value: 'new', label: 'New' },
          { value: 'paid', label: 'Paid', color: 3 },
        ],
        default: 'new',
      },
    ]);
  });

  it('shows what a change of kind would lose before anything is saved', async () => {
    for (const total of ['12', 'twelve']) {
      await scene.send('POST', at('/api/records?type=order'), { fields: { name: `Order of ${total}`, total } }, 201);
    }
    await page.goto(at('/types/order'));
    await row('Total').getByText('12', { exact: true }).waitFor();
    await row('Total').getByRole('button', { name: 'Edit Total' }).click();
    const dialog = page.getByRole('dialog', { name: 'Field Total' });
    await dialog.getByLabel('Kind').selectOption('Number');
    await dialog.getByLabel('Shown as').selectOption('Money');
    await dialog.getByLabel('Currency').fill('EUR');
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Lose 1 value?' });
    await question.getByText('Order of twelve: twelve').waitFor();
    await check('type-loss');
    await question.getByRole('button', { name: 'Save and lose them' }).click();
    await row('Total').getByText('€12').waitFor();
  });

  it('says how many records stand against a required field', async () => {
    await row('Total').getByRole('button', { name: 'Edit Total' }).click();
    const dialog = page.getByRole('dialog', { name: 'Field Total' });
    await dialog.getByLabel('Required').check();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const refused = page.getByRole('dialog', { name: 'The records do not fit yet' });
    await refused.getByText('because 1 record has no value').waitFor();
    await refused.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Reset' }).click();
  });

  it('does not save over what somebody else changed: it says what, and takes it over', async () => {
    await page.goto(at('/types/order'));
    await page.getByLabel('Name of several').fill('Sales orders');
    const { type } = await scene.get<{ type: RecordType }>(at('/api/types/order'));
    const { name, label, plural, labelField } = type;
    const fields = [...type.fields, { name: 'due', label: 'Due', kind: 'day' }];
    await scene.send('PUT', at('/api/types/order'), { type: { name, label, plural, labelField, fields } }, 200);
    await page.getByRole('button', { name: 'Save' }).click();
    const refused = page.getByRole('dialog');
    const note = page.getByRole('alert').filter({ hasText: 'changed this type' });
    await note.getByText('New field Due').waitFor();
    assert.equal(await refused.count(), 0);
    await check('type-others-change');
    await note.getByRole('button', { name: 'Take over the changes' }).click();
    await row('Due').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sales orders' }).waitFor();
    const saved = await scene.get<{ type: { plural: string; fields: { name: string }[] } }>(at('/api/types/order'));
    assert.deepEqual([saved.type.plural, saved.type.fields.at(-1)!.name], ['Sales orders', 'due']);
    await page.getByLabel('Name of several').fill('Orders');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders', exact: true }).waitFor();
  });

  it('names a removed choice that records still have', async () => {
    await page.goto(at('/types/order'));
    await row('State').getByRole('button', { name: 'Edit State' }).click();
    const dialog = page.getByRole('dialog', { name: 'Field State' });
    await dialog.getByRole('button', { name: 'Remove choice 1' }).click();
    await dialog.getByLabel('Default').selectOption('Paid');
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The choice “New” is gone, and 2 records have it.').waitFor();
    await check('type-choice');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
  });

  it('names what a removed field would stop, with links, before it is saved', async () => {
    const definition = { type: 'order', chart: 'number', measures: [{ fn: 'sum', field: 'total' }] };
    const report = { name: 'Turnover', definition };
    const { id } = await scene.send<{ id: string }>('POST', at('/api/reports'), report, 201);
    const view = { name: 'Dear orders', definition: { type: 'order', fields: ['name', 'total'] } };
    const { id: viewId } = await scene.send<{ id: string }>('POST', at('/api/views'), view, 201);
    await page.goto(at('/types/order'));
    await row('Total').getByRole('button', { name: 'Remove Total' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog');
    const stops = question.getByRole('region', { name: 'What stops working' });
    await stops.getByText('Turnover (report)').waitFor();
    assert.match((await stops.getByRole('link', { name: 'Turnover' }).getAttribute('href'))!, new RegExp(id));
    const link = stops.getByRole('link', { name: 'Dear orders' });
    assert.match((await link.getAttribute('href'))!, new RegExp(`^/records/order\\?.*view=.*${viewId}`));
    await check('type-stops');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await scene.send('DELETE', at(`/api/reports/${id}`), undefined, 204);
  });

  it('works with the keyboard and on a phone', async () => {
    await page.setViewportSize({ width: narrowDark.width, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(at('/types/order'));
    await row('State').getByRole('button', { name: 'Move State up' }).focus();
    await page.keyboard.press('Enter');
    await row('State').getByRole('button', { name: 'Remove State' }).focus();
    await page.keyboard.press('Enter');
    await row('State').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row('State').waitFor();
    await check('type-phone');
    await checkTargetSizes(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.goto(at('/types'));
    await check('types-phone');
    await page.setViewportSize({ width: wideLight.width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('removes a type after saying what goes with it', async () => {
    await page.goto(at('/types/order'));
    await page.getByRole('button', { name: 'Remove …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the type Order?' });
    await dialog.getByText('Its 2 records go with it.').waitFor();
    await dialog.getByRole('button', { name: 'Remove Order' }).click();
    await page.getByRole('heading', { level: 1, name: 'Types' }).waitFor();
    await row('Orders').waitFor({ state: 'detached' });
  });
});
