import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { createBranch, type Branch } from '../src/branches/index.ts';
import { collectionFacts } from '../src/collections/index.ts';
import { importCsv } from '../src/imports/index.ts';
import type { Store } from '../src/index.ts';
import { createRecord, updateRecord } from '../src/records/index.ts';
import { dropTestStore, openTestStore, workBranch } from './test-store.ts';

describe('Fields whose numbers may cancel out', () => {
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

  it('have both negative and fractional numbers, in any records', async () => {
    await create(-3);
    assert.deepEqual(await cancelling(), []);
    await create(2.5);
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('include fields with very large whole numbers, whose sums are rounded', async () => {
    await create(-3);
    await create(2 ** 40);
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('are detected after an update, and remembered when the number is gone', async () => {
    const { id } = await create(1);
    await updateRecord(store, branch, 'ticket', id, { revision: 1, fields: { estimate: -0.5 } }, 'ana');
    assert.deepEqual(await cancelling(), ['estimate']);
    await updateRecord(store, branch, 'ticket', id, { revision: 2, fields: { estimate: 1 } }, 'ana');
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('are detected after small and large imports, into empty and filled types', async () => {
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

  it('are copied with the branch', async () => {
    await create(-3);
    await create(0.5);
    const copy = await createBranch(store, branch.workspaceId, { name: 'copy', from: branch.name, by: 'ana' });
    assert.deepEqual(await cancelling(copy), ['estimate']);
  });

  it('are all detected when two writers are first at the same time', async () => {
    await create(1);
    await Promise.all([create(-1), create(0.5), create(-2), create(0.25)]);
    assert.deepEqual(await cancelling(), ['estimate']);
  });

  it('are unknown for records written before this was tracked', async () => {
    await create(1);
    const map = store.workspaceDb(branch.workspaceId).collection('collections');
    await map.updateMany({ branchId: branch.id }, { $unset: { signs: true } });
    await create(-0.5);
    assert.equal(await cancelling(), undefined);
  });
});
