import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { Problem, type App, type Field } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import { installPackage } from '../src/app-packages/index.ts';
import { defineType, listInstalledApps } from '../src/apps/index.ts';
import { createBranch, createMainBranch, openBranch, type Branch } from '../src/branches/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { newId, type Store } from '../src/index.ts';
import {
  listMergeDifferences,
  mergeBranch,
  previewMerge,
  revertCommit,
  type MergeOptions,
} from '../src/merging/index.ts';
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecords,
  readRecordHistory,
  updateRecord,
} from '../src/records/index.ts';
import { removeType, saveType } from '../src/types/index.ts';
import { dropTestStore, openTestStore, problemOf, refusal } from './test-store.ts';

const ways = { 'in one transaction': {}, 'beside and swapped': { maxInTransaction: 0 } };
const code: Field = { name: 'code', label: 'Code', kind: 'text' };
const text: Field = { name: 'size', label: 'Size', kind: 'text' };
const amount: Field = { ...text, kind: 'number' };

describe('A type that changes on a branch', () => {
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
  const start = async (...fields: Field[]) => {
    const empty = await createMainBranch(store, newId(), { by: 'ana', timezone: 'Europe/Berlin' });
    main = await defineType(store, empty, typed(...fields), 'ana');
  };
  const fork = async () => {
    draft = await createBranch(store, main.workspaceId, { name: 'draft', from: 'main', by: 'ben' });
  };
  const add = async (branch: Branch, name: string, fields: Record<string, unknown> = {}) =>
    (await createRecord(store, branch, 'parcel', { code: name, ...fields }, 'ana')).id;
  const bring = (branch: Branch, count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `${index},${index}`);
    const open = () => Readable.from([Buffer.from(['Code,Size', ...rows].join('\n'))]);
    return importCsv(store, branch, { type: 'parcel', open, by: 'ana' });
  };
  const edit = async (branch: Branch, id: string, fields: Record<string, unknown>) => {
    const { revision } = await getRecord(store, branch, 'parcel', id);
    await updateRecord(store, branch, 'parcel', id, { revision, fields }, 'ana');
  };
  const remove = async (branch: Branch, id: string) => {
    const { revision } = await getRecord(store, branch, 'parcel', id);
    await deleteRecord(store, branch, 'parcel', id, { revision }, 'ana');
  };
  const change = async (branch: Branch, fields: Field[]) =>
    saveType(store, branch, { type: typed(...fields), acceptLoss: true }, 'ben');
  const merge = async (options: Partial<MergeOptions> = {}) => {
    const commit = await mergeBranch(store, { into: main, from: draft, message: 'm', by: 'ben', ...options });
    main = await openBranch(store, main.workspaceId, 'main');
    return commit;
  };
  const revert = async (id: string, options: { acceptLoss?: boolean; maxInTransaction?: number }) => {
    const commit = await revertCommit(store, main, { id, message: 'r', by: 'ben', ...options });
    main = await openBranch(store, main.workspaceId, 'main');
    return commit;
  };
  const sizes = async (branch: Branch) => {
    const { records } = await listRecords(store, branch, 'parcel', { limit: 1000 });
    return Object.fromEntries(records.map(({ fields }) => [fields.code, fields.size]));
  };
  const kindOf = (branch: Branch) =>
    branch.types.find(({ name }) => name === 'parcel')?.fields.find(({ name }) => name === 'size')?.kind;

  for (const [way, how] of Object.entries(ways)) {
    describe(way, () => {
      it('brings its kind along, and the records of the target become it', async () => {
        await start(text);
        const [one, , three] = [
          await add(main, 'one', { size: '1' }),
          await add(main, 'two', { size: '2' }),
          await add(main, 'three', { size: '3' }),
        ];
        await fork();
        draft = await change(draft, [amount]);
        await edit(draft, one, { size: 10 });
        await edit(main, three, { size: '30', code: 'three changed' });
        await add(main, 'four', { size: '4.5' });
        await add(main, 'five', { size: 'five' });
        await add(main, 'six');
        const preview = await previewMerge(store, { into: main, from: draft });
        assert.deepEqual(preview.counts.parcel, { created: 0, updated: 5, deleted: 0 });
        assert.deepEqual([preview.conflictCount, preview.refusals], [0, []]);
        const [effect] = preview.types;
        assert.partialDeepStrictEqual(effect, { type: 'parcel', removed: 0, lost: 1 });
        assert.partialDeepStrictEqual(effect!.fields[0], { field: 'size', change: 'converted', lost: 1 });
        assert.deepEqual(
          effect!.fields[0]!.examples.map(({ label, value }) => [label, value]),
          [['five', 'five']],
        );
        const page = await listMergeDifferences(store, { into: main, from: draft }, { type: 'parcel', limit: 10 });
        assert.equal(page.differences.length, 5);
        const { code: refused, members } = await problemOf(merge(how));
        assert.deepEqual([refused, members.lost], ['would_lose', 1]);
        assert.equal(kindOf(main), 'text');
        const commit = await merge({ ...how, acceptLoss: true });
        assert.equal(kindOf(main), 'number');
        const merged = { one: 10, two: 2, 'three changed': 30, four: 4.5, five: undefined, six: undefined };
        assert.deepEqual(await sizes(main), merged);
        assert.deepEqual(commit!.counts.parcel, { created: 0, updated: 5, deleted: 0 });
        assert.equal(await merge(how), null);
        await add(main, 'seven', { size: 7 });
        await revert(commit!._id, how);
        assert.equal(kindOf(main), 'text');
        const before = { one: '1', two: '2', 'three changed': '30', four: '4.5', five: 'five', six: undefined };
        assert.deepEqual(await sizes(main), { ...before, seven: '7' });
      });

      it('takes over the records of a branch that still has the earlier kind', async () => {
        await start(text);
        const [one, two] = [await add(main, 'one', { size: '1' }), await add(main, 'two', { size: '2' })];
        await fork();
        main = await change(main, [amount]);
        await edit(main, one, { size: 11 });
        await edit(draft, two, { size: '22' });
        await add(draft, 'three', { size: '3' });
        await add(draft, 'four', { size: 'four' });
        const { types } = await previewMerge(store, { into: main, from: draft });
        assert.deepEqual(
          types.map(({ lost, fields }) => [lost, fields[0]!.examples.map(({ value }) => value)]),
          [[1, ['four']]],
        );
        await assert.rejects(merge(how), refusal('would_lose'));
        await merge({ ...how, acceptLoss: true });
        assert.deepEqual(await sizes(main), { one: 11, two: 22, three: 3, four: undefined });
        // Back again, the draft gets the kind without asking about values that nobody changed there.
        await mergeBranch(store, { into: draft, from: main, message: 'b', by: 'ben', ...how, acceptLoss: true });
        draft = await openBranch(store, main.workspaceId, 'draft');
        assert.deepEqual(await sizes(draft), await sizes(main));
        await edit(draft, two, { size: 23 });
        await edit(main, two, { code: 'two changed' });
        await merge(how);
        assert.deepEqual(await sizes(main), { one: 11, 'two changed': 23, three: 3, four: undefined });
      });

      it('asks about values that both sides changed, as they are stored', async () => {
        await start(text);
        const one = await add(main, 'one', { size: '1' });
        await fork();
        draft = await change(draft, [amount]);
        await edit(draft, one, { size: 2 });
        await edit(main, one, { size: '3' });
        const { conflicts } = await previewMerge(store, { into: main, from: draft });
        const { seen, intoBy, fromBy, ...part } = conflicts[0]!.parts[0]!;
        assert.deepEqual([intoBy?.by, fromBy?.by], ['ana', 'ana']);
        assert.deepEqual(part, { part: 'size', base: '1', into: '3', from: 2 });
        await merge({ ...how, decisions: [{ type: 'parcel', id: one, part: 'size', take: 'into', seen }] });
        assert.deepEqual(await sizes(main), { one: 3 });
      });

      it('refuses merged records that a field now requires, and names them', async () => {
        await start(text);
        await add(main, 'one', { size: '1' });
        await fork();
        draft = await change(draft, [{ ...text, required: true }]);
        await add(main, 'empty');
        const { refusals } = await previewMerge(store, { into: main, from: draft });
        assert.match(
          refusals[0]!.detail,
          /^Parcel: Size \("size"\) cannot be required, because 1 record has no value \("empty"\)/,
        );
        await assert.rejects(merge(how), refusal('invalid_input'));
        draft = await change(draft, [{ ...text, required: true, default: 'M' }]);
        const commit = await merge(how);
        assert.deepEqual(await sizes(main), { one: '1', empty: 'M' });
        await revert(commit!._id, how);
        assert.deepEqual(await sizes(main), { one: '1', empty: undefined });
        // The other way: the records of the draft lack what the target requires.
        main = await change(main, [{ ...text, required: true, default: 'L' }]);
      });

      it('refuses merged records whose values a field keeps different, and names them', async () => {
        await start(text);
        const one = await add(main, 'one', { size: '1' });
        await fork();
        draft = await change(draft, [{ ...text, unique: true }]);
        const again = await add(main, 'again', { size: '1' });
        await add(draft, 'two', { size: '2' });
        const { refusals } = await previewMerge(store, { into: main, from: draft });
        assert.match(refusals[0]!.detail, /^Parcel: Size \("size"\) cannot be unique.*1 \("one", "again"\)/);
        await assert.rejects(merge(how), refusal('invalid_input'));
        await edit(main, again, { size: '3' });
        await merge(how);
        assert.deepEqual(await sizes(main), { one: '1', again: '3', two: '2' });
        await assert.rejects(add(main, 'more', { size: '2' }), refusal('invalid_record'));
        // Both unique now: a value that is new on both sides.
        await mergeBranch(store, { into: draft, from: main, message: 'b', by: 'ben', ...how });
        await add(draft, 'draft', { size: '9' });
        const other = await add(main, 'main', { size: '9' });
        const { message } = await problemOf(merge(how));
        assert.match(message, /9 \("main", "draft"\)/);
        await remove(main, other);
        // Values may change places.
        await edit(draft, one, { size: 'x' });
        await edit(draft, again, { size: '1' });
        await edit(draft, one, { size: '3' });
        await merge(how);
        assert.deepEqual(await sizes(main), { one: '3', again: '1', two: '2', draft: '9' });
        draft = await change(draft, [text]);
        await add(draft, 'same', { size: '9' });
        await merge(how);
        await add(main, 'same too', { size: '9' });
      });

      it('removes records with its type only if a person accepts it, and a revert brings them back', async () => {
        await start(text);
        const one = await add(main, 'one', { size: '1' });
        await add(main, 'two', { size: '2' });
        await fork();
        await removeType(store, draft, { name: 'parcel', evenIfUsed: true }, 'ben');
        await edit(main, one, { size: '10' });
        await add(main, 'three', { size: '3' });
        const preview = await previewMerge(store, { into: main, from: draft });
        assert.deepEqual(preview.counts.parcel, { created: 0, updated: 0, deleted: 3 });
        assert.partialDeepStrictEqual(preview.types[0], { removed: 2, removedExamples: ['one', 'three'] });
        await assert.rejects(merge(how), refusal('would_lose'));
        const commit = await merge({ ...how, acceptLoss: true });
        assert.deepEqual(main.types, []);
        await revert(commit!._id, how);
        assert.deepEqual(await sizes(main), { one: '10', two: '2', three: '3' });
      });

      it('leaves out records of a type that the target has removed only if a person accepts it', async () => {
        await start(text);
        const one = await add(main, 'one', { size: '1' });
        await fork();
        main = await removeType(store, main, { name: 'parcel', evenIfUsed: true }, 'ben');
        await edit(draft, one, { size: '2' });
        await add(draft, 'two');
        const { types } = await previewMerge(store, { into: main, from: draft });
        assert.partialDeepStrictEqual(types[0], { removed: 2, removedExamples: ['one', 'two'] });
        await assert.rejects(merge(how), refusal('would_lose'));
        await merge({ ...how, acceptLoss: true });
        main = await defineType(store, main, typed(text), 'ana');
        assert.deepEqual(await sizes(main), {});
      });

      it('comes along new with its records, and a revert takes both back', async () => {
        await start(text);
        await fork();
        const box = { ...typed({ ...text, unique: true }), name: 'box', label: 'Box', plural: 'Boxes' };
        draft = await defineType(store, draft, box, 'ben');
        await createRecord(store, draft, 'box', { code: 'b', size: '1' }, 'ben');
        const commit = await merge(how);
        const again = () => createRecord(store, main, 'box', { code: 'c', size: '1' }, 'ben');
        await assert.rejects(again(), refusal('invalid_record'));
        await revert(commit!._id, how);
        assert.deepEqual(
          main.types.map(({ name }) => name),
          ['parcel'],
        );
        const back = await merge();
        assert.equal(back, null, 'what was merged and taken back is not merged again');
      });
    });
  }

  it('is merged by the keys of its fields', async () => {
    await start(text);
    await fork();
    draft = await change(draft, [amount]);
    main = await change(main, [{ ...text, label: 'Weight', help: 'In kilograms' }]);
    assert.equal((await previewMerge(store, { into: main, from: draft })).conflictCount, 0);
    await merge();
    assert.deepEqual(main.types[0]!.fields[1], { ...amount, label: 'Weight', help: 'In kilograms' });
    draft = await change(draft, [{ ...amount, kind: 'day' }]);
    main = await change(main, [{ ...amount, kind: 'text' }]);
    const { conflicts } = await previewMerge(store, { into: main, from: draft });
    assert.deepEqual(
      conflicts.map(({ label, parts }) => [label, parts[0]!.part]),
      [['parcel', 'definition/fields/size']],
    );
    await merge({ rest: 'from' });
    assert.equal(kindOf(main), 'day');
  });

  it('comes and goes with its app, and so does the list of apps', async () => {
    await start(text);
    await fork();
    const boxes = { ...typed(text), name: 'box', label: 'Box', plural: 'Boxes' } as App['types'][number];
    const app = (version: string): App => ({ id: 'boxes', name: 'Boxes', version, types: [boxes] });
    const install = async (version: string) => {
      draft = await installPackage(store, draft, { app: app(version) }, 'ben');
    };
    const apps = async () => (await listInstalledApps(store, main)).map(({ version }) => version);
    await install('1.0.0');
    const first = await merge();
    assert.deepEqual(await apps(), ['1.0.0']);
    await install('2.0.0');
    await createRecord(store, draft, 'box', { code: 'b' }, 'ben');
    const second = await merge();
    assert.deepEqual(await apps(), ['2.0.0']);
    await revert(second!._id, {});
    assert.deepEqual(await apps(), ['1.0.0']);
    const taken = await revert(first!._id, {});
    assert.deepEqual([await apps(), main.types.length], [[], 1]);
    await revert(taken!._id, {});
    assert.deepEqual([await apps(), main.types.length], [['1.0.0'], 2]);
  });

  it('keeps the versions of more than 10,000 records that were removed with it', async () => {
    await start(text);
    await bring(main, 10_100);
    await fork();
    const earlier = main;
    const [changed] = (await listRecords(store, draft, 'parcel', { limit: 1 })).records;
    let isRemoving = true;
    const written: string[] = [];
    const writer = (async () => {
      while (isRemoving) {
        await createRecord(store, earlier, 'parcel', { code: 'w' }, 'ana').then(
          ({ id }) => written.push(id),
          (error: unknown) => assert.ok(error instanceof Problem, String(error)),
        );
      }
    })();
    main = await removeType(store, main, { name: 'parcel', evenIfUsed: true }, 'ana');
    isRemoving = false;
    await writer;
    main = await defineType(store, main, typed(text), 'ana');
    await edit(draft, changed!.id, { size: 'changed' });
    const { counts, conflictCount } = await previewMerge(store, { into: main, from: draft });
    assert.deepEqual([counts, conflictCount], [{}, 1], 'only what the draft changed since is asked about');
    await merge({ rest: 'into' });
    assert.deepEqual(await sizes(main), {});
    // Merged the other way, the removal removes the records there.
    await mergeBranch(store, { into: draft, from: main, message: 'b', by: 'ben', rest: 'from' });
    assert.deepEqual(await sizes(draft), {});
    const history = await readRecordHistory(store, main, { type: 'parcel', id: changed!.id, limit: 10 });
    assert.equal(history[0]?.kind, 'delete');
    const kept = store.workspaceDb(main.workspaceId).collection('earlier_values');
    for (const id of written.slice(0, 20)) {
      assert.ok(await kept.findOne({ 'before._id': new ObjectId(id) }), 'written while the type was removed');
    }
    const unfinished = store.workspaceDb(main.workspaceId).collection('unfinished');
    assert.equal(await unfinished.countDocuments({ kind: 'earlier' }), 0);
  });

  it('converts more than 10,000 records of the target while others write', async () => {
    await start(text);
    await bring(main, 12_000);
    await fork();
    draft = await change(draft, [amount]);
    const earlier = main;
    let isMerging = true;
    let written = 0;
    const writers = [1, 2, 3].map(async () => {
      while (isMerging) {
        await createRecord(store, earlier, 'parcel', { code: 'w', size: '7' }, 'ana').then(
          () => (written += 1),
          (error: unknown) => assert.ok(refusal('unavailable')(error), String(error)),
        );
      }
    });
    await merge().finally(() => (isMerging = false));
    await Promise.all(writers);
    const entry = await store
      .workspaceDb(main.workspaceId)
      .collection('collections')
      .findOne({ _id: `${main.id}/parcel` as never });
    const records = store.workspaceDb(main.workspaceId).collection(String(entry!.collection));
    assert.equal(await records.countDocuments({ size: { $type: 'number' } }), 12_000 + written);
    assert.equal(await records.countDocuments({ size: 7 }), written + 1);
  });
});
