import assert from 'node:assert/strict';
import { createMainBranch } from '../src/branches/index.ts';
import { openSnapshot, readInSnapshot } from '../src/database/snapshot.ts';
import { newId, type Store } from '../src/index.ts';
import { dropTestStore, openTestStore } from './test-store.ts';

describe('A snapshot', () => {
  let store: Store;

  before(async () => {
    store = await openTestStore();
  });

  after(() => dropTestStore(store));

  it('reads all rows of a large merge, of which one batch has more than a call takes arguments', async () => {
    const { workspaceId } = await createMainBranch(store, newId(), { by: 'ana', timezone: 'UTC' });
    const many = store.workspaceDb(workspaceId).collection<{ _id: number }>('many');
    const count = 400_000;
    for (let from = 0; from < count; from += 100_000) {
      await many.insertMany(Array.from({ length: 100_000 }, (_, index) => ({ _id: from + index })));
    }
    const rows = await readInSnapshot<{ _id: number }>(await openSnapshot(store, workspaceId), { find: 'many' });
    assert.equal(rows.length, count);
    assert.equal(new Set(rows.map(({ _id }) => _id)).size, count);
  });
});
