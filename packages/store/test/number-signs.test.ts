import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { createBranch, type Branch } from '../src/branches/index.ts';
import { collectionFacts } from '../src/collections/index.ts';
import { importCsv } from '../src/imports/index.ts';
import type { Store } from '../src/index.ts';
import { createRecord, updateRecord } from '../src/records/index.ts';
import { dropTestStore, openTestStore, workBranch } from './test-store.ts';

describe('the fields whose numbers may cancel out', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const create = (estimate: number) => createRecord(store, branch, 'ticket', { title: 'one', estimate }, 'ana');
  const cancelling = async (on = branch) => (await collectionFacts(store, on)).ticket?.cancelling;
  const bring = (estimates: readonly number[]) => {
    const text = `title,estimate\n${estimates.map((estimate) => `imported,${estimate}\n`).join('')}`;
    const open = () => Readable.from([Buffer.from(text)]);
    return importCsv(store, branch, { type: 'ticket', open, by: 'ana' });
  };

  it('are those that had a number below zero and one that is not whole, in whatever records', async () => {
    await create(-3);
    assert.deepEqual(await cancelling(), []);
    await create(2.5);
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('have very large whole numbers too, whose sums are rounded', async () => {
    await create(-3);
    await create(2 ** 40);
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('are known after a change of a record, and stay known when its number is gone', async () => {
    const { id } = await create(1);
    await updateRecord(store, branch, 'ticket', id, { revision: 1, fields: { estimate: -0.5 } }, 'ana');
    assert.deepEqual(await cancelling(), ['estimate']);
    await updateRecord(store, branch, 'ticket', id, { revision: 2, fields: { estimate: 1 } }, 'ana');
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('are known after an import of few rows, and of many, into an empty type or beside others', async () => {
    await bring([1, -1]);
    assert.deepEqual(await cancelling(), []);
    await bring([0.5]);
    assert.deepEqual(await cancelling(), ['estimate']);
    branch = await workBranch(store);
    const many = Array.from({ length: 3_000 }, (_, index) => index);
    await bring(many);
    assert.deepEqual(await cancelling(), []);
    await bring([...many, -1, 0.5]);
    assert.deepEqual(await cancelling(), ['estimate']);
    branch = await workBranch(store);
    await bring([...many, -1, 0.5]);
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('are those of each branch: a copy begins with what it was copied from', async () => {
    await create(-3);
    await create(0.5);
    const copy = await createBranch(store, branch.workspaceId, { name: 'copy', from: branch.name, by: 'ana' });
    assert.deepEqual(await cancelling(copy), ['estimate']);
  });

  it('are all where two writers are the first to write such numbers at once', async () => {
    await create(1);
    await Promise.all([create(-1), create(0.5), create(-2), create(0.25)]);
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('are not known of records that were written before that was kept', async () => {
    await create(1);
    const map = store.workspaceDb(branch.workspaceId).collection('collections');
    await map.updateMany({ branchId: branch.id }, { $unset: { signs: true } });
    await create(-0.5);
    assert.equal(await cancelling(), undefined);
  });
});
