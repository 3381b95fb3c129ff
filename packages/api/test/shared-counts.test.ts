import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBranch } from '@tallyhook/store/branches';
import { collectionFacts } from '@tallyhook/store/collections';
import { startApiProcess } from './start-process.ts';
import { send, startService, type Founded, type Service } from './start-service.ts';

const notes = 30_000;

/** Takes the database seconds: distinct long texts in many groups. */
const definition = {
  type: 'note',
  chart: 'table',
  groupBy: [{ field: 'title' }],
  measures: [{ fn: 'distinct', field: 'body' }],
};

describe('slow report that many people open at once', function () {
  this.timeout(180_000);
  let service: Service;
  let founded: Founded;
  let collection: string;
  /** The number of grouping operations per answer. */
  let groupingsOfOne: number;
  const processes: ChildProcess[] = [];
  const urls: string[] = [];

  before(async () => {
    service = await startService();
    founded = await service.found();
    const { store } = service;
    await send(service, 'POST', '/api/records?type=note', { as: founded.writeKey, json: { fields: { title: 'A' } } });
    const branch = await openBranch(store, founded.workspaceId, 'main');
    collection = (await collectionFacts(store, branch)).note!.collection!;
    await fill();
    urls.push(await startProcess(), await startProcess());
    // Make the database profile all operations.
    await database().command({ profile: 2 });
    await service.store.system.command({ profile: 2 });
    const since = new Date();
    await open(urls[0]!, await save());
    groupingsOfOne = await groupings(since);
    assert.ok(groupingsOfOne > 0);
  });
  after(async () => {
    await database().command({ profile: 0 });
    await service.store.system.command({ profile: 0 });
    for (const child of processes) child.kill('SIGKILL');
    await service?.stop();
  });

  const database = () => service.store.workspaceDb(founded.workspaceId);

  async function fill(): Promise<void> {
    const records = database().collection(collection);
    const [first] = await records.find({}, { projection: { _id: 0 } }).toArray();
    const documents = (from: number) =>
      Array.from({ length: 10_000 }, (_, at) => ({ ...first, title: `${from + at}`, body: `${from + at}`.repeat(40) }));
    for (let from = 0; from < notes; from += 10_000) await records.insertMany(documents(from), { ordered: false });
  }

  /** Starts another api process on the same data; returns its address. */
  async function startProcess(): Promise<string> {
    // Columns would make the report fast.
    const settings = { TALLYHOOK_KEEP_ANSWERS_OVER_MS: '50', TALLYHOOK_COLUMNS: 'off' };
    const { url } = await startApiProcess(service, settings, (child) => processes.push(child));
    return url;
  }

  async function save(more: object = {}): Promise<string> {
    const json = { name: 'Slow', definition: { ...definition, ...more } };
    return (await send(service, 'POST', '/api/reports', { as: founded.owner, json })).body.id as string;
  }

  async function open(
    url: string,
    id: string,
    { search = '', signal }: { search?: string; signal?: AbortSignal } = {},
  ) {
    const headers = { cookie: founded.owner.cookie };
    const response = await fetch(`${url}/api/reports/${id}/answer${search}`, { headers, signal });
    const body = (await response.json()) as { rows: unknown[]; meta: { kept: boolean; countedAt: string } };
    assert.equal(response.status, 200, JSON.stringify(body));
    return body;
  }

  /** How often the records were counted since the given time. */
  const counts = async (since: Date) => (await groupings(since)) / groupingsOfOne;
  const groupings = (since: Date) =>
    database()
      .collection('system.profile')
      .countDocuments({
        ts: { $gte: since },
        'command.aggregate': collection,
        'command.pipeline.$group': { $exists: true },
      });

  /** Waits until a process announces its count, up to a limit, since the count may end before anybody looks. */
  async function untilAnnounced(): Promise<void> {
    const kept = service.store.system.collection('kept_answers');
    for (const endAt = Date.now() + 10_000; Date.now() < endAt; await sleep(10))
      if ((await kept.countDocuments({ answer: { $exists: false } })) > 0) return;
  }

  /** Waits until somebody has looked for a cached answer since the given time and waits for the count. */
  async function untilLookedUp(since: Date): Promise<void> {
    const profile = service.store.system.collection('system.profile');
    const looks = { ts: { $gte: since }, 'command.find': 'kept_answers' };
    while ((await profile.countDocuments(looks)) === 0) await sleep(10);
  }

  it('is counted once for everybody at one process, with the same numbers', async () => {
    const id = await save({ limit: 10 });
    const since = new Date();
    const answers = await Promise.all(Array.from({ length: 12 }, () => open(urls[0]!, id)));
    assert.equal(await counts(since), 1);
    assert.equal(new Set(answers.map(({ rows }) => JSON.stringify(rows))).size, 1);
    assert.equal(new Set(answers.map(({ meta }) => meta.countedAt)).size, 1);
    assert.equal(answers.filter(({ meta }) => !meta.kept).length, 1);
  });

  it('is counted once for two processes if the count is already running', async () => {
    const id = await save({ limit: 11 });
    const since = new Date();
    const first = open(urls[0]!, id);
    await untilAnnounced();
    const later = await Promise.all(Array.from({ length: 6 }, () => open(urls[1]!, id)));
    assert.equal(await counts(since), 1);
    assert.ok(later.every(({ meta }) => meta.kept));
    assert.deepEqual(later[0]!.rows, (await first).rows);
  });

  it('continues for the others if the first person leaves', async () => {
    // Retry if the count ended before the first client left.
    for (let limit = 20, hasLeft = false; !hasLeft; limit++) {
      const id = await save({ limit });
      const since = new Date();
      const leaving = new AbortController();
      const first = open(urls[0]!, id, { signal: leaving.signal }).catch((error: Error) => error.name);
      await untilAnnounced();
      const announcedAt = new Date();
      const second = open(urls[0]!, id);
      await untilLookedUp(announcedAt);
      leaving.abort();
      hasLeft = (await first) === 'AbortError';
      assert.equal((await second).rows.length, limit);
      assert.equal(await counts(since), 1);
    }
  });

  it('is counted by another process if everybody at the counting one leaves', async () => {
    // Retry if the count ended before the first client left.
    for (let limit = 200, hasLeft = false; !hasLeft; limit++) {
      const id = await save({ limit });
      const leaving = new AbortController();
      const first = open(urls[0]!, id, { signal: leaving.signal }).catch((error: Error) => error.name);
      await untilAnnounced();
      const announcedAt = new Date();
      const second = open(urls[1]!, id);
      await untilLookedUp(announcedAt);
      leaving.abort();
      hasLeft = (await first) === 'AbortError';
      assert.equal((await second).rows.length, limit);
    }
  });

  it('is counted now by "Count again", even if a count is running', async () => {
    const id = await save({ limit: 13 });
    const since = new Date();
    const first = open(urls[0]!, id);
    await untilAnnounced();
    const again = await open(urls[0]!, id, { search: '?recount=1' });
    assert.equal(again.meta.kept, false);
    assert.ok(Date.parse(again.meta.countedAt) > Date.parse((await first).meta.countedAt));
    assert.equal(await counts(since), 2);
  });
});
