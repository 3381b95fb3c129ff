import assert from 'node:assert/strict';
import type { Branch } from '../src/branches/index.ts';
import { addQuestionUses, readQuestionUsage } from '../src/field-indexes/index.ts';
import { dropQuestionUsage } from '../src/field-indexes/question-usage.ts';
import type { Store } from '../src/index.ts';
import { dropTestStore, openTestStore, workBranch } from './test-store.ts';

describe('Questions that reports ask', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });
  beforeEach(async () => {
    branch = await workBranch(store);
  });
  after(() => dropTestStore(store));

  const use = (shape: string, tookMs: number, value = 'open', at = new Date()) => ({
    ...{ branchId: branch.id, shape, tookMs, at },
    question: { type: 'ticket', filter: { field: 'status', op: 'eq' as const, value } },
  });

  it('are counted by shape with their durations, and the last one is kept', async () => {
    const [early, late] = [new Date(1_700_000_000_000), new Date(1_700_000_100_000)];
    await addQuestionUses(store, [
      use('a', 300, 'open', late),
      use('b', 50, 'open', early),
      use('a', 310, '$.x', early),
    ]);
    await addQuestionUses(store, [use('a', 290, 'closed', early)]);
    const [first, second, ...others] = await readQuestionUsage(store, branch);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...first, medianMs: Math.abs(first!.medianMs - 300) < 30 },
      {
        question: use('a', 0, 'closed').question,
        uses: 3,
        totalMs: 900,
        lastUsedAt: late.toISOString(),
        medianMs: true,
      },
    );
    assert.partialDeepStrictEqual(second, { uses: 1, medianMs: 50, totalMs: 50 });
  });

  it('are kept up to 200 of a branch, the last asked; long ones are not', async () => {
    const uses = Array.from({ length: 205 }, (_, index) => use(`s${index}`, 1, 'open', new Date(Date.now() + index)));
    await addQuestionUses(store, uses);
    await addQuestionUses(store, [use('long', 1, 'x'.repeat(9_000), new Date(Date.now() + 900))]);
    const known = await readQuestionUsage(store, branch);
    assert.equal(known.length, 200);
    const oldest = Math.min(...known.map(({ lastUsedAt }) => Date.parse(lastUsedAt)));
    assert.equal(oldest, uses[5]!.at.getTime());
  });

  it('are forgotten with the branch', async () => {
    await addQuestionUses(store, [use('a', 1)]);
    await dropQuestionUsage(store, branch.id);
    assert.deepEqual(await readQuestionUsage(store, branch), []);
  });
});
