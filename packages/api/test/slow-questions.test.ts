import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBranch } from '@tallyhook/store/branches';
import { collectionFacts } from '@tallyhook/store/collections';
import { readPlanUsage } from '@tallyhook/store/keys';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const manyRecords = 200_000;
const fillTimeoutMs = 180_000;

/** Counts distinct values of an unindexed field twice, which takes the database seconds. */
const slow = {
  type: 'note',
  groupBy: [{ field: 'title' }],
  measures: [{ fn: 'distinct', field: 'body' }, { fn: 'count' }],
};

/** A workspace with enough notes that counting them takes a while. */
async function foundSlow(service: Service): Promise<Founded> {
  const founded = await service.found();
  const { writeKey, workspaceId } = founded;
  const made = await send(service, 'POST', '/api/records?type=note', {
    as: writeKey,
    json: { fields: { title: 'First' } },
  });
  assert.equal(made.status, 201, made.text);
  const branch = await openBranch(service.store, workspaceId, 'main');
  const { collection } = (await collectionFacts(service.store, branch)).note!;
  const notes = service.store.workspaceDb(workspaceId).collection(collection!);
  const [first] = await notes.find({}, { projection: { _id: 0 } }).toArray();
  for (let from = 0; from < manyRecords; from += 10_000) {
    const documents = Array.from({ length: 10_000 }, (_, at) => ({
      ...first,
      title: `Note ${from + at}`,
      body: `${from + at}`.repeat(20),
    }));
    await notes.insertMany(documents, { ordered: false });
  }
  return founded;
}

/** The aggregations MongoDB is running for this test. */
async function running(service: Service, workspaceId: string): Promise<unknown[]> {
  const name = service.store.workspaceDb(workspaceId).databaseName;
  const pipeline = [
    { $currentOp: { allUsers: true } },
    { $match: { 'command.aggregate': { $type: 'string' }, ns: { $regex: `^${name}\\.` } } },
  ];
  return service.store.client
    .db('admin')
    .aggregate(pipeline, { readConcern: { level: 'local' } })
    .toArray();
}

async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const endAt = Date.now() + 60_000; Date.now() < endAt; await sleep(20)) if (await isSo()) return;
  assert.fail(`not within 60 s: ${what}`);
}

