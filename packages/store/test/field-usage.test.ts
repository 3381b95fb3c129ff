import assert from 'node:assert/strict';
import type { Branch } from '../src/branches/index.ts';
import { addFieldUses, readFieldUsage } from '../src/field-indexes/index.ts';
import type { Store } from '../src/index.ts';
import { dropTestStore, openTestStore, workBranch } from './test-store.ts';

describe('Median filter time of a field', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
    branch = await workBranch(store);
  });
  after(() => dropTestStore(store));

  let field = 0;
  /** The usage of a field with uses of these durations. */
  async function usageOf(...tookMs: number[]) {
    const name = `field${(field += 1)}`;
    const use = { branchId: branch.id, type: 'ticket', field: name, isIndexable: true, at: new Date() };
    for (const one of tookMs) await addFieldUses(store, [{ ...use, tookMs: one }]);
    const { medianMs, totalMs } = (await readFieldUsage(store, branch)).fields.find((known) => known.field === name)!;
    return { medianMs, totalMs };
  }

  it('equals the time of a single use', async () => {
    for (const took of [1, 4, 8_000]) assert.deepEqual(await usageOf(took), { medianMs: took, totalMs: took });
    assert.deepEqual(await usageOf(0.2), { medianMs: 1, totalMs: 1 });
  });

  it('never exceeds what the total allows for half of the uses', async () => {
    assert.deepEqual(await usageOf(8_000, 8_000), { medianMs: 8_000, totalMs: 16_000 });
    assert.deepEqual(await usageOf(8_000, 8_000, 1), { medianMs: 8_001, totalMs: 16_001 });
  });

  it('is accurate to one tenth', async () => {
    const { medianMs, totalMs } = await usageOf(100, 300, 20_000);
    assert.ok(Math.abs(medianMs - 300) <= 30, `${medianMs} ms`);
    assert.equal(totalMs, 20_400);
  });
});
