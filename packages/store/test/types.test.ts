import assert from 'node:assert/strict';
import type { App } from '@tallyhook/schemas';
import { changeFields, defineType, installApp, workApp } from '../src/apps/index.ts';
import { createBranch, createMainBranch, listBranches, openBranch, type Branch } from '../src/branches/index.ts';
import { branches } from '../src/database/branches.ts';
import { newId, type Store } from '../src/index.ts';
import { createRecord } from '../src/records/index.ts';
import { dropTestStore, openTestStore, problemOf, refusal } from './test-store.ts';

describe('Branches and types', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await createMainBranch(store, newId(), { by: 'ana', timezone: 'Europe/Berlin', weekStart: 'sunday' });
  });

  after(() => dropTestStore(store));

  const codesOf = async (action: Promise<unknown>) =>
    (await problemOf(action)).errors.map(({ pointer, code }) => [pointer, code]);

  it('a workspace starts with one branch, main, without types', async () => {
    assert.deepEqual(await openBranch(store, branch.workspaceId, 'main'), branch);
    assert.deepEqual([branch.types, branch.timezone, branch.weekStart], [[], 'Europe/Berlin', 'sunday']);
    const listed = await listBranches(store, branch.workspaceId);
    assert.deepEqual(
      listed.map(({ id, name, createdBy }) => ({ id, name, createdBy })),
      [{ id: branch.id, name: 'main', createdBy: 'ana' }],
    );
    await assert.rejects(createMainBranch(store, branch.workspaceId, { by: 'ana' }), refusal('already_exists'));
    await assert.rejects(openBranch(store, branch.workspaceId, 'other'), refusal('not_found'));
  });

  it('the Work app adds ticket, project, person, document and note', async () => {
    const installed = await installApp(store, branch, workApp, 'ana');
    assert.deepEqual(
      installed.types.map(({ name, app, offered }) => [name, app, offered]),
      [
        ['ticket', 'work', true],
        ['project', 'work', true],
        ['person', 'work', true],
        ['document', 'work', true],
        ['note', 'work', true],
      ],
    );
    assert.deepEqual(await openBranch(store, branch.workspaceId, 'main'), installed);
    assert.deepEqual(await installApp(store, branch, workApp, 'ana'), installed);
  });

  it('an app with a taken type name is refused', async () => {
    await installApp(store, branch, workApp, 'ana');
    const other: App = { ...workApp, id: 'other', types: [workApp.types[4]!] };
    assert.deepEqual(await codesOf(installApp(store, branch, other, 'ana')), [['#/0/name', 'name_taken']]);
  });

  it('a new type can be used immediately, also by relations to itself', async () => {
    const changed = await defineType(
      store,
      branch,
      {
        name: 'part',
        label: 'Part',
        plural: 'Parts',
        labelField: 'name',
        fields: [
          { name: 'name', label: 'Name', kind: 'text' },
          { name: 'madeOf', label: 'Made of', kind: 'relation', target: 'part', many: true },
        ],
      },
      'ana',
    );
    const wheel = await createRecord(store, changed, 'part', { name: 'wheel' }, 'ana');
    const car = await createRecord(store, changed, 'part', { name: 'car', madeOf: [wheel.id] }, 'ana');
    assert.deepEqual(car.fields.madeOf, [wheel.id]);
    assert.equal(changed.types[0]!.app, 'workspace');
    await assert.rejects(defineType(store, branch, changed.types[0]!, 'ana'), refusal('already_exists'));
  });

  it('an invalid type is refused with all its mistakes', async () => {
    const wrong = {
      name: 'part',
      label: 'Part',
      plural: 'Parts',
      labelField: 'title',
      fields: [
        { name: 'revision', label: 'Revision', kind: 'number' },
        { name: 'of', label: 'Of', kind: 'relation', target: 'prat' },
        { name: 'of', label: 'Of', kind: 'text' },
      ],
    } as const;
    assert.deepEqual(await codesOf(defineType(store, branch, { ...wrong, fields: [...wrong.fields] }, 'ana')), [
      ['#/0/labelField', 'wrong_label_field'],
      ['#/0/fields/0/name', 'name_taken'],
      ['#/0/fields/1/name', 'name_taken'],
      ['#/0/fields/1/target', 'unknown_type'],
      ['#/0/fields/2/name', 'name_taken'],
    ]);
    const hidden = {
      ...wrong,
      name: 'report',
      labelField: 'of',
      fields: [{ name: 'of', label: 'Of', kind: 'text' as const }],
    };
    assert.deepEqual(await codesOf(defineType(store, branch, hidden, 'ana')), [['#/0/name', 'name_taken']]);
    const underscored = { ...hidden, name: '__proto__' };
    assert.deepEqual(await codesOf(defineType(store, branch, underscored, 'ana')), [['#/name', 'wrong_format']]);
  });

  it('two types can be added at the same time', async () => {
    const type = (name: string) => ({
      name,
      label: name,
      plural: name,
      labelField: 'name',
      fields: [{ name: 'name', label: 'Name', kind: 'text' as const }],
    });
    await Promise.all(['one', 'two', 'three'].map((name) => defineType(store, branch, type(name), 'ana')));
    const { types } = await openBranch(store, branch.workspaceId, 'main');
    assert.deepEqual(types.map(({ name }) => name).sort(), ['one', 'three', 'two']);
  });

  describe('how people see the fields of a type', () => {
    const total = { name: 'total', label: 'Total', kind: 'number' } as const;
    const invoice = {
      name: 'invoice',
      label: 'Invoice',
      plural: 'Invoices',
      labelField: 'number',
      fields: [{ name: 'number', label: 'Number', kind: 'text' as const }, total],
    };
    const fieldsNow = async () => (await openBranch(store, branch.workspaceId, 'main')).types[0]!.fields;
    const change = (fields: Record<string, object>, type = 'invoice') =>
      changeFields(store, branch, { type, fields }, 'ana');

    beforeEach(async () => {
      branch = await defineType(store, branch, invoice, 'ana');
    });

    it('can be changed field by field, and records stay as they are', async () => {
      const { fields } = await createRecord(store, branch, 'invoice', { number: '7', total: 0.125 }, 'ana');
      await change({ total: { format: { unit: 'EUR', decimals: 0 } } });
      await change({ total: { label: 'Sum' }, number: { label: 'No.' } });
      assert.deepEqual(await fieldsNow(), [
        { name: 'number', label: 'No.', kind: 'text' },
        { name: 'total', label: 'Sum', kind: 'number', format: { unit: 'EUR', decimals: 0 } },
      ]);
      await change({ total: { format: { unit: 'percent' } } });
      assert.deepEqual((await fieldsNow())[1]!.format, { unit: 'percent' });
      await change({ total: { format: null, label: 'Total' } });
      assert.deepEqual((await fieldsNow())[1], total);
      assert.deepEqual(fields, { number: '7', total: 0.125 });
    });

    it('changes nothing if one of several changes is refused, and names each mistake', async () => {
      const { errors } = await problemOf(change({ total: { label: 'Sum' }, totla: {}, number: { format: {} } }));
      assert.deepEqual(
        errors.map(({ pointer, code, detail }) => [pointer, code, detail]),
        [
          ['#/fields/totla', 'unknown_field', 'The type "invoice" has no field "totla": did you mean "total"?'],
          [
            '#/fields/number/format',
            'not_allowed',
            '"number" is a field of the kind text: only a number field has a format.',
          ],
        ],
      );
      assert.deepEqual(await fieldsNow(), invoice.fields);
      await assert.rejects(change({ total: { label: 'Sum' } }, 'invoise'), refusal('not_found'));
    });

    it('comes from the app for a type of an app, and is read-only', async () => {
      const work = await installApp(store, branch, workApp, 'ana');
      await assert.rejects(change({ title: { label: 'Name' } }, 'ticket'), refusal('read_only'));
      assert.deepEqual(await openBranch(store, branch.workspaceId, 'main'), work);
    });

    it('is changed on one branch, with who changed it', async () => {
      const draft = await createBranch(store, branch.workspaceId, { name: 'draft', from: 'main', by: 'ben' });
      await change({ total: { label: 'Sum' } });
      assert.deepEqual((await openBranch(store, branch.workspaceId, draft.name)).types[0]!.fields, invoice.fields);
      const document = await branches(store, branch.workspaceId).findOne({ _id: branch.id });
      assert.equal(document!.typesChangedBy, 'ana');
    });
  });
});
