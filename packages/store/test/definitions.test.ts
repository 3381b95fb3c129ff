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

describe('reports and workflows', () => {
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

  it('keep any JSON as it is, whatever its keys mean to a database', async () => {
    const definition = JSON.parse(
      '{"question":{"$where":"1","a.b":{"$ne":null},"__proto__":{"x":1},"":[1,null,"$gt"]},"deep":[[[{"constructor":0}]]]}',
    ) as unknown;
    const saved = await save(definition);
    assert.deepEqual(await getDefinition(store, branch, 'report', saved.id), saved);
    assert.equal(JSON.stringify(saved.definition), JSON.stringify(definition));
    assert.deepEqual([saved.kind, saved.name, saved.revision, saved.createdBy], ['report', 'Open tickets', 1, 'ana']);
  });

  it('are changed at the revision that was seen, and at any where none is named', async () => {
    const { id } = await save({ version: 1 });
    const changed = await save({ version: 2 }, { id, revision: 1, name: 'Closed tickets' });
    assert.deepEqual([changed.definition, changed.name, changed.revision], [{ version: 2 }, 'Closed tickets', 2]);
    await assert.rejects(save({ version: 3 }, { id, revision: 1 }), refusal('revision_conflict'));
    assert.deepEqual(await getDefinition(store, branch, 'report', id), changed);
    assert.equal((await save({ version: 3 }, { id })).revision, 3);
  });

  it('are each of one kind, listed in the order they were made, and gone once deleted', async () => {
    const first = await save({ n: 1 });
    const second = await save({ n: 2 });
    const workflow = await saveDefinition(store, branch, 'workflow', { name: 'w', definition: {} }, 'ana');
    assert.deepEqual(await listDefinitions(store, branch, 'report'), [first, second]);
    assert.deepEqual(await listDefinitions(store, branch, 'workflow'), [workflow]);
    await assert.rejects(getDefinition(store, branch, 'report', workflow.id), refusal('not_found'));
    await deleteDefinition(store, branch, 'report', { id: first.id, revision: 1 }, 'ana');
    assert.deepEqual(await listDefinitions(store, branch, 'report'), [second]);
  });

  it('are versioned as records are: each save is in the change log', async () => {
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

  it('come back under their id as they were, once, and at a revision that nobody saw', async () => {
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

  it('need a name and a definition, and fit into one MiB', async () => {
    await assert.rejects(save({}, { name: '' }), refusal('invalid_record'));
    await assert.rejects(save(undefined), refusal('invalid_input'));
    await assert.rejects(save({ text: 'x'.repeat(1024 * 1024) }), refusal('invalid_record'));
  });
});
