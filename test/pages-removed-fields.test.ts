import assert from 'node:assert/strict';
import { MongoClient, type Collection } from 'mongodb';
import type { RecordType, Report } from '@tallyhook/schemas';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, looksOrOnly, narrowDark, takePicture } from './page-browser.ts';
import { mongodbUri } from './product.ts';
import { pick, withReportScene, type Dashboard, type ReportScene } from './report-scene.ts';

interface BranchDocument {
  types: RecordType[];
}

const gadget = {
  name: 'gadget',
  label: 'Gadget',
  plural: 'Gadgets',
  labelField: 'name',
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'colour', label: 'Colour', kind: 'text' },
    { name: 'weight', label: 'Weight', kind: 'number' },
  ],
};
const maker = { ...gadget, name: 'maker', label: 'Maker', plural: 'Makers', fields: [gadget.fields[0]] };

const byColour: Report = {
  type: 'gadget',
  chart: 'bars',
  filter: {
    and: [
      { field: 'colour', op: 'nempty' },
      {
        or: [
          { field: 'colour', op: 'eq', value: 'red' },
          { field: 'colour', op: 'eq', value: 'blue' },
        ],
      },
    ],
  },
  measures: [{ fn: 'sum', field: 'weight' }],
  groupBy: [{ field: 'colour' }],
};

const noColour = 'Gadgets have no field “colour”.';
const noWeight = 'Gadgets have no field “weight”.';

describe('a report whose fields or records were removed', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let database: MongoClient;
  let dashboard: Dashboard;
  let report: string;

  after(async () => {
    await changeTypes((types) => types.filter(({ name }) => name !== 'gadget' && name !== 'maker'));
    await database?.close();
  });
  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    database = await MongoClient.connect(await mongodbUri(scene.product));
    for (const type of [gadget, maker]) await scene.send('POST', '/api/types', type, 201);
    ({ id: report } = await scene.make('Weight by colour', byColour));
    const { id: makers } = await scene.make('How many makers', { type: 'maker', chart: 'number' });
    const { id } = await scene.send<Dashboard>('POST', '/api/dashboards', { name: 'Left behind' }, 201);
    for (const one of [report, makers])
      dashboard = await scene.send('POST', `/api/dashboards/${id}/tiles`, { report: one, width: 2 }, 201);
    await changeTypes((types) =>
      types
        .filter(({ name }) => name !== 'maker')
        .map((type) => (type.name === 'gadget' ? { ...type, fields: type.fields.slice(0, 1) } : type)),
    );
  });

  /** Changes the branch's types like a new version of their app does. */
  async function changeTypes(change: (types: RecordType[]) => RecordType[]): Promise<void> {
    const branches = await branchesOfGadgets();
    const { _id, types } = (await branches.findOne({ 'types.name': 'gadget' }))!;
    await branches.updateOne({ _id }, { $set: { types: change(types) } });
  }
  async function branchesOfGadgets(): Promise<Collection<BranchDocument>> {
    const { databases } = await database.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((one) => one.name.startsWith('tallyhook_'))) {
      const branches = database.db(name).collection<BranchDocument>('branches');
      if ((await branches.countDocuments({ 'types.name': 'gadget' })) > 0) return branches;
    }
    throw new Error('No workspace has gadgets.');
  }
  async function checkLooks(name: string): Promise<void> {
    for (const { width, colorScheme } of looksOrOnly(narrowDark)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `${name}-${width}-${colorScheme}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('says so on its tile, by the names of the pages, and what those who look at it can do', async () => {
    const reader = await scene.arrive(`/dashboards/${dashboard.id}`, 'viewer');
    await page.goto(`/dashboards/${dashboard.id}`);
    for (const [one, advice] of [
      [page, 'Open the report and change or remove the marked parts.'],
      [reader, 'Ask somebody who can edit reports here to fix it.'],
    ] as const) {
      const said = one.getByRole('article', { name: 'Weight by colour' }).getByRole('alert');
      await said.getByText(advice).waitFor();
      assert.deepEqual(await said.getByRole('listitem').allTextContents(), [
        `Where: ${noColour}`,
        `Grouped by: ${noColour}`,
        `Measure: ${noWeight}`,
      ]);
      const gone = one.getByRole('article', { name: 'How many makers' }).getByRole('alert');
      await gone.getByText('This branch has no records of the type “maker”.').waitFor();
      await gone.getByText('the report works again').waitFor();
      assert.equal(await one.getByRole('button', { name: 'Try again' }).count(), 0);
    }
    await reader.context().close();
    await checkLooks('tiles-removed');
  });

  it('says so once where it is made: at each part, with what to do beside them', async () => {
    await page.goto(`/reports/${report}`);
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('alert', { name: "This question isn't valid" }).waitFor();
    const question = page.getByRole('region', { name: 'Question' });
    const part = (name: string) => question.getByRole('group', { name, exact: true });
    assert.equal(await part('Where').getByText(noColour).count(), 2);
    assert.equal(await part('Measure').getByText(noWeight).count(), 1);
    assert.equal(await part('Grouped by').getByText(noColour).count(), 1);
    assert.equal(await page.getByText('have no field').count(), 4);
    await answer.getByText(/^4 parts of the question are marked/).waitFor();
    await checkLooks('report-removed');

    await pick(page, 'Grouped by: colour', 'Name');
    await part('Grouped by').getByText(noColour).waitFor({ state: 'detached' });
    await answer.getByText(/^3 parts of the question are marked/).waitFor();
    await page.getByRole('button', { name: 'Remove the condition colour' }).click();
    await page.getByRole('button', { name: 'Remove these conditions' }).click();
    await answer.getByText(/^One part of the question is marked/).waitFor();
    await pick(page, 'Measure: Sum of', 'Number of Gadgets');
    await page.getByText(/^Counted at/).waitFor();
    assert.equal(await page.getByText('have no field').count(), 0);
    assert.equal(await answer.getByRole('alert').count(), 0);
  });
});
