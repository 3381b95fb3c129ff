import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Document } from 'mongodb';
import { ensureIndexes, newId, openStore, type Store } from '../src/index.ts';
import { createSpace } from '../src/space/index.ts';

describe('The quota of deliveries', () => {
  let store: Store;

  before(async () => {
    const uri = process.env['MONGODB_URI'];
    if (!uri) throw new Error('MONGODB_URI names no MongoDB: set it to a replica set, or run npm test at the root.');
    store = await openStore({ uri, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
    await ensureIndexes(store);
  });

  after(async () => {
    await store.system.dropDatabase();
    await store.close();
  });

  it('is counted once for all that arrive at the same time, and not exceeded by them', async () => {
    const workspaceId = newId();
    const kept = Array.from({ length: 3 }, () => ({ _id: newId(), workspaceIds: [workspaceId], identity: newId() }));
    await store.system.collection<Document & { _id: string }>('deliveries').insertMany(kept);
    const space = createSpace({
      ...{ store, logger: { warn: () => undefined }, temporaryDirectory: tmpdir(), minFreeBytes: 0 },
      quotas: { records: null, fileBytes: null, deliveries: 10 },
    });
    await store.system.command({ profile: 2 });
    const asked = Array.from({ length: 9 }, () => space.requireQuota(workspaceId, 'deliveries', 1));
    const answers = await Promise.allSettled(asked);
    await store.system.command({ profile: 0 });
    assert.deepEqual(
      answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value : (answer.reason as { code: string }).code,
      ),
      [6, 5, 4, 3, 2, 1, 0, 'quota_reached', 'quota_reached'],
    );
    const counts = store.system.collection('system.profile').find({ 'command.aggregate': 'deliveries' });
    assert.equal((await counts.toArray()).length, 1);
  });
});
