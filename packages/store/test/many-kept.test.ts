import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import { findEarlierDelivery, listDeliveries } from '../src/deliveries/index.ts';
import { ensureIndexes, newId, openStore, type Store } from '../src/index.ts';
import { listRuns } from '../src/runs/index.ts';
import { putTriggerRoute, type TriggerRoute } from '../src/workflows/index.ts';
import { findTriggerRoutes } from '../src/triggers/trigger-routes.ts';

const workspaceId = newId();
const branchId = newId();
const many = 300;
const few = 3;

describe('Among many others', () => {
  let store: Store;

  before(async () => {
    const uri = process.env['MONGODB_URI'];
    if (!uri) throw new Error('MONGODB_URI names no MongoDB: set it to a replica set, or run npm test at the root.');
    store = await openStore({ uri, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
    await ensureIndexes(store);
    const isFew = (index: number) => index % (many / few) === 0;
    const deliveries = Array.from({ length: many }, (_, index) => aDelivery(isFew(index) ? 'conflict' : 'accepted'));
    await store.system.collection<Document & { _id: string }>('deliveries').insertMany(deliveries);
    const runs = Array.from({ length: many }, (_, index) => ({
      ...aRun(isFew(index) ? 'cancelled' : 'completed'),
      ...(isFew(index + 1) && { isTest: true }),
    }));
    await store.system.collection<Document & { _id: string }>('runs').insertMany(runs);
  });

  after(async () => {
    await store.system.dropDatabase();
    await store.close();
  });

  const aDelivery = (outcome: string) => ({
    ...{ _id: newId(), connector: 'github', outcome, workspaceIds: [workspaceId], identity: newId(), event: 'push' },
    ...{ receivedAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000), targets: [], waiting: 0, conflicts: [] },
    ...{ accountId: null, externalId: 'any', deliveryId: newId(), connectorVersion: '1.0.0' },
  });

  const aRun = (status: string) => ({
    ...{ _id: newId(), workspaceId, branchId, workflowId: newId(), temporalWorkflowId: newId(), status },
    ...{ queuedAt: new Date(), trigger: { kind: 'button' } },
  });

  /** How many documents the database looks at. */
  async function examined(collection: string, read: () => Promise<unknown>): Promise<number> {
    await store.system.command({ profile: 2 });
    await read();
    await store.system.command({ profile: 0 });
    const profile = store.system.collection('system.profile');
    const rows = await profile.find({ ns: `${store.system.databaseName}.${collection}` }).toArray();
    await profile.drop();
    assert.ok(rows.length > 0, 'the profiler saw no read');
    return rows.reduce((sum, { docsExamined = 0 }) => sum + (docsExamined as number), 0);
  }

  it('few deliveries with an outcome are found without looking at the others', async () => {
    const list = async () => {
      const { deliveries } = await listDeliveries(store, workspaceId, { outcome: 'conflict', limit: 50 });
      assert.equal(deliveries.length, few);
    };
    assert.equal(await examined('deliveries', list), few);
  });

  it('few cancelled runs, and few tests, are found without looking at the others', async () => {
    const list = (filter: Partial<Parameters<typeof listRuns>[1]>) => async () => {
      const { runs } = await listRuns(store, { workspaceId, branchId, limit: 50, ...filter });
      assert.equal(runs.length, few);
    };
    assert.equal(await examined('runs', list({ status: 'cancelled' })), few);
    assert.equal(await examined('runs', list({ isTest: true })), few);
  });

  it('deliveries since a moment are found without looking at those before', async () => {
    const since = new Date(Date.now() + 7_200_000);
    const route = { workspaceId, connector: 'github', accountId: null, externalId: null } as TriggerRoute;
    const look = async () => assert.equal(await findEarlierDelivery(store, route, { since }), null);
    assert.equal(await examined('deliveries', look), 0);
  });

  it('the workflows for an event are found without looking at those of the same account for others', async () => {
    const place = { workspaceId, branchId, branchName: 'main', connector: 'github', accountId: newId() };
    const events = Array.from({ length: many }, (_, index) => [index === 0 ? '*' : `event${index}`]);
    for (const one of events)
      await putTriggerRoute(store, {
        ...{ ...place, workflowId: newId(), externalId: 'owner', events: one, conditions: [] },
      });
    const find = async () => {
      const found = await findTriggerRoutes(store, 'github', { externalIds: ['owner'], events: ['event7'] });
      assert.deepEqual(found.map((route) => route.events).toSorted(), [['*'], ['event7']]);
    };
    assert.equal(await examined('trigger_routes', find), 2);
  });
});
