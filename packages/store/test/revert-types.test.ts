import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { Field } from '@tallyhook/schemas';
import { defineType } from '../src/apps/index.ts';
import { createBranch, createMainBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { earlierValues } from '../src/changes/earlier-values.ts';
import { commitBranch, readUncommitted } from '../src/commits/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { newId, type Store } from '../src/index.ts';
import {
  listCommitDifferences,
  mergeBranch,
  previewMerge,
  revertCommit,
  type Difference,
  type RevertOptions,
} from '../src/merging/index.ts';
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { removeType, saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore, problemOf } from './test-store.ts';

const code: Field = { name: 'code', label: 'Code', kind: 'text' };
const size: Field = { name: 'size', label: 'Size', kind: 'text' };
const amount: Field = { ...size, kind: 'number' };

const ways: Record<string, { maxInPlace?: number; maxInTransaction?: number }> = {
  'where its records are': {},
  'with so many records that the log has one entry for all': { maxInPlace: 0, maxInTransaction: 0 },
};

describe('A commit that changed a type', () => {
  let store: Store;
  let main: Branch;
  let draft: Branch;

  before(async () => {
    store = await openTestStore();
  });

  after(() => dropTestStore(store));

  const typed = (...fields: Field[]) => ({
    ...{ name: 'parcel', label: 'Parcel', plural: 'Parcels', labelField: 'code' },
    fields: [code, ...fields],
  });
  /** Records of an import, one that was changed since, and one that a person created. */
  const start = async () => {
    const empty = await createMainBranch(store, newId(), { by: 'ana', timezone: 'Europe/Berlin' });
    main = await defineType(store, empty, typed(size), 'ana');
    const open = () => Readable.from([Buffer.from('Code,Size\na,1\nb,2\nc,three\nd,\n')]);
    await importCsv(store, main, { type: 'parcel', open, by: 'ana' });
    await createRecord(store, main, 'parcel', { code: 'e', size: '5' }, 'ana');
    await edit(main, 'b', { size: '22' });
    draft = await createBranch(store, main.workspaceId, { name: 'draft', from: 'main', by: 'ben' });
  };
  const records = async (branch: Branch) => (await listRecords(store, branch, 'parcel', { limit: 100 })).records;
  const idOf = async (branch: Branch, name: string) =>
    (await records(branch)).find(({ fields }) => fields.code === name)!.id;
  const edit = async (branch: Branch, name: string, fields: Record<string, unknown>) => {
    const id = await idOf(branch, name);
    const { revision } = await getRecord(store, branch, 'parcel', id);
    await updateRecord(store, branch, 'parcel', id, { revision, fields }, 'ana');
  };
  const remove = async (branch: Branch, name: string) => {
    const id = await idOf(branch, name);
    const { revision } = await getRecord(store, branch, 'parcel', id);
    await deleteRecord(store, branch, 'parcel', id, { revision }, 'ana');
  };
  const sizes = async (branch: Branch) =>
    Object.fromEntries((await records(branch)).map(({ fields }) => [fields.code, fields.size]));
  const commit = async (message: string) => commitBranch(store, draft, { message, by: 'ben' });
  const revert = async (options: Pick<RevertOptions, 'id'> & Partial<RevertOptions>) => {
    const made = await revertCommit(store, draft, { message: 'r', by: 'ben', ...options });
    draft = await openBranch(store, draft.workspaceId, 'draft');
    return made;
  };
  const differencesOf = async (id?: string) => {
    const found: Difference[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCommitDifferences(store, draft, { id, type: 'parcel', limit: 2, cursor });
      found.push(...page.differences);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  };
  const all = { a: '1', b: '22', c: 'three', d: undefined, e: '5' };

  for (const [way, { maxInPlace, ...how }] of Object.entries(ways)) {
    describe(way, () => {
      const save = async (...fields: Field[]) => {
        draft = await saveType(store, draft, { type: typed(...fields), acceptLoss: true, maxInPlace }, 'ben');
      };

      it('counts and lists the values that a removed field had, gives them back, and is merged without a loss', async () => {
        await start();
        await save();
        const uncommitted = await readUncommitted(store, draft);
        assert.deepEqual(uncommitted.counts.parcel, { created: 0, updated: 4, deleted: 0 });
        assert.equal((await differencesOf()).length, 4);
        const { _id: id, counts } = await commit('drop sizes');
        assert.deepEqual(counts.parcel, { created: 0, updated: 4, deleted: 0 });
        const differences = (await differencesOf(id)).toSorted((one, other) => (one.label < other.label ? -1 : 1));
        assert.deepEqual(
          differences.map(({ label, kind, parts }) => [label, kind, parts]),
          ['a', 'b', 'c', 'e'].map((name) => [
            name,
            'update',
            [{ part: 'size', before: all[name as keyof typeof all] }],
          ]),
        );
        const reverted = await revert({ id, ...how });
        assert.deepEqual(reverted!.counts.parcel, { created: 0, updated: 4, deleted: 0 });
        assert.deepEqual(await sizes(draft), all);
        assert.deepEqual((await previewMerge(store, { into: main, from: draft })).types, []);
        await mergeBranch(store, { into: main, from: draft, message: 'm', by: 'ben', ...how });
        assert.deepEqual(await sizes(await openBranch(store, main.workspaceId, 'main')), all);
      });

      it('counts a record once that was created, converted and changed, and none that was created and deleted', async () => {
        await start();
        await createRecord(store, draft, 'parcel', { code: 'f', size: '6' }, 'ana');
        await createRecord(store, draft, 'parcel', { code: 'g', size: '7' }, 'ana');
        await edit(draft, 'a', { size: '11' });
        await save(amount);
        await edit(draft, 'e', { size: 55 });
        await remove(draft, 'b');
        await remove(draft, 'g');
        const { _id: id, counts } = await commit('sizes are numbers');
        assert.deepEqual(counts.parcel, { created: 1, updated: 3, deleted: 1 });
        await edit(draft, 'a', { code: 'aa' });
        const found = (await differencesOf(id)).map(({ label, parts }) => [
          label,
          parts.find(({ part }) => part === 'size'),
        ]);
        assert.deepEqual(
          found.toSorted(),
          [
            ['a', { part: 'size', before: '1', after: 11 }],
            ['b', { part: 'size', before: '22' }],
            ['c', { part: 'size', before: 'three' }],
            ['e', { part: 'size', before: '5', after: 55 }],
            ['f', { part: 'size', after: 6 }],
          ].toSorted(),
        );
        await revert({ id, ...how });
        assert.deepEqual(await sizes(draft), { aa: '1', b: '22', c: 'three', d: undefined, e: '5' });
      });

      it('keeps what was changed again since, and asks where a value that was lost has another one now', async () => {
        await start();
        await save(amount);
        const { _id: id } = await commit('sizes are numbers');
        await edit(draft, 'a', { size: 100 });
        await edit(draft, 'c', { size: 3 });
        const { code: refused, members } = await problemOf(revert({ id, ...how }));
        assert.deepEqual([refused, members.conflicts], ['merge_conflict', 1]);
        assert.deepEqual(await sizes(draft), { a: 100, b: 22, c: 3, d: undefined, e: 5 });
        await revert({ id, rest: 'into', ...how });
        assert.deepEqual(await sizes(draft), { ...all, a: '100', c: '3' });
      });

      it('brings back a removed type with its records', async () => {
        await start();
        draft = await removeType(store, draft, { name: 'parcel', evenIfUsed: false, maxInPlace }, 'ben');
        const { _id: id, counts } = await commit('no parcels');
        assert.deepEqual(counts.parcel, { created: 0, updated: 0, deleted: 5 });
        assert.deepEqual(new Set((await differencesOf(id)).map(({ kind }) => kind)), new Set(['delete']));
        const reverted = await revert({ id, ...how });
        assert.deepEqual(reverted!.counts.parcel, { created: 5, updated: 0, deleted: 0 });
        assert.deepEqual(await sizes(draft), all);
        await mergeBranch(store, { into: main, from: draft, message: 'm', by: 'ben', ...how });
        main = await openBranch(store, main.workspaceId, 'main');
        assert.deepEqual(await sizes(main), all);
      });

      it('lists the records of an import as they came, although their type changed since', async () => {
        await start();
        const open = () => Readable.from([Buffer.from('Code,Size\nx,8\ny,9\n')]);
        await importCsv(store, draft, { type: 'parcel', open, by: 'ana' });
        const { _id: id } = await commit('import');
        await save(amount);
        assert.deepEqual(
          (await differencesOf(id)).map(({ label, kind, parts }) => [label, kind, parts.at(-1)!.after]).toSorted(),
          [
            ['x', 'create', '8'],
            ['y', 'create', '9'],
          ],
        );
      });
    });
  }

  it('keeps exactly the records that changed, and cannot be reverted once they are lost', async () => {
    await start();
    const required: Field = { ...size, required: true, default: '0' };
    draft = await saveType(store, draft, { type: typed(required), maxInPlace: 0 }, 'ben');
    const kept = earlierValues(store, draft.workspaceId);
    assert.equal(await kept.countDocuments({}), 1);
    const { _id: id, counts } = await commit('every parcel has a size');
    assert.deepEqual(counts.parcel, { created: 0, updated: 1, deleted: 0 });
    await kept.deleteMany({});
    const { code: refused, message } = await problemOf(revert({ id }));
    assert.equal(refused, 'invalid_input');
    assert.match(message, /records of "parcel" that the commit changed together \(1\), only 0 are still known/);
    assert.deepEqual(await sizes(draft), { ...all, d: '0' });
  });
});
