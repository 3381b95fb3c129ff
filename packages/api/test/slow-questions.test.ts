import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectionFacts, openBranch, readPlanUsage } from '@tallyhook/store';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const manyRecords = 100_000;
const fillTimeoutMs = 180_000;

/** Counts different values of an unindexed field, twice: seconds of work for the database. */
const slow = {
  type: 'note',
  groupBy: [{ field: 'title' }],
  measures: [{ fn: 'distinct', field: 'body' }, { fn: 'count' }],
};

/** A workspace with so many notes that counting them takes a while. */
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

/** The aggregations that MongoDB is working on for this test. */
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
  for (const endAt = Date.now() + 20_000; Date.now() < endAt; await sleep(20)) if (await isSo()) return;
  assert.fail(`not within 20 s: ${what}`);
}

describe('a question that takes too long', () => {
  let service: Service;
  let founded: Founded;
  const deadlineMs = 250;

  before(async function () {
    this.timeout(fillTimeoutMs);
    service = await startService({ questions: { deadlineMs, atOnce: 2, waiting: 2 } });
    founded = await foundSlow(service);
  });

  after(() => service?.stop());

  const ask = (signal?: AbortSignal) =>
    send(service, 'POST', '/api/query', { as: founded.readKey, json: slow, signal });
  const calls = async () =>
    (await readPlanUsage(service.store, founded.workspaceId, new Date().toISOString().slice(0, 7)))[0]?.calls ?? 0;

  it('is refused in time with advice, counts as a call, and is gone from the database', async () => {
    const [before, startedAt] = [await calls(), performance.now()];
    const answered = await ask();
    assertProblem(answered, 504, 'query_timeout');
    assert.ok(performance.now() - startedAt < deadlineMs + 2_000);
    assert.ok(answered.body.limitMs > 0 && /filter|group/i.test(answered.body.detail));
    await waitUntil('the call is counted', async () => (await calls()) === before + 1);
    await waitUntil('the aggregation is gone', async () => (await running(service, founded.workspaceId)).length === 0);
  });

  it('leaves sign-in, records and other questions to whoever asks meanwhile', async () => {
    const many = Array.from({ length: 12 }, () => ask());
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
    assert.ok(performance.now() - startedAt < 5_000);
    const answers = await Promise.all(many);
    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [429, 504]);
    const refused = answers.find(({ status }) => status === 429)!;
    assertProblem(refused, 429, 'too_many_requests');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });
});

describe('a question whose asker leaves', () => {
  let service: Service;
  let founded: Founded;

  before(async function () {
    this.timeout(fillTimeoutMs);
    service = await startService({ questions: { deadlineMs: 60_000, atOnce: 1, waiting: 2 } });
    founded = await foundSlow(service);
  });

  after(() => service?.stop());

  it('is ended in the database and makes room for the next', async () => {
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
