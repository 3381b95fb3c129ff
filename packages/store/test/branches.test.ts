import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { defineType } from '../src/apps/index.ts';
import {
  createBranch,
  deleteBranch,
  listBranches,
  listDeletedBranches,
  openBranch,
  renameBranch,
  restoreBranch,
  type Branch,
} from '../src/branches/index.ts';
import { readChanges } from '../src/changes/index.ts';
import { collectionFacts, readWriteCounter } from '../src/collections/index.ts';
import { listDefinitions, saveDefinition } from '../src/definitions/index.ts';
import { openFile, saveFile } from '../src/files/index.ts';
import { sweep, type Store } from '../src/index.ts';
import { readPlan, startTurn } from '../src/questions/index.ts';
import { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { setCalendar } from '../src/branches/workspace-calendar.ts';
import { collectionsOfTypes, dropTestStore, openTestStore, refusal, workBranch } from './test-store.ts';

describe('Branches', () => {
  let store: Store;
  let main: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    main = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const copy = (name = 'draft', from = 'main') => createBranch(store, main.workspaceId, { name, from, by: 'ben' });
  const note = (branch: Branch, title: string) => createRecord(store, branch, 'note', { title }, 'ana');
  const titles = async (branch: Branch) =>
    (await listRecords(store, branch, 'note', { limit: 1000 })).records.map(({ fields }) => fields.title);
  const collections = async () => {
    const found = await store.workspaceDb(main.workspaceId).listCollections({}, { nameOnly: true }).toArray();
    const ofTypes = await collectionsOfTypes(store, main.workspaceId);
    return found.filter(({ name }) => name.startsWith('records_') && !ofTypes.has(name)).length;
  };

  it('copy the records, types, reports and files of another branch with the same ids', async () => {
    const first = await note(main, 'a');
    const report = await saveDefinition(store, main, 'report', { name: 'r', definition: { n: 1 } }, 'ana');
    const stream = Readable.from([Buffer.from('content')]);
    const file = await saveFile(store, main, { name: 'f.txt', contentType: 'text/plain', stream, by: 'ana' });
    const draft = await copy();
    assert.deepEqual(draft, { ...main, id: draft.id, name: 'draft' });
    assert.deepEqual(await openBranch(store, main.workspaceId, 'draft'), draft);
    assert.deepEqual(await getRecord(store, draft, 'note', first.id), first);
    assert.deepEqual(await listDefinitions(store, draft, 'report'), [report]);
    assert.equal((await buffer((await openFile(store, draft, file.id)).stream)).toString(), 'content');
    const listed = await listBranches(store, main.workspaceId);
    assert.deepEqual(
      listed.map(({ name, from, createdBy }) => [name, from, createdBy]),
      [
        ['main', undefined, 'tester'],
        ['draft', 'main', 'ben'],
      ],
    );
  });

  it('have the workspace time zone, even if it changes during the copy', async () => {
    let copying: Promise<Branch> | undefined;
    await inTransaction(store, async (session) => {
      await setCalendar(store, main.workspaceId, { timezone: 'Asia/Tokyo', weekStart: 'sunday' }, session);
      // The snapshot of the copy must be older than the change.
      copying ??= copy();
      await Promise.race([copying, pause(1_000)]);
    });
    for (const branch of [await copying!, await openBranch(store, main.workspaceId, 'draft')]) {
      assert.deepEqual([branch.timezone, branch.weekStart], ['Asia/Tokyo', 'sunday']);
    }
  });

  it('are independent of each other after the copy', async () => {
    const { id } = await note(main, 'a');
    const draft = await copy();
    await updateRecord(store, draft, 'note', id, { revision: 1, fields: { title: 'on draft' } }, 'ana');
    await note(draft, 'new on draft');
    await note(main, 'new on main');
    assert.deepEqual(await titles(main), ['a', 'new on main']);
    assert.deepEqual(await titles(draft), ['on draft', 'new on draft']);
    assert.deepEqual(
      (await readChanges(store, draft, { limit: 10 })).map(({ kind }) => kind),
      ['update', 'create'],
    );
    assert.equal((await readWriteCounter(store, draft, 'note')).value, 2);
    assert.equal((await readWriteCounter(store, main, 'note')).value, 2);
    const type = {
      name: 'part',
      label: 'Part',
      plural: 'Parts',
      labelField: 'name',
      fields: [{ name: 'name', label: 'Name', kind: 'text' as const }],
    };
    await defineType(store, draft, type, 'ana');
    assert.equal((await openBranch(store, main.workspaceId, 'main')).types.length, 5);
  });

  it('count their records exactly, also right after the copy', async () => {
    for (const title of ['a', 'b', 'c']) await note(main, title);
    const draft = await copy();
    const { collection } = (await collectionFacts(store, draft)).note!;
    const reads = [{ id: 'n', kind: 'count' as const, collection, match: {} }];
    assert.deepEqual(await readPlan(store, draft, reads, { turn: startTurn({ limitMs: 8000 }) }), {
      n: { kind: 'count', count: 3 },
    });
  });

  it('keep the indexes of the copied collections', async () => {
    await note(main, 'a');
    const original = (await collectionFacts(store, main)).note!.collection!;
    await store.workspaceDb(main.workspaceId).collection(original).createIndex({ title: 1 }, { name: 'by title' });
    const { indexes } = (await collectionFacts(store, await copy())).note!;
    assert.deepEqual(indexes, [
      { name: '_id_', key: { _id: 1 } },
      { name: 'by title', key: { title: 1 } },
    ]);
  });

  it('are a snapshot across all types: concurrent changes are copied completely or not at all', async () => {
    const pair = await note(main, 'n0');
    const other = await createRecord(store, main, 'document', { title: 'd0' }, 'ana');
    await Promise.all(Array.from({ length: 300 }, (_, index) => note(main, `more ${index}`)));
    let isWriting = true;
    const writer = (async () => {
      for (let n = 1; isWriting; n++) {
        await updateRecord(store, main, 'note', pair.id, { revision: n, fields: { title: `n${n}` } }, 'ana');
        await updateRecord(store, main, 'document', other.id, { revision: n, fields: { title: `d${n}` } }, 'ana');
        const made = await note(main, 'short-lived');
        await deleteRecord(store, main, 'note', made.id, {}, 'ana');
      }
    })();
    for (let round = 0; round < 4; round++) {
      const draft = await copy(`draft ${round}`);
      const first = await getRecord(store, draft, 'note', pair.id);
      const second = await getRecord(store, draft, 'document', other.id);
      const ahead = first.revision - second.revision;
      assert.ok(ahead === 0 || ahead === 1, `the note is ${ahead} changes ahead of the document`);
      const { collection, approximateCount } = (await collectionFacts(store, draft)).note!;
      assert.equal(
        await store.workspaceDb(main.workspaceId).collection(collection!).countDocuments(),
        approximateCount,
      );
    }
    isWriting = false;
    await writer;
  });

  it('are refused, leaving nothing, for an invalid or taken name or a missing original', async () => {
    await note(main, 'a');
    await copy();
    await assert.rejects(copy(), refusal('already_exists'));
    for (const name of ['', ' ', 'a\nb', '/x', 'x'.repeat(101)])
      await assert.rejects(copy(name), refusal('invalid_input'));
    for (const name of ['Main', 'DRAFT']) await assert.rejects(copy(name), refusal('already_exists'));
    const rename = (to: string) => renameBranch(store, main.workspaceId, { name: 'draft', to });
    await assert.rejects(rename('MAIN'), refusal('already_exists'));
    assert.equal((await rename('Draft')).name, 'Draft', 'its own name may change like that');
    await assert.rejects(copy('x', 'nothing'), refusal('not_found'));
    const outcomes = await Promise.allSettled([copy('twice'), copy('twice')]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal(await collections(), 3);
    assert.equal(await store.workspaceDb(main.workspaceId).collection('unfinished').countDocuments(), 0);
  });

  it('disappear at once when deleted, and lose their collections a week later', async () => {
    const { id } = await note(main, 'a');
    const draft = await copy();
    await updateRecord(store, draft, 'note', id, { revision: 1, fields: { title: 'b' } }, 'ana');
    await deleteBranch(store, main.workspaceId, 'draft', 'ana');
    await assert.rejects(openBranch(store, main.workspaceId, 'draft'), refusal('not_found'));
    await assert.rejects(note(draft, 'late'), refusal('not_found'));
    await assert.rejects(createRecord(store, draft, 'ticket', { title: 'late' }, 'ana'), refusal('not_found'));
    await assert.rejects(deleteBranch(store, main.workspaceId, 'draft', 'ana'), refusal('not_found'));
    assert.equal(await collections(), 2);
    const past = { $set: { dropAt: new Date(0) } };
    await store.workspaceDb(main.workspaceId).collection('unfinished').updateMany({}, past);
    assert.equal(await sweep(store), 3);
    assert.deepEqual(await readChanges(store, draft, { limit: 10 }), []);
    assert.deepEqual(await listDeletedBranches(store, main.workspaceId), []);
    assert.equal(await collections(), 1);
    assert.deepEqual(await titles(main), ['a']);
    await assert.rejects(deleteBranch(store, main.workspaceId, 'main', 'ana'), refusal('invalid_request'));
  });

  it('come back whole within a week, under another name if theirs is taken', async () => {
    const { id } = await note(main, 'a');
    const draft = await copy();
    await updateRecord(store, draft, 'note', id, { revision: 1, fields: { title: 'b' } }, 'ana');
    await deleteBranch(store, main.workspaceId, 'draft', 'ana');
    const [deleted] = await listDeletedBranches(store, main.workspaceId);
    assert.deepEqual([deleted!.id, deleted!.name, deleted!.deletedBy], [draft.id, 'draft', 'ana']);
    await copy();
    const restore = (name?: string) => restoreBranch(store, main.workspaceId, { id: draft.id, name });
    await assert.rejects(restore(), refusal('already_exists'));
    assert.deepEqual(await restore('draft again'), { ...draft, name: 'draft again' });
    assert.deepEqual(await titles(draft), ['b']);
    await note(draft, 'c');
    assert.deepEqual((await titles(draft)).sort(), ['b', 'c']);
    assert.equal((await readChanges(store, draft, { limit: 10 })).length, 2);
    await assert.rejects(restore(), refusal('not_found'));
    await store
      .workspaceDb(main.workspaceId)
      .collection('unfinished')
      .updateMany({}, { $set: { dropAt: new Date(0) } });
    assert.equal(await sweep(store), 0);
  });

  it('keep everything when they are renamed', async () => {
    await note(main, 'a');
    const draft = await copy();
    const rename = (name: string, to: string) => renameBranch(store, main.workspaceId, { name, to });
    await rename('draft', 'spring prices');
    assert.deepEqual(await openBranch(store, main.workspaceId, 'spring prices'), { ...draft, name: 'spring prices' });
    await note(draft, 'b');
    assert.deepEqual(await titles(draft), ['a', 'b']);
    await assert.rejects(rename('main', 'x'), refusal('invalid_request'));
    await assert.rejects(rename('draft', 'x'), refusal('not_found'));
    await assert.rejects(rename('spring prices', 'main'), refusal('already_exists'));
    await assert.rejects(rename('spring prices', ' '), refusal('invalid_input'));
  });

  it('accept no changes once deleted, even from concurrent writers', async () => {
    for (let round = 0; round < 3; round++) {
      const draft = await copy(`draft ${round}`);
      const made: string[] = [];
      const writers = Array.from({ length: 8 }, async (_, index) => {
        for (let n = 0; n < 20; n++) {
          const [type, fields] = index % 2 ? ['note', { title: 'x' }] : ['person', { name: 'x' }];
          const record = await createRecord(store, draft, type, fields, 'ana').catch(() => undefined);
          if (record) made.push(record.id);
        }
      });
      while (made.length < 5) await new Promise((resolve) => setTimeout(resolve, 1));
      await deleteBranch(store, main.workspaceId, draft.name, 'ana');
      await Promise.all(writers);
      const db = store.workspaceDb(main.workspaceId);
      assert.equal(await db.collection('collections').countDocuments({ branchId: draft.id }), 0);
      assert.equal(
        await db
          .collection('write_counters')
          .countDocuments({ _id: { $gt: `${draft.id}/` as never, $lt: `${draft.id}0` as never } }),
        0,
      );
    }
  });
});
