import assert from 'node:assert/strict';
import type { Field } from '@tallyhook/schemas';
import { defineType } from '../src/apps/index.ts';
import { createBranch, createMainBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { earlierValues } from '../src/changes/earlier-values.ts';
import { readChanges } from '../src/changes/index.ts';
import { saveDefinition } from '../src/definitions/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { newId, type Store } from '../src/index.ts';
import {
  changeRecords,
  createRecord,
  getRecord,
  listRecords,
  updateRecord,
  type RecordEdit,
} from '../src/records/index.ts';
import { previewType, readTypeUses, removeType, saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore, problemOf, refusal } from './test-store.ts';

const number: Field = { name: 'number', label: 'Number', kind: 'text', required: true };

describe('A type of a branch', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  after(() => dropTestStore(store));

  const typed = (...fields: Field[]) => ({
    name: 'invoice',
    label: 'Invoice',
    plural: 'Invoices',
    labelField: 'number',
    fields: [number, ...fields],
  });

  async function start(...fields: Field[]): Promise<void> {
    const main = await createMainBranch(store, newId(), { by: 'ana', timezone: 'Europe/Berlin' });
    branch = await defineType(store, main, typed(...fields), 'ana');
  }
  const add = async (...records: Record<string, unknown>[]) => {
    const ids: string[] = [];
    for (const [index, fields] of records.entries()) {
      ids.push((await createRecord(store, branch, 'invoice', { number: String(index + 1), ...fields }, 'ana')).id);
    }
    return ids;
  };
  const save = async (fields: Field[], acceptLoss?: boolean) => {
    branch = await saveType(store, branch, { type: typed(...fields), acceptLoss }, 'ben');
  };
  const valuesOf = async (name: string) =>
    (await listRecords(store, branch, 'invoice', { limit: 1000 })).records.map(({ fields }) => fields[name] ?? null);
  const text: Field = { name: 'total', label: 'Total', kind: 'text' };
  const amount: Field = { name: 'total', label: 'Total', kind: 'number' };

  it('gets new labels and fields, and its records keep their values', async () => {
    await start(text);
    await add({ total: '5' });
    await save([
      { ...text, label: 'Sum', help: 'With tax' },
      { name: 'paid', label: 'Paid', kind: 'yesNo' },
    ]);
    assert.deepEqual(await valuesOf('total'), ['5']);
    assert.deepEqual(branch.types[0]!.fields[1], { ...text, label: 'Sum', help: 'With tax' });
    assert.deepEqual(await openBranch(store, branch.workspaceId, 'main'), branch);
  });

  it('changes the kind of a field after a preview of what would be lost, of which nothing is written', async () => {
    await start(text);
    const ids = await add({ total: '12.5' }, { total: 'twelve' }, {}, { total: '-3' });
    const preview = await previewType(store, branch, typed(amount));
    assert.deepEqual(preview, {
      records: 4,
      changed: 3,
      lost: 1,
      fields: [
        {
          field: 'total',
          label: 'Total',
          change: 'converted',
          values: 3,
          lost: 1,
          filled: 0,
          examples: [{ id: ids[1], label: '2', value: 'twelve' }],
        },
      ],
      refusals: [],
    });
    assert.deepEqual(await valuesOf('total'), ['12.5', 'twelve', null, '-3']);
    await assert.rejects(save([amount]), refusal('would_lose'));
    await save([amount], true);
    assert.deepEqual(await valuesOf('total'), [12.5, null, null, -3]);
    const log = await readChanges(store, branch, { type: 'invoice', limit: 100 });
    const last = log.at(-3)!;
    assert.ok(last.kind === 'update' && last.by === 'ben');
    assert.equal(last.after?.fields.total, 12.5);
    assert.equal((await getRecord(store, branch, 'invoice', ids[0]!)).revision, 2);
    assert.equal((await getRecord(store, branch, 'invoice', ids[2]!)).revision, 1);
  });

  it('names the choices that are gone and how many records have each, and says what to do', async () => {
    const state = (...values: string[]): Field => ({
      ...{ name: 'state', label: 'State', kind: 'choice' },
      options: values.map((value) => ({ value, label: value.toUpperCase() })),
    });
    await start(state('new', 'paid', 'lost'));
    await add({ state: 'paid' }, { state: 'new' }, { state: 'paid' });
    const { lost, fields } = await previewType(store, branch, typed(state('new')));
    assert.equal(lost, 2);
    assert.deepEqual(fields[0]!.options, [
      { value: 'paid', label: 'PAID', records: 2 },
      { value: 'lost', label: 'LOST', records: 0 },
    ]);
    const problem = await problemOf(save([state('new')]));
    assert.equal(problem.code, 'would_lose');
    assert.match(problem.message, /State no longer has the choice "PAID" \(2 records have it\): choose another one/);
    await save([state('new', 'paid')]);
  });

  const kinds: [string, Field, unknown, Omit<Field, 'name' | 'label'>, unknown][] = [
    ['a text becomes a day', text, '2026-03-01', { kind: 'day' }, '2026-03-01'],
    ['a text becomes yes or no', text, 'Yes', { kind: 'yesNo' }, true],
    ['a number becomes a text', amount, 12, { kind: 'text' }, '12'],
    [
      'an instant becomes a day in the time zone of the workspace',
      { ...text, kind: 'instant' },
      '2026-03-01T23:30:00Z',
      { kind: 'day' },
      '2026-03-02',
    ],
    [
      'a day becomes an instant',
      { ...text, kind: 'day' },
      '2026-07-01',
      { kind: 'instant' },
      '2026-06-30T22:00:00.000Z',
    ],
    [
      'a text becomes a choice by its label',
      text,
      'In progress',
      { kind: 'choice', options: [{ value: 'doing', label: 'In progress', color: 2 }] },
      'doing',
    ],
    [
      'a choice becomes a text with its label',
      { ...text, kind: 'choice', options: [{ value: 'doing', label: 'In progress' }] },
      'doing',
      { kind: 'text' },
      'In progress',
    ],
    [
      'a choice becomes a list',
      { ...text, kind: 'choice', options: [{ value: 'a', label: 'A' }] },
      'a',
      { kind: 'choice', many: true, options: [{ value: 'a', label: 'A' }] },
      ['a'],
    ],
  ];
  for (const [title, before, value, after, expected] of kinds) {
    it(title, async () => {
      await start(before);
      await add({ total: value });
      await save([{ name: 'total', label: 'Total', ...after }]);
      assert.deepEqual(await valuesOf('total'), [expected]);
    });
  }

  it('loses a field only after a count of its values, which stay in the change log', async () => {
    await start(text);
    await add({ total: 'a' }, { total: 'b' }, {});
    assert.equal((await previewType(store, branch, typed())).fields[0]!.lost, 2);
    await save([], true);
    const log = await readChanges(store, branch, { limit: 100 });
    assert.equal(log.length, 5);
    // The log shows fields that the type has; a field of the same name that comes back does not get old values.
    await save([text]);
    assert.deepEqual(await valuesOf('total'), [null, null, null]);
    const now = await readChanges(store, branch, { limit: 100 });
    assert.deepEqual(
      now.flatMap((entry) => (entry.kind === 'update' ? [entry.before?.fields.total] : [])),
      ['a', 'b'],
    );
  });

  it('may not require a field that records leave empty, unless a default fills it', async () => {
    await start(text);
    await add({ total: 'a' }, {}, {});
    const { errors } = await problemOf(save([{ ...text, required: true }]));
    assert.deepEqual(
      errors.map(({ code, pointer }) => [code, pointer]),
      [['required_field', '#/fields/total/required']],
    );
    assert.match(errors[0]!.detail, /2 records have no value/);
    await save([{ ...text, required: true, default: 'none' }]);
    assert.deepEqual(await valuesOf('total'), ['a', 'none', 'none']);
  });

  it('gives new records the defaults of the fields that they do not name', async () => {
    await start({ ...text, default: 'new' });
    const [first, second] = await add({}, { total: null });
    assert.equal((await getRecord(store, branch, 'invoice', first!)).fields.total, 'new');
    assert.equal((await getRecord(store, branch, 'invoice', second!)).fields.total, undefined);
    const open = () =>
      (async function* () {
        yield Buffer.from('Number\n7\n');
      })();
    await importCsv(store, branch, { type: 'invoice', open, by: 'ana' } as never);
    assert.deepEqual(await valuesOf('total'), ['new', null, 'new']);
    await assert.rejects(save([{ ...amount, default: 'x' }]), refusal('invalid_input'));
  });

  it('keeps the values of a unique field different, and names the field and the value', async () => {
    await start({ ...text, unique: true });
    const [first] = await add({ total: 'a' }, {}, {});
    const { code, errors } = await problemOf(add({ total: 'a' }));
    assert.deepEqual([code, errors[0]!.code, errors[0]!.pointer], ['invalid_record', 'value_taken', '#/fields/total']);
    assert.match(errors[0]!.detail, /Total \("total"\) must be different in every record, and another one has "a"/);
    const [other] = await add({ total: 'b' });
    const change = { revision: 1, fields: { total: 'a' } };
    await assert.rejects(updateRecord(store, branch, 'invoice', other!, change, 'ana'), refusal('invalid_record'));
    const copy = await createBranch(store, branch.workspaceId, { name: 'copy', from: 'main', by: 'ana' });
    const again = createRecord(store, copy, 'invoice', { number: '9', total: 'a' }, 'ana');
    await assert.rejects(again, refusal('invalid_record'));
    const open = () =>
      (async function* () {
        yield Buffer.from('Number,Total\n7,c\n8,a\n');
      })();
    const imported = await problemOf(importCsv(store, branch, { type: 'invoice', open, by: 'ana' } as never));
    assert.match(imported.message, /another one has "a"/);
    await save([text]);
    await add({ total: 'a' });
    assert.ok(first);
  });

  it('keeps the values of a unique field different in a batch, and names the record that has the value', async () => {
    await start({ ...text, unique: true });
    const [first, second] = await add({ total: 'a' }, { total: 'b' });
    const batch = (...edits: RecordEdit[]) => changeRecords(store, branch, 'invoice', edits, 'ana');
    const create = (total: string): RecordEdit => ({ do: 'create', fields: { number: '3', total } });
    const update = (id: string, total: string | null, revision = 1): RecordEdit => {
      return { do: 'update', id, revision, fields: { total } };
    };
    const placesOf = async (work: Promise<unknown>) => {
      const { code, errors } = await problemOf(work);
      assert.deepEqual(
        [code, ...errors.map((one) => one.code)],
        ['invalid_record', ...errors.map(() => 'value_taken')],
      );
      return errors.map(({ pointer, detail }) => [pointer, detail.replace(/.* and (.*): .*/, '$1')]);
    };
    assert.deepEqual(await placesOf(batch(create('c'), create('a'), update(second!, 'a'))), [
      ['#/changes/1/fields/total', `the record "${first}" has "a"`],
      ['#/changes/2/fields/total', `the record "${first}" has "a"`],
    ]);
    const id = newId();
    assert.deepEqual(await placesOf(batch({ ...create('c'), id }, create('c'))), [
      ['#/changes/1/fields/total', `the record "${id}" has "c"`],
    ]);
    const kept = { do: 'update', id: first!, revision: 1, fields: { number: '9' } } as const;
    assert.deepEqual(await placesOf(batch(create('a'), kept)), [
      ['#/changes/0/fields/total', `the record "${first}" has "a"`],
    ]);
    assert.deepEqual(await valuesOf('total'), ['a', 'b']);

    await batch(update(first!, 'b'), update(second!, 'a'));
    assert.deepEqual(await valuesOf('total'), ['b', 'a']);
    await batch(create('b'), update(first!, null, 2));
    await batch({ do: 'delete', id: second! }, create('a'));
    assert.deepEqual(await placesOf(batch({ do: 'restore', id: second! })), [
      ['#/changes/0/fields/total', (await placesOf(batch(create('a'))))[0]![1]],
    ]);
    const together = await Promise.allSettled([batch(create('z')), batch(create('z')), batch(create('z'))]);
    const refused = together.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
    assert.deepEqual(refused, ['invalid_record', 'invalid_record']);
  });

  it('gives the records that a batch creates its defaults', async () => {
    await start({ ...text, default: 'new', required: true }, { ...amount, name: 'paid', default: 3 });
    const create = (fields: Record<string, unknown>) => ({ do: 'create', fields }) as const;
    const edits = [create({ number: '1' }), create({ number: '2', total: 'old', paid: null })];
    const made = await changeRecords(store, branch, 'invoice', edits, 'ana');
    assert.deepEqual(made[0]!.fields, { number: '1', total: 'new', paid: 3 });
    assert.deepEqual(made[1]!.fields, { number: '2', total: 'old' });
  });

  it('may not make a field unique while values repeat, and says which', async () => {
    await start(text);
    await add({ total: 'a' }, { total: 'a' }, {}, {});
    const { errors } = await problemOf(save([{ ...text, unique: true }]));
    assert.match(errors[0]!.detail, /1 of its values is there already: a \("1", "2"\)/);
    await add({ total: 'b' });
  });

  it('refuses a write that was checked against an earlier version of it', async () => {
    await start(text);
    const [id] = await add({ total: '1' });
    const earlier = branch;
    await save([amount]);
    await assert.rejects(
      createRecord(store, earlier, 'invoice', { number: '2', total: 'x' }, 'ana'),
      refusal('unavailable'),
    );
    const change = { revision: 2, fields: { total: 'x' } };
    await assert.rejects(updateRecord(store, earlier, 'invoice', id!, change, 'ana'), refusal('unavailable'));
    assert.deepEqual(await valuesOf('total'), [1]);
    await assert.rejects(
      saveType(store, earlier, { type: typed(text, { ...amount, name: 'b' }) }, 'ana'),
      refusal('revision_conflict'),
    );
  });

  it('converts more than 10,000 records in one change that readers never see half, with writers at work', async () => {
    await start(text);
    const lines = Array.from({ length: 12_000 }, (_, index) => `${index},${index % 4 === 3 ? 'x' : index}\n`);
    const open = () =>
      (async function* () {
        yield Buffer.from(`Number,Total\n${lines.join('')}`);
      })();
    await importCsv(store, branch, { type: 'invoice', open, by: 'ana' } as never);
    const earlier = branch;
    const saving = save([amount], true);
    let written = 0;
    let isSaved = false;
    const write = async () => {
      while (!isSaved) {
        const made = createRecord(store, earlier, 'invoice', { number: 'w', total: '7' }, 'ana');
        await made.then(() => (written += 1)).catch((error: unknown) => assert.ok(refusal('unavailable')(error)));
      }
    };
    const writers = [write(), write(), write()];
    await saving;
    isSaved = true;
    await Promise.all(writers);
    const seen = { numbers: 0, empty: 0 };
    let cursor: string | undefined;
    do {
      const page = await listRecords(store, branch, 'invoice', { limit: 1000, cursor });
      for (const { fields } of page.records) {
        if (typeof fields.total === 'number') seen.numbers += 1;
        else seen.empty += 1;
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(seen, { numbers: 9_000 + written, empty: 3_000 });
    const log = await readChanges(store, branch, { type: 'invoice', limit: 1000 });
    const bulk = log.find(({ kind }) => kind === 'bulk');
    const kept = earlierValues(store, branch.workspaceId);
    const touched = { number: bulk!.number, 'before.total': 'x' } as object;
    assert.equal(await kept.countDocuments(touched), 3_000);
    assert.partialDeepStrictEqual(bulk, { work: 'convert', count: 12_000 + written, fields: ['total'], by: 'ben' });
  });

  it('is removed with its records unless something uses it; the log still shows them', async () => {
    await start(text);
    await add({ total: 'a' }, { total: 'b' });
    const definition = { type: 'invoice', chart: 'number' };
    const report = await saveDefinition(store, branch, 'report', { name: 'Invoices', definition }, 'ana');
    assert.deepEqual(await readTypeUses(store, branch, 'invoice'), {
      records: 2,
      uses: [{ kind: 'report', id: report.id, name: 'Invoices' }],
    });
    const remove = (evenIfUsed: boolean) => removeType(store, branch, { name: 'invoice', evenIfUsed }, 'ana');
    await assert.rejects(remove(false), refusal('in_use'));
    branch = await remove(true);
    assert.deepEqual(branch.types, []);
    const log = await readChanges(store, branch, { type: 'invoice', limit: 100 });
    const [deleted] = log.filter(({ kind }) => kind === 'delete');
    assert.ok(deleted?.kind === 'delete');
    assert.deepEqual(deleted.before?.fields, { number: '1', total: 'a' });
    branch = await defineType(store, branch, typed(amount), 'ana');
    assert.deepEqual(await valuesOf('total'), []);
    await add({ total: 5 });
    assert.deepEqual(await valuesOf('total'), [5]);
  });
});
