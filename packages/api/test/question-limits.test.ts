import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBranch } from '@tallyhook/store/branches';
import { collectionFacts } from '@tallyhook/store/collections';
import { createPerson, setRole } from '@tallyhook/store/people';
import { readPlan, startTurn } from '@tallyhook/store/questions';
import { setHookScene, type HookScene } from './hook-scene.ts';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

/**
 * Enough notes for the question below, which takes hundredths of a second for each. The few documents are like them and
 * used for measuring.
 */
const manyNotes = 8_000;
const fewDocuments = 40;
const minuteMs = 60_000;

/** Searches long texts for fifty long near matches. */
const conditions = Array.from({ length: 50 }, (_, more) => ({
  field: 'body',
  op: 'contains',
  value: `${'a'.repeat(400 + more)}bc`,
}));
const endless = { type: 'note', filter: { or: conditions }, groupBy: [{ field: 'title' }] };

describe('question limits', () => {
  let service: Service;
  let founded: Founded;
  let scene: HookScene;

  before(async function () {
    this.timeout(180_000);
    // Columns would make the slow questions fast.
    service = await startService({ columns: undefined });
    founded = await service.found();
    scene = await setHookScene(service);
    await scene.listen();
    await fill('note', manyNotes);
    await fill('document', fewDocuments);
  });

  after(() => service?.stop());

  async function fill(type: string, count: number): Promise<void> {
    const json = { fields: { title: 'First', body: `${'a'.repeat(700)}cb` } };
    await send(service, 'POST', `/api/records?type=${type}`, { as: founded.writeKey, json });
    const branch = await openBranch(service.store, founded.workspaceId, 'main');
    const { collection } = (await collectionFacts(service.store, branch))[type]!;
    const records = service.store.workspaceDb(founded.workspaceId).collection(collection!);
    const [first] = await records.find({}, { projection: { _id: 0 } }).toArray();
    await records.insertMany(Array.from({ length: count - 1 }, (_, at) => ({ ...first, title: `Note ${at % 7}` })));
  }

  let asked = 0;
  /** Each question differs: a repeat would be refused at once. */
  const ask = (signal?: AbortSignal) =>
    send(service, 'POST', '/api/query', { as: founded.readKey, json: { ...endless, limit: ++asked }, signal });

  /** The number of our operations running in MongoDB. */
  async function running(): Promise<number> {
    const { databaseName } = service.store.workspaceDb(founded.workspaceId);
    const pipeline = [
      { $currentOp: { allUsers: true } },
      { $match: { 'command.aggregate': { $type: 'string' }, ns: { $regex: `^${databaseName}\\.` } } },
    ];
    const admin = service.store.client.db('admin');
    return (await admin.aggregate(pipeline, { readConcern: { level: 'local' } }).toArray()).length;
  }

  /** Waits until MongoDB runs none of our operations: work that would take a minute or more was cancelled. */
  async function whenIdle(): Promise<void> {
    const startedAt = performance.now();
    while ((await running()) > 0) {
      assert.ok(performance.now() - startedAt < 15_000, 'the operation is still there after fifteen seconds');
      await sleep(20);
    }
  }

  async function whenRunning(): Promise<void> {
    while ((await running()) === 0) await sleep(20);
  }

  it('refuse a question of a minute within 8.5 seconds, and stop it in MongoDB', async function () {
    this.timeout(180_000);
    const measured = performance.now();
    const few = { ...endless, type: 'document' };
    const counted = await send(service, 'POST', '/api/query', { as: founded.readKey, json: few });
    assert.deepEqual([counted.status, counted.body.overall], [200, { count: 0 }], counted.text);
    const wholeMs = ((performance.now() - measured) / fewDocuments) * manyNotes;
    assert.ok(wholeMs > minuteMs, `the question would take ${Math.round(wholeMs)} ms`);

    const times: number[] = [];
    // Other tests on a busy machine may delay one of them.
    while (times.length < 6 && !times.some((tookMs) => tookMs < 8_500)) {
      const startedAt = performance.now();
      const [answered] = await Promise.all([ask(), whenRunning()]);
      times.push(performance.now() - startedAt);
      assertProblem(answered, 504, 'query_timeout');
      assert.match(answered.body.detail, /filter to fewer records/i);
      await whenIdle();
    }
    const tookMs = times.at(-1)!;
    assert.ok(tookMs > 7_500 && tookMs < 8_500, `they were refused after ${times.map(Math.round).join(', ')} ms`);
  });

  it('stop a question in MongoDB as soon as its asker disconnects', async function () {
    this.timeout(180_000);
    const leaving = new AbortController();
    const asked = ask(leaving.signal).catch(() => undefined);
    await whenRunning();
    leaving.abort();
    await asked;
    await whenIdle();
  });

  it('apply to the reads of a workflow’s question too', async function () {
    this.timeout(180_000);
    const branch = await openBranch(service.store, founded.workspaceId, 'main');
    const { collection } = (await collectionFacts(service.store, branch)).note!;
    const match = { $or: conditions.map(({ value }) => ({ body: { $regex: value, $options: 'i' } })) };
    const reads = [{ id: 'n', kind: 'count' as const, collection, match }];
    const startedAt = performance.now();
    await assert.rejects(
      readPlan(service.store, branch, reads, { turn: startTurn({ limitMs: 2_000 }) }),
      /longer than/,
    );
    assert.ok(performance.now() - startedAt < 15_000);
  });

  it('let small questions through while long ones of the workspace wait', async () => {
    const { deps } = service;
    const leave = Promise.withResolvers<void>();
    const { signal } = new AbortController();
    const running = Array.from({ length: deps.questions.perWorkspace }, () =>
      deps.questionGate.run(founded.workspaceId, signal, () => leave.promise),
    );
    let isLongAnswered = false;
    const long = send(service, 'POST', '/api/query', { as: founded.readKey, json: { type: 'note', limit: 1 } }).finally(
      () => (isLongAnswered = true),
    );
    const short = await send(service, 'POST', '/api/query', {
      as: founded.readKey,
      json: { type: 'document', groupBy: [{ field: 'title' }] },
    });
    const page = await send(service, 'GET', '/api/records?type=document&filter={"field":"title","op":"nempty"}', {
      as: founded.readKey,
    });
    assert.deepEqual([short.status, page.status, isLongAnswered], [200, 200, false]);
    leave.resolve();
    assert.equal((await long).status, 200);
    await Promise.all(running);
  });

  it('read nothing for questions that wait behind others of the workspace', async () => {
    const { store, deps } = service;
    const leave = Promise.withResolvers<void>();
    const { signal } = new AbortController();
    const question = { type: 'ticket', limit: 1 };
    const askOne = () => send(service, 'POST', '/api/query', { as: founded.readKey, json: question });
    assert.equal((await askOne()).status, 200);
    const running = Array.from({ length: deps.questions.perWorkspace }, () =>
      deps.quickGate.run(founded.workspaceId, signal, () => leave.promise),
    );
    let reads = 0;
    const count = () => (reads += 1);
    store.client.on('connectionCheckOutStarted', count);
    const asked = Array.from({ length: 60 }, askOne);
    await sleep(1_000);
    store.client.off('connectionCheckOutStarted', count);
    leave.resolve();
    assert.deepEqual(
      [...new Set((await Promise.all([...asked, ...running])).map((one) => one?.status))],
      [200, undefined],
    );
    // The few questions parsed ahead read the caller, the branch and the moment.
    assert.ok(reads <= 40, `${reads} reads for 60 questions that waited`);
  });

  it('keep webhooks and sign-in working during 200 slow questions', async function () {
    this.timeout(180_000);
    const { store } = service;
    const credentials = { email: 'limits@example.com', password: 'correct horse battery' };
    const person = await createPerson(store, { ...credentials, name: 'L', by: 'system', now: new Date() });
    const { workspaceId } = founded;
    await setRole(store, { workspaceId, personId: person.id, role: 'viewer', by: 'system', now: new Date() });

    const askedAt = performance.now();
    let answered = 0;
    const asked = Array.from({ length: 200 }, () => ask().then(({ status }) => (answered++, status)));
    await whenRunning();
    const times: number[] = [];
    // On a busy machine fewer rounds fit into the eight seconds that slow questions have.
    for (let round = 0; round < 5 && performance.now() - askedAt < 4_000; round++) {
      const startedAt = performance.now();
      const [signedIn, delivered] = await Promise.all([
        send(service, 'POST', '/api/session', { json: credentials }),
        scene.deliver({ id: `beside-${round}` }),
      ]);
      times.push(performance.now() - startedAt);
      assert.deepEqual([signedIn.status, delivered.status], [200, 200], `${signedIn.text} ${delivered.text}`);
    }
    assert.ok(answered < 200, 'slow questions were running all the while');
    assert.ok(Math.max(...times) < 10_000, `they took ${times.map(Math.round).join(', ')} ms`);
    const statuses = await Promise.all(asked);
    assert.ok(performance.now() - askedAt < 30_000, 'each was answered in time');
    const counts = Object.fromEntries(
      [429, 504].map((status) => [status, statuses.filter((one) => one === status).length]),
    );
    assert.equal(counts[429]! + counts[504]!, 200, JSON.stringify(statuses));
    assert.ok(counts[504]! >= 4, JSON.stringify(counts));
    await whenIdle();
    const next = await send(service, 'POST', '/api/query', { as: founded.readKey, json: { type: 'ticket' } });
    assert.equal(next.status, 200, next.text);
  });
});
