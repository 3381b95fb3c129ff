import assert from 'node:assert/strict';
import type { Field } from '@tallyhook/schemas';
import { defineType } from '../src/apps/index.ts';
import { createBranch, createMainBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { buildFieldIndexes, listIndexJobs, readFieldIndexes, switchFieldIndex } from '../src/field-indexes/index.ts';
import { withoutUnfitIndexes } from '../src/field-indexes/without-unfit-indexes.ts';
import { newId, type Store } from '../src/index.ts';
import { mergeBranch } from '../src/merging/index.ts';
import { createRecord, listRecords } from '../src/records/index.ts';
import { saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore } from './test-store.ts';

const code: Field = { name: 'code', label: 'Code', kind: 'text' };
const options = ['red', 'tall', 'bread'].map((value) => ({ value, label: value }));
const labels: Field = { name: 'labels', label: 'Labels', kind: 'choice', options, many: true };
const topic: Field = { name: 'topic', label: 'Topic', kind: 'choice', options };
const size: Field = { name: 'size', label: 'Size', kind: 'text' };
const topics: Field = { ...topic, many: true };

describe('Indexes of a type that changes', () => {
  let store: Store;
  let main: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    const empty = await createMainBranch(store, newId(), { by: 'ana', timezone: 'UTC' });
    main = await defineType(store, empty, typed(labels, topic, size), 'ana');
    const fields = { labels: ['red', 'tall'], topic: 'bread', size: '12' };
    for (const name of ['1', '2']) await createRecord(store, main, 'parcel', { code: name, ...fields }, 'ana');
    for (const names of [['topic', 'labels'], ['topic', 'size'], ['size']]) await turnOn(main, names);
  });

  after(() => dropTestStore(store));

  const typed = (...fields: Field[]) => ({
    ...{ name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' },
    fields: [code, ...fields],
  });
  const turnOn = async (branch: Branch, fields: string[]) =>
    buildFieldIndexes(store, await switchFieldIndex(store, branch, { type: 'parcel', fields, on: true }, 'ana'));
  const indexes = async (branch: Branch) =>
    (await readFieldIndexes(store, branch, 'parcel')).map(({ fields, state }) => `${fields.join()} ${state}`).sort();
  const valuesOf = async (branch: Branch, name: string) =>
    (await listRecords(store, branch, 'parcel', { limit: 10 })).records.map(({ fields }) => fields[name] ?? null);
  const change = (branch: Branch, fields: Field[], more = {}) =>
    saveType(store, branch, { type: typed(...fields), acceptLoss: true, ...more }, 'ben');

  for (const [how, more] of Object.entries({ 'in place': {}, 'in a new collection': { maxInPlace: 0 } })) {
    it(`stay if the type can have them, ${how}`, async () => {
      main = await change(main, [labels, topic, { ...size, kind: 'number' }], more);
      assert.deepEqual(await valuesOf(main, 'size'), [12, 12]);
      assert.deepEqual(await indexes(main), ['size on', 'topic,labels on', 'topic,size on']);
    });

    it(`are dropped if they would contain two lists, ${how}`, async () => {
      main = await change(main, [labels, topics, size], more);
      assert.deepEqual(await valuesOf(main, 'topic'), [['bread'], ['bread']]);
      assert.deepEqual(await indexes(main), ['size on', 'topic,size on']);
    });

    it(`are dropped with one of their fields, or if it becomes a yes or no, ${how}`, async () => {
      main = await change(main, [labels, { name: 'topic', label: 'Topic', kind: 'yesNo' }], more);
      assert.deepEqual(await indexes(main), []);
    });
  }

  it('are built again if the change fails', async () => {
    const types = { before: main.types[0]!, after: { ...main.types[0]!, fields: [code, labels, topics, size] } };
    const change = async () => {
      assert.deepEqual(await indexes(main), ['size on', 'topic,size on']);
      throw new Error('no');
    };
    await assert.rejects(withoutUnfitIndexes(store, main, types, change), /no/);
    for (const job of await listIndexJobs(store)) await buildFieldIndexes(store, job);
    assert.deepEqual(await indexes(main), ['size on', 'topic,labels on', 'topic,size on']);
  });

  for (const [how, more] of Object.entries({
    'in one transaction': {},
    'beside and swapped': { maxInTransaction: 0 },
  })) {
    it(`follow the type of a merge, ${how}`, async () => {
      const draft = await createBranch(store, main.workspaceId, { name: 'draft', from: 'main', by: 'ben' });
      await change(draft, [labels, topics, size]);
      await createRecord(store, await openBranch(store, main.workspaceId, 'draft'), 'parcel', { code: '3' }, 'ben');
      await mergeBranch(store, { into: main, from: draft, message: 'm', by: 'ben', acceptLoss: true, ...more });
      main = await openBranch(store, main.workspaceId, 'main');
      assert.deepEqual(await valuesOf(main, 'topic'), [['bread'], ['bread'], null]);
      assert.deepEqual(await indexes(main), ['size on', 'topic,size on']);
    });
  }
});
