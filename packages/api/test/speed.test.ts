import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import type { IndexSpeed } from '@tallyhook/schemas/api';
import { createBranch, openBranch, type Branch } from '@tallyhook/store/branches';
import { collectionFacts } from '@tallyhook/store/collections';
import { questionShape } from '../src/speed/question-shape.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const statuses = ['open', 'in_progress', 'blocked', 'review', 'done'];
const filtered = (field: string, op: string, value?: unknown) => ({
  type: 'ticket',
  chart: 'number',
  filter: { and: [{ field, op, ...(value === undefined ? {} : { value }) }] },
});

describe('/api/speed', () => {
  let service: Service;
  let founded: Founded;
  let branch: Branch;

  before(async () => {
    service = await startService();
  });

  beforeEach(async () => {
    founded = await service.found();
    branch = await openBranch(service.store, founded.workspaceId, 'main');
  });

  after(() => service?.stop());

  const call = (method: string, path: string, json?: unknown, as: Sender = founded.owner) =>
    send(service, method, path, { as, ...(json === undefined ? {} : { json }) });
  const saveReport = async (definition: object, name = 'R') =>
    (await call('POST', '/api/reports', { name, definition })).body.id as string;
  const open = (id: string) => call('GET', `/api/reports/${id}/answer`);
  const speed = async () => (await call('GET', '/api/speed')).body;
  const rowOf = async (field: string, type = 'ticket') =>
    (await speed()).fields.find((row: { type: string; field: string }) => row.type === type && row.field === field);
  const turn = (field: string, on: boolean, type = 'ticket') => call('PUT', `/api/speed/${type}/${field}`, { on });
  const ticket = (fields: object) => call('POST', '/api/records?type=ticket', { fields: { title: 'Oven', ...fields } });

  /** Inserts many tickets at once. */
  async function fill(count: number) {
    await ticket({ status: 'open', priority: 'low', done: false });
    const { collection } = (await collectionFacts(service.store, branch)).ticket!;
    const tickets = service.store.workspaceDb(founded.workspaceId).collection(collection!);
    const [first] = await tickets.find({}, { projection: { _id: 0 } }).toArray();
    const documents = Array.from({ length: count - 1 }, (_, at) => ({
      ...first,
      title: `Ticket ${at % 100}`,
      status: statuses[at % 5]!,
      estimate: at % 500,
    }));
    await tickets.insertMany(documents, { ordered: false });
    const counters = service.store.workspaceDb(founded.workspaceId).collection<{ _id: string }>('write_counters');
    await counters.updateOne({ _id: `${branch.id}/ticket/0` }, { $inc: { records: count - 1 } });
    return tickets;
  }

  it('is available only to admins and owners', async () => {
    for (const role of ['owner', 'admin'] as const) {
      const as = await service.join(founded.workspaceId, role);
      assert.equal((await call('GET', '/api/speed', undefined, as)).status, 200);
      assert.equal((await call('PUT', '/api/speed/ticket/status', { on: false }, as)).status, 202);
    }
    for (const role of ['member', 'viewer', 'guest'] as const) {
      const as = await service.join(founded.workspaceId, role);
      assertProblem(await call('GET', '/api/speed', undefined, as), 403, 'forbidden');
      assertProblem(await call('PUT', '/api/speed/ticket/status', { on: true }, as), 403, 'forbidden');
    }
    assertProblem(await call('GET', '/api/speed', undefined, founded.writeKey), 403, 'forbidden');
  });

  it('lists the fields that reports have filtered on, how often, how long, and the reports', async () => {
    await ticket({ status: 'open' });
    assert.equal((await speed()).since, null);
    const id = await saveReport(filtered('status', 'eq', 'open'), 'Open');
    await saveReport(filtered('project.status', 'eq', 'active'), 'Never opened').catch(() => undefined);
    for (let time = 0; time < 3; time++) await open(id);
    const q = encodeURIComponent(
      JSON.stringify({ type: 'ticket', filter: { field: 'priority', op: 'ne', value: 'low' } }),
    );
    assert.equal((await call('GET', `/api/query?q=${q}&report=${id}`)).status, 200);
    assert.equal((await call('GET', `/api/query?q=${q}`)).status, 200);
    assert.equal(
      (
        await call(
          'POST',
          '/api/query',
          { type: 'ticket', filter: { field: 'due', op: 'gte', value: 'today' } },
          founded.readKey,
        )
      ).status,
      200,
    );

    const { since, fields } = await speed();
    assert.ok(Date.now() - Date.parse(since) < 60_000);
    const status = fields.find(({ field }: { field: string }) => field === 'status');
    assert.partialDeepStrictEqual(status, {
      ...{ type: 'ticket', typeLabel: 'Ticket', label: 'Status', kind: 'choice', uses: 3 },
      reports: [{ id, name: 'Open' }],
      canIndex: true,
      index: { state: 'off', percent: null, sizeBytes: null, error: null },
    });
    assert.ok(status.medianMs >= 1 && status.totalMs >= 0 && Date.parse(status.lastUsedAt) <= Date.now());
    const priority = await rowOf('priority');
    assert.equal(priority.uses, 1, 'what is tried on a report’s page counts, what others ask does not');
    assert.equal(await rowOf('due'), undefined);
    assert.equal(await rowOf('title'), undefined);
  });

  it('records the use of a field after the question, and adds up two processes', async () => {
    const id = await saveReport(filtered('status', 'eq', 'open'));
    const other = await startService({ store: service.store });
    try {
      const asked = Array.from({ length: 10 }, (_, at) =>
        send(at % 2 === 0 ? service : other, 'GET', `/api/reports/${id}/answer`, { as: founded.owner }),
      );
      assert.deepEqual([...new Set((await Promise.all(asked)).map(({ status }) => status))], [200]);
      await other.deps.usage.flush();
      assert.equal((await rowOf('status')).uses, 10);
    } finally {
      await other.stop();
    }
  });

  it('switches an index on in a job, and off immediately', async () => {
    await fill(2_000);
    await saveReport(filtered('status', 'eq', 'open'));
    const switched = await turn('status', true);
    assert.equal(switched.status, 202, switched.text);
    assert.ok(['building', 'on'].includes(switched.body.index.state));
    await service.deps.indexJobs.idle();
    const row = await rowOf('status');
    assert.equal(row.index.state, 'on');
    assert.ok(row.index.sizeBytes > 0);
    assert.equal((await turn('status', false)).body.index.state, 'off');
    assert.partialDeepStrictEqual((await turn('startsOn', false, 'project')).body, {
      uses: 0,
      index: { state: 'off' },
    });
    await service.deps.indexJobs.idle();
    assert.equal((await rowOf('status')).index.state, 'off');
  });

  it('marks the fields of a branch that have a ready index', async () => {
    const indexed = async () => {
      const { body } = await send(service, 'GET', '/api/query/fields?type=ticket', { as: founded.readKey });
      const fields = body.fields as { name: string; indexed: boolean }[];
      assert.ok(fields.every((field) => typeof field.indexed === 'boolean'));
      return fields.filter((field) => field.indexed).map(({ name }) => name);
    };
    assert.deepEqual(await indexed(), []);
    const tickets = await fill(10);
    assert.deepEqual(await indexed(), []);
    await turn('status', true);
    await service.deps.indexJobs.idle();
    await tickets.createIndexes([
      { key: { estimate: 1, priority: 1 }, name: 'of two' },
      { key: { labels: 1 }, name: 'of some', sparse: true },
    ]);
    assert.deepEqual((await indexed()).sort(), ['estimate', 'status']);
    await turn('status', false);
    assert.deepEqual(await indexed(), ['estimate']);
  });

  it('finishes an index that a stopped process began', async () => {
    await fill(2_000);
    await turn('status', true);
    await service.deps.indexJobs.idle();
    const { collection } = (await collectionFacts(service.store, branch)).ticket!;
    await service.store.workspaceDb(founded.workspaceId).collection(collection!).dropIndex('field_status');
    assert.equal((await rowOf('status')).index.state, 'building');
    const other = await startService({ store: service.store });
    await other.deps.indexJobs.resume();
    await other.deps.indexJobs.idle();
    await other.stop();
    assert.equal((await rowOf('status')).index.state, 'on');
  });

  it('keeps every number the same while an index is built, used and removed', async () => {
    await fill(5_000);
    const questions = [
      {
        type: 'ticket',
        filter: { field: 'status', op: 'eq', value: 'open' },
        measures: [{ fn: 'sum', field: 'estimate' }],
      },
      { type: 'ticket', filter: { field: 'status', op: 'ne', value: 'open' }, groupBy: [{ field: 'status' }] },
      { type: 'ticket', filter: { field: 'status', op: 'empty' } },
      { type: 'ticket', filter: { field: 'estimate', op: 'between', value: [10, 20] }, groupBy: [{ field: 'status' }] },
      { type: 'ticket', groupBy: [{ field: 'status' }] },
    ];
    const ask = async () =>
      Promise.all(
        questions.map(async (json) => {
          const { status, body, text } = await call('POST', '/api/query', json, founded.readKey);
          assert.equal(status, 200, text);
          return [body.rows, body.overall];
        }),
      );
    const before = await ask();
    for (const on of [true, false, true, false]) {
      for (const field of ['status', 'estimate']) await turn(field, on);
      for (let time = 0; time < 6; time++) assert.deepEqual(await ask(), before);
    }
    await service.deps.indexJobs.idle();
    assert.deepEqual(await ask(), before);
  });

  it('copies the index when a branch is made', async () => {
    await fill(1_000);
    await turn('status', true);
    await service.deps.indexJobs.idle();
    await createBranch(service.store, founded.workspaceId, { name: 'draft', from: 'main', by: 'ana' });
    const { body } = await call('GET', '/api/speed?branch=draft');
    assert.deepEqual(
      body.fields
        .filter(({ index }: { index: { state: string } }) => index.state === 'on')
        .map(({ field }: { field: string }) => field),
      ['status'],
    );
  });

  it('says that yes-or-no fields cannot be indexed', async () => {
    await saveReport(filtered('done', 'eq', true));
    const row = await rowOf('done');
    assert.equal(row.canIndex, false);
    assert.match(row.whyNot, /yes-or-no/);
    const refused = await turn('done', true);
    assertProblem(refused, 422, 'invalid_input');
    assert.match(refused.body.detail, /yes-or-no/);
    assertProblem(await turn('files', true), 404, 'not_found');
    assertProblem(await turn('status', true, 'tiket'), 404, 'not_found');
    assertProblem(await turn('constructor', true), 404, 'not_found');
    assertProblem(await call('PUT', '/api/speed/ticket/status', { on: 'yes' }), 422, 'invalid_input');
  });

  it('answers "is not", "has no value" and "contains" without an index, "is one of" with it', async () => {
    const tickets = await fill(5_000);
    for (const field of ['status', 'title']) await turn(field, true);
    await service.deps.indexJobs.idle();
    const uses = async () => {
      const stats = await tickets.aggregate([{ $indexStats: {} }], { readConcern: { level: 'local' } }).toArray();
      return stats.filter(({ name }) => name !== '_id_').reduce((sum, { accesses }) => sum + Number(accesses.ops), 0);
    };
    // Cached facts about a collection may be some seconds old.
    const fresh = await startService({ store: { ...service.store } });
    const ask = async (field: string, op: string, value?: unknown) => {
      const { type, filter } = filtered(field, op, value);
      const json = { type, filter, measures: [{ fn: 'sum', field: 'estimate' }] };
      const answered = await send(fresh, 'POST', '/api/query', { as: founded.readKey, json });
      assert.equal(answered.status, 200, answered.text);
    };
    try {
      await ask('priority', 'eq', 'low');
      const before = await uses();
      await ask('status', 'ne', 'open');
      await ask('status', 'nin', ['open']);
      await ask('status', 'empty');
      await ask('title', 'contains', '5');
      assert.equal(await uses(), before);
      await ask('title', 'in', ['Ticket 5']);
      assert.ok((await uses()) > before);
    } finally {
      await fresh.stop();
    }
  });

  it('suggests an index if filters that keep few of many records were slow several times', async () => {
    await fill(10_000);
    const at = new Date();
    const use = { branchId: branch.id, type: 'ticket', tookMs: 400, at };
    const uses = (field: string, isIndexable: boolean) =>
      Array.from({ length: 5 }, () => ({ ...use, field, isIndexable }));
    service.deps.usage.note([...uses('title', true), ...uses('priority', false), ...uses('done', true)]);
    // Each status matches a fifth of the records.
    service.deps.usage.note(uses('status', true));
    service.deps.usage.note(uses('estimate', true).slice(1));
    service.deps.usage.note(uses('due', true).map((one) => ({ ...one, tookMs: 54 })));
    const { fields } = await speed();
    assert.deepEqual(
      fields.map(({ field, suggested }: { field: string; suggested: boolean }) => `${field} ${suggested}`).sort(),
      ['closedAt false', 'done false', 'due false', 'estimate false', 'priority false', 'status false', 'title true'],
    );
    assert.equal(fields[0].field, 'title');
    assert.ok(Math.abs(fields[0].medianMs - 400) < 40 && fields[0].totalMs === 2000);
    await turn('title', true);
    await service.deps.indexJobs.idle();
    assert.equal((await rowOf('title')).suggested, false);
  });

  it('suggests no index if there are few records', async () => {
    await fill(1_000);
    const use = { branchId: branch.id, type: 'ticket', field: 'title', isIndexable: true, tookMs: 400, at: new Date() };
    service.deps.usage.note(Array.from({ length: 5 }, () => use));
    assert.equal((await rowOf('title')).suggested, false);
  });

  describe('indexes for whole questions', () => {
    const wish = (fields: unknown, on: unknown = true, as?: Sender) =>
      call('PUT', '/api/speed/ticket', { fields, on }, as);
    const month = { field: 'closedAt', unit: 'month' };
    const byStatus = { type: 'ticket', groupBy: [{ field: 'status' }] };
    const byMonth = { type: 'ticket', groupBy: [month, { field: 'status' }] };
    /** Closes tickets in two months. */
    const closeTickets = (tickets: Awaited<ReturnType<typeof fill>>) => {
      const closedAt = { $add: [new Date('2026-01-02'), { $multiply: ['$estimate', 7_200_000] }] };
      return tickets.updateMany({}, [{ $set: { closedAt } }]);
    };
    const note = (question: object, times: number, tookMs = 400) => {
      const asked = question as Question;
      const use = { branchId: branch.id, question: asked, shape: questionShape(asked), tookMs, at: new Date() };
      for (let time = 0; time < times; time++) service.deps.usage.note([], use);
    };
    const indexes = async () => (await speed()).indexes as IndexSpeed[];
    const summary = async () =>
      (await indexes()).map(({ fields, questions, uses, suggested, index }) => ({
        ...{ fields: fields.map(({ field }) => field).join(), questions, uses, suggested, state: index.state },
      }));

    it('are suggested if they make the plans of questions faster, with their likely size', async () => {
      const tickets = await fill(25_000);
      await closeTickets(tickets);
      note(byStatus, 5);
      note(byMonth, 3);
      note({ type: 'ticket', filter: { field: 'title', op: 'contains', value: 'x' }, groupBy: [month] }, 9);
      note({ type: 'gone', groupBy: [{ field: 'status' }] }, 9);
      const id = await saveReport({ ...byStatus, chart: 'bars' }, 'Tickets by status');
      const all = await indexes();
      assert.equal(all.length, 1);
      const { likelyBytes, ...one } = all[0]!;
      assert.deepEqual(one, {
        ...{ type: 'ticket', typeLabel: 'Ticket' },
        fields: [
          { field: 'status', label: 'Status' },
          { field: 'closedAt', label: 'Closed at' },
        ],
        ...{ questions: 2, uses: 8, medianMs: one.medianMs, totalMs: 3200 },
        reports: [{ id, name: 'Tickets by status' }],
        ...{ covers: [], suggested: true },
        index: { state: 'off', percent: null, sizeBytes: null, error: null },
      });
      assert.ok(Math.abs(one.medianMs! - 400) < 40);

      const answered = await wish(['status', 'closedAt']);
      assert.equal(answered.status, 202, answered.text);
      assert.ok(['building', 'on'].includes(answered.body.index.state));
      await service.deps.indexJobs.idle();
      const [built] = await indexes();
      assert.partialDeepStrictEqual(built, {
        suggested: false,
        likelyBytes: null,
        index: { state: 'on' },
        questions: 2,
      });
      const ratio = likelyBytes! / built!.index.sizeBytes!;
      assert.ok(ratio > 0.5 && ratio < 2, `likely ${likelyBytes}, is ${built!.index.sizeBytes}`);
    });

    it('are found from what reports ask, counting what differs only in its values once', async () => {
      await fill(25_000);
      for (const value of ['low', 'high', 'urgent']) {
        const question = { ...byStatus, filter: { field: 'priority', op: 'eq', value } };
        const q = encodeURIComponent(JSON.stringify(question));
        assert.equal((await call('GET', `/api/query?q=${q}&report=any`)).status, 200);
      }
      const [one, ...others] = await summary();
      assert.deepEqual(others, []);
      assert.equal(one!.questions, 1);
      assert.equal(one!.uses, 3);
      assert.equal(one!.suggested, false, 'asked too seldom, or quick');
    });

    it('say which smaller index they cover, and are no prefix of an existing one', async () => {
      const tickets = await fill(25_000);
      await closeTickets(tickets);
      note(byStatus, 5);
      await wish(['status']);
      await service.deps.indexJobs.idle();
      assert.deepEqual(await summary(), [{ fields: 'status', questions: 1, uses: 5, suggested: false, state: 'on' }]);
      note(byMonth, 5);
      const [compound] = await indexes();
      assert.deepEqual(compound!.covers, [[{ field: 'status', label: 'Status' }]]);
      await wish(['status', 'closedAt']);
      await service.deps.indexJobs.idle();
      assert.equal((await wish(['status'], false)).body.index.state, 'off');
      assert.deepEqual(await summary(), [
        { fields: 'status,closedAt', questions: 2, uses: 10, suggested: false, state: 'on' },
      ]);
      assert.equal((await wish(['status', 'closedAt'], false)).body.index.state, 'off');
    });

    it('are copied with the branch', async () => {
      await fill(1_000);
      await wish(['status', 'priority']);
      await service.deps.indexJobs.idle();
      await createBranch(service.store, founded.workspaceId, { name: 'draft', from: 'main', by: 'ana' });
      const { body } = await call('GET', '/api/speed?branch=draft');
      assert.partialDeepStrictEqual(body.indexes, [
        { fields: [{ field: 'status' }, { field: 'priority' }], index: { state: 'on' } },
      ]);
    });

    it('refuse unknown, repeated and too many fields, yes or no, and two lists', async () => {
      const refusal = async (fields: unknown, words: RegExp, on?: unknown) => {
        const refused = await wish(fields, on);
        assertProblem(refused, 422, 'invalid_input');
        assert.match(JSON.stringify(refused.body), words);
      };
      await refusal(['status', 'prority'], /did you mean .*priority/);
      await refusal(['status', 'status'], /#\/fields/);
      await refusal(['status', 'priority', 'title', 'due', 'estimate'], /4/);
      await refusal([], /fields/);
      await refusal('status', /fields/);
      await refusal(['status', 'done'], /yes-or-no/);
      await refusal(['labels', 'related'], /only one field with a list/);
      await refusal(['status', 'constructor'], /no field/);
      await refusal(['status', 'due'], /on/, 'yes');
      assertProblem(await call('PUT', '/api/speed/tiket', { fields: ['status'], on: true }), 404, 'not_found');
      for (const role of ['member', 'viewer', 'guest'] as const) {
        const as = await service.join(founded.workspaceId, role);
        assertProblem(await wish(['status', 'due'], true, as), 403, 'forbidden');
      }
      assert.deepEqual(await indexes(), []);
    });
  });
});
