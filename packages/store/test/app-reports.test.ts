import assert from 'node:assert/strict';
import type { App, Dashboard } from '@tallyhook/schemas';
import { appItemId, installApp, workApp } from '../src/apps/index.ts';
import { createBranch, type Branch } from '../src/branches/index.ts';
import { readChanges } from '../src/changes/index.ts';
import { changeDefinition, listDefinitions, saveDefinition } from '../src/definitions/index.ts';
import type { Store } from '../src/index.ts';
import { dropTestStore, openTestStore, problemOf, refusal, workBranch } from './test-store.ts';

const count = { type: 'ticket', chart: 'number' } as const;
const app: App = {
  ...workApp,
  reports: [
    { id: 'all', name: 'All', definition: count },
    { id: 'others', name: 'Others', definition: count },
  ],
  dashboards: [{ id: 'home', name: 'Home', tiles: [{ report: 'others', width: 2 }, { report: 'all' }] }],
};

describe('A report made in an app', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const names = async (on: Branch = branch) =>
    (await listDefinitions(store, on, 'report')).map(({ name, app: from }) => `${name} of ${from}`);

  it('ships with the app, like dashboards, with the same ids on every branch', async () => {
    await installApp(store, branch, app, 'ana');
    assert.deepEqual((await names()).sort(), ['All of work', 'Others of work']);
    const [home] = await listDefinitions(store, branch, 'dashboard');
    assert.partialDeepStrictEqual(home, { name: 'Home', app: 'work', createdBy: 'ana' });
    const ids = ['others', 'all'].map((id) => appItemId('work', 'report', id));
    const { tiles } = home!.definition as Dashboard;
    assert.deepEqual(
      tiles.map(({ report, width }) => [report, width]),
      [
        [ids[0], 2],
        [ids[1], 1],
      ],
    );
    const other = await workBranch(store);
    await installApp(store, other, app, 'ben');
    assert.deepEqual((await listDefinitions(store, other, 'report')).map(({ id }) => id).sort(), [...ids].sort());
    const draft = await createBranch(store, branch.workspaceId, { name: 'draft', from: 'main', by: 'ana' });
    assert.deepEqual(await names(draft), await names());
  });

  it('is read-only where the app is installed', async () => {
    await installApp(store, branch, app, 'ana');
    for (const kind of ['report', 'dashboard'] as const) {
      const [one] = await listDefinitions(store, branch, kind);
      const change = () => ({ name: 'Mine' });
      await assert.rejects(changeDefinition(store, branch, kind, { id: one!.id, change }, 'ana'), refusal('read_only'));
    }
  });

  it('changes with the installed version in one step, and other reports stay', async () => {
    await installApp(store, branch, app, 'ana');
    await saveDefinition(store, branch, 'report', { name: 'Own', definition: count }, 'ana');
    const next: App = {
      ...app,
      version: '9.0.0',
      reports: [
        { id: 'all', name: 'Everything', definition: count },
        { id: 'new', name: 'New', definition: count },
      ],
      dashboards: [],
    };
    await installApp(store, branch, next, 'ben');
    assert.deepEqual((await names()).sort(), ['Everything of work', 'New of work', 'Own of undefined']);
    assert.deepEqual(await listDefinitions(store, branch, 'dashboard'), []);
    const before = (await readChanges(store, branch, { limit: 100 })).length;
    await installApp(store, branch, next, 'ben');
    assert.equal(
      (await readChanges(store, branch, { limit: 100 })).length,
      before,
      'nothing changed, so nothing is logged',
    );
  });

  it('is refused with the app if it names a missing report or repeats an id', async () => {
    const wrong: App = {
      ...app,
      reports: [app.reports![0]!, { ...app.reports![1]!, id: 'all' }],
    };
    const { code, errors } = await problemOf(installApp(store, branch, wrong, 'ana'));
    assert.equal(code, 'invalid_input');
    assert.deepEqual(
      errors.map((mistake) => `${mistake.pointer} ${mistake.code}`),
      ['#/reports/1/id name_taken', '#/dashboards/0/tiles/0/report not_allowed'],
    );
    const shapeless = {
      ...app,
      reports: [{ id: 'all', name: 'All', definition: { type: 'ticket' } }],
    } as unknown as App;
    await assert.rejects(installApp(store, branch, shapeless, 'ana'), refusal('invalid_input'));
    assert.deepEqual(await names(), []);
  });
});
