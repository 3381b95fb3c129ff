import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { ensureIndexes, newId, openStore, type Store } from '../src/index.ts';
import {
  askToCancelRun,
  beginRun,
  endOpenSteps,
  countFailedRuns,
  deleteOldRuns,
  endRun,
  getRun,
  getStepResult,
  insertRun,
  isEnded,
  listOpenRuns,
  listRuns,
  listSends,
  listStepResults,
  markAnswered,
  markSending,
  markUnsent,
  saveStepResult,
  takeSend,
  type NewRun,
  type StepKey,
} from '../src/runs/index.ts';

const at = new Date('2024-03-01T12:00:00Z');
const workspaceId = newId();
describe('Run storage', () => {
  let store: Store;

  before(async () => {
    const uri = process.env['MONGODB_URI'];
    if (!uri) throw new Error('MONGODB_URI names no MongoDB: set it to a replica set, or run npm test at the root.');
    store = await openStore({ uri, databasePrefix: `test_${randomBytes(6).toString('hex')}` });
    await ensureIndexes(store);
  });

  after(async () => {
    await store.system.dropDatabase();
    await store.workspaceDb(workspaceId).dropDatabase();
    await store.close();
  });

  function aRun(changes: Partial<NewRun> = {}): NewRun {
    return {
      workspaceId,
      branchId: newId(),
      branchName: 'main',
      workflowId: newId(),
      workflowName: 'Count',
      definition: {
        name: 'Count',
        trigger: { kind: 'connector', connector: 'github', events: ['*'] },
        steps: [{ id: 'count', kind: 'runReport', report: newId() }],
      },
      accounts: {},
      connectors: {},
      trigger: { kind: 'connector', connector: 'github', deliveryId: newId(), event: 'issues' },
      attempt: 1,
      temporalWorkflowId: `hook:${newId()}`,
      ...changes,
    };
  }

  function aStep(changes: Partial<StepKey> = {}): StepKey {
    return { workspaceId, runId: newId(), stepId: 'count', item: '', ...changes };
  }

  describe('Runs', () => {
    it('are stored once per Temporal id, however often they are written at once', async () => {
      const run = aRun();
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => insertRun(store, run, at)));
      assert.equal(outcomes.filter(({ inserted }) => inserted).length, 1);
      assert.equal(new Set(outcomes.map(({ run: { id } }) => id)).size, 1);
    });

    it('keep their initial definition, whatever names it contains', async () => {
      const input = JSON.parse('{"$set": 1, "a.b": [{"$gt": ""}], "__proto__": {"x": 1}}') as Record<string, unknown>;
      const definition = {
        ...aRun().definition,
        steps: [{ id: 'a', kind: 'action' as const, connector: 'c', action: 'b', input }],
      };
      const { run } = await insertRun(store, aRun({ definition }), at);
      assert.equal(JSON.stringify((await getRun(store, run.id))?.definition), JSON.stringify(definition));
    });

    it('go from queued to running to ended, and never back', async () => {
      const { run } = await insertRun(store, aRun(), at);
      assert.equal(run.status, 'queued');
      assert.equal((await beginRun(store, run.id, at))?.status, 'running');
      assert.equal((await endRun(store, run.id, { status: 'completed', error: null, at }))?.status, 'completed');
      const error = { code: 'internal', message: 'Too late.' };
      assert.equal(await endRun(store, run.id, { status: 'failed', error, at }), null);
      const ended = await beginRun(store, run.id, at);
      assert.deepEqual([ended?.status, ended?.error, ended && isEnded(ended)], ['completed', null, true]);
    });

    it('end immediately if cancelled while queued', async () => {
      const { run } = await insertRun(store, aRun(), at);
      const asked = await askToCancelRun(store, run.id, { by: 'fern', at });
      assert.deepEqual([asked?.status, asked?.endedAt, asked?.cancelAsked], ['cancelled', at, { by: 'fern', at }]);
      assert.equal((await beginRun(store, run.id, at))?.status, 'cancelled');
    });

    it('record who cancelled first while running, and cannot be cancelled once ended', async () => {
      const { run } = await insertRun(store, aRun(), at);
      await beginRun(store, run.id, at);
      await askToCancelRun(store, run.id, { by: 'fern', at });
      const again = await askToCancelRun(store, run.id, { by: 'juniper', at: new Date() });
      assert.deepEqual([again?.status, again?.endedAt, again?.cancelAsked], ['running', null, { by: 'fern', at }]);
      await endRun(store, run.id, { status: 'completed', error: null, at });
      assert.equal(await askToCancelRun(store, run.id, { by: 'juniper', at }), null);
    });

    it('are listed per branch, newest first, by page, status and workflow', async () => {
      const branchId = newId();
      const ids: string[] = [];
      for (let number = 0; number < 5; number++) {
        const { run } = await insertRun(store, aRun({ branchId, workflowId: number % 2 ? 'odd' : 'even' }), at);
        ids.unshift(run.id);
      }
      await endRun(store, ids[4] as string, { status: 'completed', error: null, at });
      const first = await listRuns(store, { workspaceId, branchId, limit: 3 });
      assert.deepEqual(
        first.runs.map(({ id }) => id),
        ids.slice(0, 3),
      );
      const second = await listRuns(store, { workspaceId, branchId, limit: 3, cursor: first.nextCursor });
      assert.deepEqual(
        second.runs.map(({ id }) => id),
        ids.slice(3),
      );
      assert.equal(second.nextCursor, undefined);
      const completed = await listRuns(store, { workspaceId, branchId, status: 'completed', limit: 3 });
      assert.deepEqual(
        completed.runs.map(({ id }) => id),
        ids.slice(4),
      );
      assert.equal((await listRuns(store, { workspaceId, branchId, workflowId: 'odd', limit: 9 })).runs.length, 2);
      assert.deepEqual((await listRuns(store, { workspaceId: newId(), branchId, limit: 3 })).runs, []);
    });

    it('that failed are counted by branch and workflow up to a limit', async () => {
      const [branchId, workflowId] = [newId(), newId()];
      const end = async (status: 'failed' | 'completed', changes: Partial<NewRun>) => {
        const { run } = await insertRun(store, aRun({ branchId, ...changes }), at);
        await endRun(store, run.id, { status, error: null, at });
      };
      await end('failed', { workflowId });
      await end('failed', { workflowId });
      await end('completed', { workflowId });
      await end('failed', {});
      await end('failed', { branchId: newId(), workflowId });
      const ask = { workspaceId, branchId, atMost: 10 };
      await store.system.command({ profile: 2 });
      assert.equal(await countFailedRuns(store, ask), 3);
      assert.equal(await countFailedRuns(store, { ...ask, workflowId }), 2);
      assert.equal(await countFailedRuns(store, { ...ask, atMost: 2 }), 2);
      await store.system.command({ profile: 0 });
      const counts = store.system.collection('system.profile').find({ 'command.aggregate': 'runs' });
      assert.deepEqual(
        (await counts.toArray()).map(({ docsExamined }) => docsExamined as number),
        [0, 0, 0],
      );
    });

    it('are listed while open, to compare them with Temporal', async () => {
      const queuedAt = new Date('2001-01-01T00:00:00Z');
      const { run: open } = await insertRun(store, aRun(), queuedAt);
      const { run: ended } = await insertRun(store, aRun(), queuedAt);
      await endRun(store, ended.id, { status: 'cancelled', error: null, at });
      const found = await listOpenRuns(store, { queuedBefore: new Date('2002-01-01T00:00:00Z'), limit: 9 });
      assert.deepEqual(
        found.map(({ id }) => id),
        [open.id],
      );
    });
  });

  describe('Step results', () => {
    const completed = { status: 'completed' as const, input: { a: 1 }, output: { b: [2] }, startedAt: at, endedAt: at };

    it('show a step while it runs and its outcome', async () => {
      const step = aStep();
      assert.equal(await getStepResult(store, step), null);
      await saveStepResult(store, step, { status: 'running', input: { a: 1 }, startedAt: at });
      assert.equal((await getStepResult(store, step))?.status, 'running');
      await saveStepResult(store, step, completed);
      const { id, ...result } = (await getStepResult(store, step)) ?? assert.fail();
      assert.match(id, /^[0-9a-f]{24}$/);
      assert.deepEqual(result, { ...step, ...completed, error: null, notes: [], opened: null, next: null });
    });

    it('are final once completed: a second outcome changes nothing', async () => {
      const step = aStep();
      assert.equal(await saveStepResult(store, step, completed), true);
      assert.equal(await saveStepResult(store, step, { ...completed, output: 'another' }), false);
      const error = { code: 'internal', message: 'Late.' };
      const failed = { status: 'failed' as const, input: null, error, startedAt: at, endedAt: at };
      assert.equal(await saveStepResult(store, step, failed), false);
      assert.deepEqual((await getStepResult(store, step))?.output, { b: [2] });
    });

    it('are cancelled with their run unless completed, and keep an existing error', async () => {
      const runId = newId();
      const [done, running, failed] = ['done', 'running', 'failed'].map((stepId) => aStep({ runId, stepId }));
      const late = { code: 'rate_limit', message: 'Later.' };
      await saveStepResult(store, done!, completed);
      await saveStepResult(store, running!, { status: 'running', input: 1, startedAt: at });
      await saveStepResult(store, failed!, { status: 'failed', input: 1, error: late, startedAt: at, endedAt: at });
      const error = { code: 'cancelled', message: 'Enough.' };
      const endedAt = new Date();
      await endOpenSteps(store, { runId }, { status: 'cancelled', error, at: endedAt });
      assert.deepEqual(
        (await listStepResults(store, runId)).map((step) => [step.status, step.error, step.endedAt]),
        [
          ['completed', null, at],
          ['cancelled', error, endedAt],
          ['cancelled', late, at],
        ],
      );
    });

    it('fail with their run if still running, each with its own error if it has one', async () => {
      const runId = newId();
      const late = { code: 'rate_limit', message: 'Later.' };
      const failed = { status: 'failed' as const, input: 1, error: late, startedAt: at, endedAt: at };
      await saveStepResult(store, aStep({ runId, stepId: 'failed' }), failed);
      for (const stepId of ['sending', 'counting'])
        await saveStepResult(store, aStep({ runId, stepId }), { status: 'running', input: 1, startedAt: at });
      const [own, error] = ['Half of it arrived.', 'Ended.'].map((message) => ({ code: 'ended_by_engine', message }));
      const endedAt = new Date();
      await endOpenSteps(store, { runId, stepId: 'sending', item: '' }, { status: 'failed', error: own!, at: endedAt });
      await endOpenSteps(store, { runId }, { status: 'failed', error: error!, at: endedAt });
      assert.deepEqual(
        (await listStepResults(store, runId)).map((step) => [step.stepId, step.status, step.error, step.endedAt]),
        [
          ['failed', 'failed', late, at],
          ['sending', 'failed', own, endedAt],
          ['counting', 'failed', error, endedAt],
        ],
      );
    });

    it('have one winner if two workers complete a step at once', async () => {
      const step = aStep();
      const wins = await Promise.all(
        Array.from({ length: 20 }, (_, output) => saveStepResult(store, step, { ...completed, output })),
      );
      assert.equal(wins.filter(Boolean).length, 1);
      assert.deepEqual((await getStepResult(store, step))?.output, wins.indexOf(true));
    });

    it('are returned unchanged above 256 KiB, and leave no files when replaced', async () => {
      const files = store.workspaceDb(workspaceId).collection('kept_values.files');
      const large = { text: 'é'.repeat(200_000) };
      const step = aStep();
      await saveStepResult(store, step, { status: 'running', input: large, startedAt: at });
      await saveStepResult(store, step, { ...completed, input: large, output: large });
      assert.deepEqual(
        (await listStepResults(store, step.runId)).map(({ output }) => output),
        [large],
      );
      assert.equal(await files.countDocuments(), 2);
      await saveStepResult(store, step, { ...completed, input: large, output: large });
      assert.equal(await files.countDocuments(), 2);
    });

    it('keep any JSON from another service', async () => {
      const step = aStep();
      const text = `{"$where": "1", "a.b": {"__proto__": 1}, "deep": ${'['.repeat(500)}${']'.repeat(500)}}`;
      await saveStepResult(store, step, { ...completed, output: JSON.parse(text) });
      assert.equal(JSON.stringify((await getStepResult(store, step))?.output), JSON.stringify(JSON.parse(text)));
    });

    it('are distinct per step and loop turn', async () => {
      const step = aStep();
      await saveStepResult(store, step, completed);
      await saveStepResult(store, { ...step, item: '1' }, completed);
      await saveStepResult(store, { ...step, stepId: 'other' }, completed);
      assert.equal((await listStepResults(store, step.runId)).length, 3);
      assert.deepEqual(
        (await listStepResults(store, step.runId, ['1', '1/0'])).map(({ item }) => item),
        ['1'],
      );
    });

    it('keep which inner steps they opened, also after completion', async () => {
      const step = aStep();
      const opened = { block: 'steps', turns: 3 };
      await saveStepResult(store, step, { status: 'running', input: 1, opened, startedAt: at });
      await saveStepResult(store, step, completed);
      assert.deepEqual((await getStepResult(store, step))?.opened, opened);
      assert.equal((await getStepResult(store, aStep()))?.opened, undefined);
    });
  });

  describe('Send journal', () => {
    const begin = { request: 'POST api.github.com', at };
    const stateOf = async ({ runId }: StepKey) =>
      (await listSends(store, runId)).map(({ state, count }) => [state, count]);

    it('is "sending" before the bytes and "answered" after them, and counts sends', async () => {
      const step = aStep();
      const { send, before } = await takeSend(store, step, begin);
      assert.deepEqual([before, send.fence], [null, 1]);
      assert.deepEqual(await stateOf(step), [['sending', 1]]);
      assert.equal(await markAnswered(store, send, { status: 201, outcome: { output: 7 }, at }), true);
      const [row] = await listSends(store, step.runId);
      assert.deepEqual([row?.state, row?.status, row?.answeredAt, row?.request], ['answered', 201, at, begin.request]);
    });

    it('shows the next worker the state of the previous request', async () => {
      const step = aStep();
      await takeSend(store, step, begin);
      const { send, before } = await takeSend(store, step, begin);
      assert.deepEqual([before?.state, before?.count, send.fence], ['sending', 1, 2]);
      assert.equal(await markSending(store, send, begin), true);
      assert.deepEqual(await stateOf(step), [['sending', 2]]);
    });

    it('keeps the answer, so that the next worker need not send again', async () => {
      const step = aStep();
      const outcomes = [
        { output: { id: 7, text: 'é'.repeat(200_000) } },
        { error: { code: 'auth', message: 'No.', mayRetry: false } },
      ];
      for (const [turn, outcome] of outcomes.entries()) {
        const item = String(turn);
        const { send } = await takeSend(store, { ...step, item }, begin);
        await markAnswered(store, send, { status: 201, outcome, at });
        assert.deepEqual((await takeSend(store, { ...step, item }, begin)).before?.outcome, outcome);
      }
    });

    it('accepts no entry from a worker that lost its fence, so that it sends nothing', async () => {
      const step = aStep();
      const { send: old } = await takeSend(store, step, begin);
      const { send: current } = await takeSend(store, step, begin);
      assert.equal(await markSending(store, old, begin), false);
      const files = store.workspaceDb(workspaceId).collection('kept_values.files');
      const before = await files.countDocuments();
      const outcome = { output: 'x'.repeat(300_000) };
      assert.equal(await markAnswered(store, old, { status: 200, outcome, at }), false);
      assert.equal(await files.countDocuments(), before);
      assert.equal(await markUnsent(store, old), false);
      assert.equal(await markSending(store, current, begin), true);
      assert.equal((await listSends(store, step.runId))[0]?.count, 2);
    });

    it('lets one of many workers send at a time, each with its own fence', async () => {
      const step = aStep();
      const taken = await Promise.all(Array.from({ length: 20 }, () => takeSend(store, step, begin)));
      assert.equal(taken.filter(({ before }) => before === null).length, 1);
      assert.equal(new Set(taken.map(({ send }) => send.fence)).size, 20);
    });

    it('reopens a request that never reached the other service', async () => {
      const step = aStep();
      const { send } = await takeSend(store, step, begin);
      assert.equal(await markUnsent(store, send), true);
      assert.equal((await takeSend(store, step, begin)).before?.state, 'open');
    });
  });

  describe('Old runs', () => {
    it('are deleted with what their steps did, except open ones and those that wait for a decision', async () => {
      const old = (days: number) => ObjectId.createFromTime(Math.floor(Date.now() / 1000) - days * 86_400);
      const add = async (days: number, ending?: { isUndecided: boolean }) => {
        const { run } = await insertRun(store, aRun(), at, old(days).toHexString());
        const key = aStep({ runId: run.id });
        const step = {
          status: 'completed' as const,
          input: { text: 'x'.repeat(300_000) },
          output: null,
          startedAt: at,
        };
        await saveStepResult(store, key, { ...step, endedAt: at });
        if (ending) await endRun(store, run.id, { status: 'failed', error: null, at, ...ending });
        return run.id;
      };
      const files = () => store.workspaceDb(workspaceId).collection('kept_values.files').countDocuments();
      const queuedBefore = new Date(Date.now() - 31 * 86_400_000);
      // Those of other tests.
      await deleteOldRuns(store, { queuedBefore, limit: 100 });
      const before = await files();
      const gone = [await add(40, { isUndecided: false }), await add(39, { isUndecided: false })];
      const kept = [await add(38), await add(37, { isUndecided: true }), await add(30, { isUndecided: false })];
      assert.equal(await files(), before + 5);
      assert.equal(await deleteOldRuns(store, { queuedBefore, limit: 1 }), 1);
      assert.equal(await deleteOldRuns(store, { queuedBefore, limit: 100 }), 1);
      assert.equal(await deleteOldRuns(store, { queuedBefore, limit: 100 }), 0);
      for (const id of gone) assert.deepEqual([await getRun(store, id), await listStepResults(store, id)], [null, []]);
      for (const id of kept) assert.ok((await getRun(store, id)) !== null);
      assert.equal(await files(), before + 3);
    });

    it('are deleted with the answers of their requests, although an earlier deletion was interrupted', async () => {
      const old = ObjectId.createFromTime(Math.floor(Date.now() / 1000) - 50 * 86_400).toHexString();
      const { run } = await insertRun(store, aRun(), at, old);
      const key = aStep({ runId: run.id });
      const large = { text: 'x'.repeat(300_000) };
      const database = store.workspaceDb(workspaceId);
      const before = await database.collection('kept_values.files').countDocuments();
      await saveStepResult(store, key, { status: 'completed', input: large, output: null, startedAt: at, endedAt: at });
      const request = { request: 'POST api.github.com', at };
      const { send } = await takeSend(store, key, request);
      await markSending(store, send, request);
      await markAnswered(store, send, { status: 200, outcome: { output: large }, at });
      await endRun(store, run.id, { status: 'completed', error: null, at });
      assert.equal(await database.collection('kept_values.files').countDocuments(), before + 2);
      const [first] = await database.collection('kept_values.files').find().sort({ _id: -1 }).limit(2).toArray();
      await database.collection('kept_values.files').deleteOne({ _id: first!._id });
      assert.equal(await deleteOldRuns(store, { queuedBefore: new Date(), limit: 1 }), 1);
      assert.equal(await getRun(store, run.id), null);
      assert.equal(await database.collection('kept_values.files').countDocuments(), before);
      assert.equal(await database.collection('kept_values.chunks').countDocuments({ files_id: first!._id }), 0);
    });
  });
});
