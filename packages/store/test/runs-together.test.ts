import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ensureIndexes, newId, openStore, type Store } from '../src/index.ts';
import {
  askToCancelRun,
  beginRun,
  endRun,
  insertRun,
  listSends,
  markAnswered,
  takeSend,
  watchRun,
  type NewRun,
} from '../src/runs/index.ts';

const workspaceId = newId();
const at = new Date('2024-03-01T12:00:00Z');
const later = new Date('2024-03-01T12:00:01Z');

describe('At the same time', () => {
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

  async function queue(count: number, limits?: NewRun['definition']['limits']): Promise<string[]> {
    const definition = {
      ...{ name: 'Count', trigger: { kind: 'connector', connector: 'github', events: ['*'] }, steps: [] },
      ...(limits && { limits }),
    } as unknown as NewRun['definition'];
    const place = { workspaceId, branchId: newId(), branchName: 'main', workflowId: newId(), workflowName: 'Count' };
    const rows = Array.from({ length: count }, () =>
      insertRun(
        store,
        {
          ...{ ...place, definition, accounts: {}, connectors: {}, attempt: 1, temporalWorkflowId: newId() },
          trigger: { kind: 'connector', connector: 'github', deliveryId: newId(), event: 'push' },
        },
        at,
      ),
    );
    return (await Promise.all(rows)).map(({ run }) => run.id);
  }

  it('each run begins once, but not one that was cancelled, is unknown, or has no place', async () => {
    const [first, second, cancelled] = await queue(3);
    const [limited] = await queue(1, { atMost: 1 });
    await askToCancelRun(store, cancelled!, { by: 'somebody', at });
    const ids = [first!, second!, cancelled!, newId(), limited!];
    const begun = await Promise.all(ids.map((id) => beginRun(store, id, at)));
    assert.deepEqual(
      begun.map((run) => run?.status),
      ['running', 'running', 'cancelled', undefined, 'queued'],
    );
    const again = await Promise.all([first!, second!].map((id) => beginRun(store, id, later)));
    assert.deepEqual(
      again.map((run) => run?.startedAt),
      [at, at],
    );
    assert.equal((await beginRun(store, limited!, at, { hasPlace: true }))?.status, 'running');
  });

  it('each run ends once, and those who watch it are named', async () => {
    const ids = await queue(4);
    await watchRun(store, ids[1]!, { personId: 'somebody', isWatching: true });
    await endRun(store, ids[3]!, { status: 'cancelled', error: null, at });
    const end = (moment: Date) =>
      Promise.all(ids.map((id) => endRun(store, id, { status: 'completed', error: null, at: moment })));
    const ended = await end(at);
    assert.deepEqual(
      ended.map((run) => run && [run.status, run.watchers]),
      [['completed', []], ['completed', ['somebody']], ['completed', []], null],
    );
    assert.deepEqual(await end(later), [null, null, null, null]);
  });

  it('each answer is written, but not that of a worker whose request was taken over', async () => {
    const keys = Array.from({ length: 4 }, () => ({ workspaceId, runId: newId(), stepId: 'call', item: '' }));
    const begin = { request: 'POST example.com', at };
    const taken = await Promise.all(keys.map((key) => takeSend(store, key, begin)));
    await takeSend(store, keys[2]!, begin);
    const written = await Promise.all(
      taken.map(({ send }, index) => markAnswered(store, send, { status: 200, outcome: { output: index }, at })),
    );
    assert.deepEqual(written, [true, true, false, true]);
    const states = await Promise.all(keys.map(async ({ runId }) => (await listSends(store, runId))[0]));
    assert.deepEqual(
      states.map((send) => [send?.state, send?.outcome]),
      [
        ['answered', { output: 0 }],
        ['answered', { output: 1 }],
        ['sending', null],
        ['answered', { output: 3 }],
      ],
    );
  });
});
