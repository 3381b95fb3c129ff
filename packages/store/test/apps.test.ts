import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { App, Field } from '@tallyhook/schemas';
import {
  describeUpdate,
  findSamples,
  getReleasedApp,
  installPackage,
  listAppOffers,
  loadSamples,
  releaseApp,
  removeApp,
  removeSamples,
} from '../src/app-packages/index.ts';
import { appItemId, checkWholeApp, defineType, listInstalledApps } from '../src/apps/index.ts';
import { createMainBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { listDefinitions, saveDefinition } from '../src/definitions/index.ts';
import { ensureIndexes, newId, type Store } from '../src/index.ts';
import { createRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore, problemOf, refusal } from './test-store.ts';

const total: Field = { name: 'total', label: 'Total', kind: 'text' };

const makeApp = (version: string, fields: Field[] = [total], more: Partial<App> = {}): App => ({
  ...{ id: 'billing', name: 'Billing', version, description: 'Invoices' },
  types: [
    {
      ...{ name: 'invoice', label: 'Invoice', plural: 'Invoices', labelField: 'number' },
      fields: [{ name: 'number', label: 'Number', kind: 'text', required: true }, ...fields],
    } as App['types'][number],
  ],
  reports: [{ id: 'all', name: 'All invoices', definition: { type: 'invoice', chart: 'number' } }],
  dashboards: [{ id: 'money', name: 'Money', tiles: [{ report: 'all' }] }],
  workflows: [
    {
      ...{ id: 'count', name: 'Count' },
      definition: { trigger: { kind: 'button' }, steps: [{ id: 'all', kind: 'runReport', report: 'all' }] },
    },
  ],
  samples: [{ type: 'invoice', records: [{ id: 'first', fields: { number: 'S-1' } }] }],
  ...more,
});

describe('An app', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
    await ensureIndexes(store);
  });

  beforeEach(async () => {
    branch = await createMainBranch(store, newId(), { by: 'ana' });
  });

  after(() => dropTestStore(store));

  const install = async (app: App, acceptLoss?: boolean) => {
    branch = await installPackage(store, branch, { app, acceptLoss }, 'ana');
  };
  const names = async (kind: 'report' | 'dashboard' | 'workflow') =>
    (await listDefinitions(store, branch, kind)).map(({ name, app }) => `${name} of ${app}`);
  const values = async () =>
    (await listRecords(store, branch, 'invoice', { limit: 100 })).records.map(({ fields }) => fields.total ?? null);

  it('is released once per version and never changes; the newest is offered', async () => {
    const release = (app: App, sha256: string) =>
      releaseApp(store, { app, sha256 }, { workspaceId: branch.workspaceId, by: 'ana' });
    const { isPublic } = await release(makeApp('1.9.0'), 'a'.repeat(64));
    assert.equal(isPublic, false);
    await release(makeApp('1.10.0'), 'b'.repeat(64));
    await release(makeApp('1.9.0'), 'a'.repeat(64));
    await assert.rejects(release(makeApp('1.9.0', []), 'c'.repeat(64)), refusal('already_exists'));
    const offers = await listAppOffers(store, branch.workspaceId);
    assert.deepEqual(
      offers.map(({ app, version }) => [app, version]),
      [['billing', '1.10.0']],
    );
    const { app } = await getReleasedApp(store, branch.workspaceId, { app: 'billing', version: '1.9.0' });
    assert.deepEqual(app, makeApp('1.9.0'));
    await assert.rejects(getReleasedApp(store, newId(), { app: 'billing' }), refusal('not_found'));
  });

  it('brings types, reports, dashboards and workflows that run its own reports', async () => {
    await install(makeApp('1.0.0'));
    assert.deepEqual(
      [await names('report'), await names('dashboard'), await names('workflow')],
      [['All invoices of billing'], ['Money of billing'], ['Count of billing']],
    );
    const [workflow] = await listDefinitions(store, branch, 'workflow');
    assert.deepEqual(workflow!.definition, {
      ...{ trigger: { kind: 'button' }, name: 'Count' },
      steps: [{ id: 'all', kind: 'runReport', report: appItemId('billing', 'report', 'all') }],
    });
    assert.partialDeepStrictEqual(await listInstalledApps(store, branch), [
      { app: 'billing', version: '1.0.0', installedBy: 'ana' },
    ]);
  });

  it('names a choice that is gone, with its records, instead of another kind of field', async () => {
    const options = ['new', 'paid'].map((value) => ({ value, label: value }));
    const state: Field = { name: 'state', label: 'State', kind: 'choice', options };
    await install(makeApp('1.0.0', [state]));
    await createRecord(store, branch, 'invoice', { number: '1', state: 'paid' }, 'ben');
    const next = (kept: string) =>
      makeApp('2.0.0', [{ ...state, options: options.filter(({ value }) => value === kept) }]);
    const told = async (kept: string) => (await describeUpdate(store, branch, next(kept))).changes;
    assert.deepEqual(await told('new'), [
      {
        weight: 'loss',
        text: 'State of Invoice no longer has the choice "paid" (1 record has it): choose another one for these records first, or keep it',
      },
    ]);
    assert.deepEqual(await told('paid'), [
      { weight: 'change', text: 'State of Invoice has fewer choices; no record has the others' },
    ]);
  });

  it('tells what an update would change, and loses nothing without consent', async () => {
    await install(makeApp('1.0.0'));
    for (const value of ['5', 'five']) {
      await createRecord(store, branch, 'invoice', { number: value, total: value }, 'ben');
    }
    const next = makeApp('2.0.0', [{ name: 'total', label: 'Total', kind: 'number' }], {
      reports: [{ id: 'sum', name: 'Sum', definition: { type: 'invoice', chart: 'number' } }],
      dashboards: [],
      workflows: [],
    });
    const update = await describeUpdate(store, branch, next);
    assert.deepEqual(update, {
      changes: [
        { weight: 'loss', text: 'Total of Invoice is of another kind: 1 of 2 values would be lost' },
        { weight: 'addition', text: 'New report Sum' },
        { weight: 'loss', text: 'The report All invoices goes' },
        { weight: 'loss', text: 'The dashboard Money goes' },
        { weight: 'loss', text: 'The workflow Count goes' },
      ],
      types: [{ type: 'invoice', label: 'Invoice', lost: 1, fields: update.types[0]!.fields }],
      lost: 1,
      refusals: [],
    });
    await assert.rejects(install(next), refusal('would_lose'));
    assert.deepEqual(await values(), ['5', 'five']);
    await install(next, true);
    assert.deepEqual(await values(), [5, null]);
    assert.deepEqual([await names('report'), await names('workflow')], [['Sum of billing'], []]);
    assert.deepEqual(
      (await listInstalledApps(store, branch)).map(({ version }) => version),
      ['2.0.0'],
    );
  });

  it('is removed with its records, unless something else uses them', async () => {
    await install(makeApp('1.0.0'));
    await createRecord(store, branch, 'invoice', { number: '1' }, 'ben');
    const definition = { type: 'invoice', chart: 'number' };
    await saveDefinition(store, branch, 'report', { name: 'Own', definition }, 'ben');
    const remove = (evenIfUsed: boolean) =>
      removeApp(store, branch, { app: 'billing', keepRecords: false, evenIfUsed }, 'ana');
    const { members } = await problemOf(remove(false));
    assert.deepEqual(
      (members.uses as { name: string }[]).map(({ name }) => name),
      ['Own'],
    );
    const removed = await remove(true);
    assert.deepEqual([removed.records, removed.branch.types], [1, []]);
    assert.deepEqual([await names('report'), await listInstalledApps(store, branch)], [['Own of undefined'], []]);
    await assert.rejects(remove(true), refusal('not_found'));
  });

  it('leaves its types to the workspace if the records are to stay', async () => {
    await install(makeApp('1.0.0'));
    await createRecord(store, branch, 'invoice', { number: '1', total: 'kept' }, 'ben');
    await removeApp(store, branch, { app: 'billing', keepRecords: true, evenIfUsed: false }, 'ana');
    branch = await openBranch(store, branch.workspaceId, 'main');
    assert.deepEqual(
      branch.types.map(({ name, app }) => [name, app]),
      [['invoice', 'workspace']],
    );
    assert.deepEqual([await values(), await names('report')], [['kept'], []]);
  });

  it('takes the types that it left over again, after saying what changes', async () => {
    const app = makeApp('1.0.0');
    await install(app);
    await createRecord(store, branch, 'invoice', { number: '1', total: 'kept' }, 'ben');
    await removeApp(store, branch, { app: 'billing', keepRecords: true, evenIfUsed: false }, 'ana');
    const left = await openBranch(store, branch.workspaceId, 'main');
    const taken = { weight: 'change', text: 'Type Invoice belongs to the app again, with its records' };
    const { changes, lost } = await describeUpdate(store, left, app);
    assert.deepEqual([changes[0], lost], [taken, 0]);
    const { name, label, plural, labelField, fields: before } = left.types[0]!;
    const fields = [...before, { name: 'own', label: 'Own', kind: 'text' } as const];
    branch = await saveType(store, left, { type: { name, label, plural, labelField, fields } }, 'ben');
    await createRecord(store, branch, 'invoice', { number: '2', total: 'more', own: 'x' }, 'ben');
    assert.equal((await describeUpdate(store, branch, app)).lost, 1);
    await assert.rejects(install(app), refusal('would_lose'));
    await install(app, true);
    branch = await openBranch(store, branch.workspaceId, 'main');
    assert.deepEqual(
      branch.types.map(({ name, app: of, leftBy }) => [name, of, leftBy]),
      [['invoice', 'billing', undefined]],
    );
    assert.deepEqual([await values(), await names('report')], [['kept', 'more'], ['All invoices of billing']]);
  });

  it('has sample records that are loaded once and removed again, and people keep their own', async () => {
    const app = makeApp('1.0.0');
    const now = new Date();
    await install(app);
    await createRecord(store, branch, 'invoice', { number: 'own' }, 'ben');
    assert.deepEqual(
      [await loadSamples(store, branch, { app, now }, 'ana'), await loadSamples(store, branch, { app, now }, 'ana')],
      [1, 0],
    );
    assert.equal((await findSamples(store, branch, app, now)).length, 1);
    assert.deepEqual(await removeSamples(store, branch, { app, now }, 'ana'), { records: 1, kept: 0 });
    assert.equal((await values()).length, 1);
  });

  it('keeps the sample records that somebody edited, and says how many', async () => {
    const samples = ['first', 'second'].map((id) => ({ id, fields: { number: id } }));
    const app = makeApp('1.0.0', [total], { samples: [{ type: 'invoice', records: samples }] });
    const now = new Date();
    await install(app);
    await loadSamples(store, branch, { app, now }, 'ana');
    const [first] = await findSamples(store, branch, app, now);
    await updateRecord(store, branch, 'invoice', first!.id, { revision: 1, fields: { total: 'mine' } }, 'ben');
    assert.deepEqual(await removeSamples(store, branch, { app, now }, 'ana'), { records: 1, kept: 1 });
    assert.deepEqual(await values(), ['mine']);
  });

  it('is refused if a type of another app has the name, or a sample does not fit', async () => {
    const [invoice] = makeApp('1.0.0').types;
    branch = await defineType(store, branch, invoice!, 'ana');
    await assert.rejects(install(makeApp('1.0.0')), refusal('invalid_input'));
    const samples = [{ type: 'invoice', records: [{ id: 'x', fields: { total: 5 } }] }];
    const { errors } = await problemOf(
      Promise.resolve().then(() => checkWholeApp(makeApp('1.0.0', [total], { samples }))),
    );
    assert.deepEqual(
      errors.map(({ code, pointer }) => [code, pointer]),
      [
        ['wrong_kind', '#/samples/0/records/0'],
        ['required_field', '#/samples/0/records/0'],
      ],
    );
  });

  it('ships as a folder: every folder of apps has its app.json', () => {
    const folder = join(import.meta.dirname, '../apps');
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) assert.ok(readdirSync(join(folder, name)).includes('app.json'), name);
    assert.ok(folders.length >= 4);
  });
});
