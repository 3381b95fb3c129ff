import assert from 'node:assert/strict';
import { createBranch, type Branch } from '../src/branches/index.ts';
import { readChanges, type RecordChange } from '../src/changes/index.ts';
import {
  deleteDefinition,
  getDefinition,
  listDefinitions,
  restoreDefinition,
  saveDefinition,
} from '../src/definitions/index.ts';
import type { Store } from '../src/index.ts';
import { dropTestStore, openTestStore, refusal, workBranch } from './test-store.ts';

describe('Reports and workflows', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const save = (definition: unknown, more: { id?: string; revision?: number; name?: string } = {}) =>
    saveDefinition(store, branch, 'report', { name: 'Open tickets', definition, ...more }, 'ana');

  it('keep any JSON unchanged, including keys with a special meaning in MongoDB', async () => {
    const definition = JSON.parse(
      '{"question":{"$where":"1","a.b":{"$ne":null},"__proto__":{"x":1},"":[1,null,"$gt"]},"deep":[[[{"constructor":0}]]]}',
    ) as unknown;
    const saved = await save(definition);
    assert.deepEqual(await getDefinition(store, branch, 'report', saved.id), saved);
    assert.equal(JSON.stringify(saved.definition), JSON.stringify(definition));
    assert.deepEqual([saved.kind, saved.name, saved.revision, saved.createdBy], ['report', 'Open tickets', 1, 'ana']);
  });

  it('are saved at the given revision, or at any revision without one', async () => {
    const { id } = await save({ version: 1 });
    const changed = await save({ version: 2 }, { id, revision: 1, name: 'Closed tickets' });
    assert.deepEqual([changed.definition, changed.name, changed.revision], [{ version: 2 }, 'Closed tickets', 2]);
    await assert.rejects(save({ version: 3 }, { id, revision: 1 }), refusal('revision_conflict'));
    assert.deepEqual(await getDefinition(store, branch, 'report', id), changed);
    assert.equal((await save({ version: 3 }, { id })).revision, 3);
  });

  it('belong to one kind, are listed in creation order, and are gone once deleted', async () => {
    const first = await save({ n: 1 });
    const second = await save({ n: 2 });
    const workflow = await saveDefinition(store, branch, 'workflow', { name: 'w', definition: {} }, 'ana');
    assert.deepEqual(await listDefinitions(store, branch, 'report'), [first, second]);
    assert.deepEqual(await listDefinitions(store, branch, 'workflow'), [workflow]);
    await assert.rejects(getDefinition(store, branch, 'report', workflow.id), refusal('not_found'));
    await deleteDefinition(store, branch, 'report', { id: first.id, revision: 1 }, 'ana');
    assert.deepEqual(await listDefinitions(store, branch, 'report'), [second]);
  });

  it('are versioned like records: each save is in the change log', async () => {
    const { id } = await save({ n: 1 });
    await save({ n: 2 }, { id, revision: 1 });
    const entries = (await readChanges(store, branch, { type: 'report', limit: 10 })) as RecordChange[];
    assert.deepEqual(
      entries.map(({ kind, after }) => [kind, after?.fields.definition]),
      [
        ['create', '{"n":1}'],
        ['update', '{"n":2}'],
      ],
    );
  });

  it('are restored once, unchanged, under the same id and with a new revision', async () => {
    const { id } = await save({ n: 1 });
    const last = await save({ n: 2 }, { id, revision: 1, name: 'Renamed' });
    const copy = await createBranch(store, branch.workspaceId, { name: 'copy', from: 'main', by: 'ana' });
    const restore = (of = id) => restoreDefinition(store, branch, 'report', of, 'ben');
    await deleteDefinition(store, branch, 'report', { id }, 'ana');
    const [back, again] = await Promise.all([restore(), restore()]);
    assert.deepEqual(again, back);
    assert.deepEqual({ ...back, updatedAt: last.updatedAt }, { ...last, revision: 3, updatedBy: 'ben' });
    assert.deepEqual(await getDefinition(store, branch, 'report', id), back);
    const kinds = (await readChanges(store, branch, { type: 'report', limit: 10 })).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['create', 'update', 'delete', 'create']);

    await assert.rejects(save({ n: 9 }, { id, revision: 2 }), refusal('revision_conflict'));
    await deleteDefinition(store, copy, 'report', { id }, 'ana');
    assert.equal((await restoreDefinition(store, copy, 'report', id, 'ben')).revision, 3);
    const never = await saveDefinition(store, branch, 'workflow', { name: 'w', definition: {} }, 'ana');
    await deleteDefinition(store, branch, 'workflow', { id: never.id }, 'ana');
    for (const other of [never.id, '0'.repeat(24), 'nonsense'])
      await assert.rejects(restore(other), refusal('not_found'));
  });

  it('need a name and a definition of at most 1 MiB', async () => {
    await assert.rejects(save({}, { name: '' }), refusal('invalid_record'));
    await assert.rejects(save(undefined), refusal('invalid_input'));
    await assert.rejects(save({ text: 'x'.repeat(1024 * 1024) }), refusal('invalid_record'));
  });
});