describe('question that takes too long', () => {
  let service: Service;
  let founded: Founded;
  /** Far shorter than a slow question, and far longer than its wait for a turn. */
  const deadlineMs = 1_000;
  let later = 0;

  before(async function () {
    this.timeout(fillTimeoutMs);
    const now = () => new Date(Date.now() + later);
    service = await startService({ now, questions: { deadlineMs, atOnce: 2, perWorkspace: 2, waiting: 2 } });
    founded = await foundSlow(service);
  });

  after(() => service?.stop());

  const ask = (question: object = slow) => send(service, 'POST', '/api/query', { as: founded.readKey, json: question });
  const calls = async () => {
    await service.deps.planCalls.flush();
    const [usage] = await readPlanUsage(service.store, founded.workspaceId, new Date().toISOString().slice(0, 7));
    return usage?.calls ?? 0;
  };

  it('is refused in time with advice, counts as a call, and stops in the database', async () => {
    const [before, startedAt] = [await calls(), performance.now()];
    const answered = await ask();
    assertProblem(answered, 504, 'query_timeout');
    assert.ok(performance.now() - startedAt < 10_000);
    assert.ok(answered.body.limitMs > 0 && /filter|group/i.test(answered.body.detail));
    assert.equal(await calls(), before + 1);
    await waitUntil('the aggregation is gone', async () => (await running(service, founded.workspaceId)).length === 0);
  });

  it('is refused immediately if repeated within a minute, unlike other questions', async () => {
    const again = { ...slow, limit: 101 };
    const refused = await ask(again);
    assertProblem(refused, 504, 'query_timeout');
    const before = await calls();
    await waitUntil('the aggregation is gone', async () => (await running(service, founded.workspaceId)).length === 0);
    const labelled = send(service, 'POST', '/api/query?labels=1', { as: founded.readKey, json: again });
    const same = await Promise.all([labelled, ...Array.from({ length: 20 }, () => ask(again))]);
    for (const one of same) assert.deepEqual({ ...one.body, instance: '' }, { ...refused.body, instance: '' });
    assert.deepEqual(await running(service, founded.workspaceId), []);
    assert.equal(await calls(), before, 'what was not counted is no call');
    assert.equal((await ask({ type: 'ticket' })).status, 200);
    assert.equal(await calls(), before + 1);
    later += 61_000;
    await ask(again);
    assert.equal(await calls(), before + 2);
  });

  it('names the fields that an index would help, and the page to create it', async () => {
    let limit = 1;
    const filter = { field: 'title', op: 'startsWith', value: 'Note' };
    let refused = await ask({ ...slow, filter, limit });
    // Late advice is left out; repeating the question would repeat the refusal.
    await waitUntil('the advice is found in time', async () => {
      // Another question may still be ending.
      if (refused.status !== 429) assertProblem(refused, 504, 'query_timeout');
      if (refused.body.advice !== undefined) return true;
      limit += 1;
      refused = await ask({ ...slow, filter, limit });
      return false;
    });
    const page = `/speed?workspace=${founded.workspaceId}&branch=main`;
    assert.deepEqual(refused.body.advice, [{ index: ['title'], page }]);
  });

  it('says that it waited if others took most of its time; then it is no call and can be repeated', async () => {
    const { workspaceId } = founded;
    const { questionGate } = service.deps;
    const others = Promise.withResolvers<void>();
    const { signal } = new AbortController();
    const held = [1, 2].map(() => questionGate.run(workspaceId, signal, () => others.promise));
    const waiting = { ...slow, filter: { field: 'title', op: 'startsWith', value: 'Note' }, limit: 103 };
    const before = await calls();
    const run = questionGate.run.bind(questionGate);
    // Measure the wait from its arrival at the gate, however long it took to get there.
    questionGate.run = (...given) => {
      setTimeout(others.resolve, 0.8 * deadlineMs);
      return run(...given);
    };
    const refused = await ask(waiting);
    questionGate.run = run;
    await Promise.all(held);
    assertProblem(refused, 429, 'too_many_requests');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.match(refused.body.detail, /waiting for other questions of the workspace/);
    assert.equal(refused.body.advice, undefined);
    assert.equal(await calls(), before);
    assertProblem(await ask(waiting), 504, 'query_timeout');
    assert.equal(await calls(), before + 1);
  });

  it('does not block sign-in, records and other questions', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ask({ ...slow, limit: at + 1 }));
    const startedAt = performance.now();
    const others = await Promise.all([
      send(service, 'GET', '/api/session', { as: founded.owner }),
      send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, json: { fields: { title: 'Oven' } } }),
      send(service, 'GET', '/api/types', { as: founded.readKey }),
    ]);
    assert.deepEqual(
      others.map(({ status }) => status),
      [200, 201, 200],
    );
    assert.ok(performance.now() - startedAt < 20_000);
    const answers = await Promise.all(many);
    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [429, 504]);
    const refused = answers.find(({ status }) => status === 429)!;
    assertProblem(refused, 429, 'too_many_requests');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });
});

describe('question whose asker disconnects', () => {
  let service: Service;
  let founded: Founded;

  before(async function () {
    this.timeout(fillTimeoutMs);
    service = await startService({ questions: { deadlineMs: 60_000, atOnce: 1, perWorkspace: 1, waiting: 2 } });
    founded = await foundSlow(service);
  });

  after(() => service?.stop());

  it('is stopped in the database and makes room for the next', async () => {
    const leaving = new AbortController();
    const asked = send(service, 'POST', '/api/query', { as: founded.readKey, json: slow, signal: leaving.signal });
    asked.catch(() => undefined);
    await waitUntil('the aggregation runs', async () => (await running(service, founded.workspaceId)).length > 0);
    leaving.abort();
    await assert.rejects(asked);
    await waitUntil('the aggregation is gone', async () => (await running(service, founded.workspaceId)).length === 0);
    const next = await send(service, 'POST', '/api/query', { as: founded.readKey, json: { type: 'ticket' } });
    assert.equal(next.status, 200, next.text);
    assert.ok(!service.log.some((line) => line.includes('"level":50')), service.log.join(''));
  });
});
