import assert from 'node:assert/strict';
import { installApp, workApp } from '@tallyhook/store/apps';
import { openBranch } from '@tallyhook/store/branches';
import { createQuestionGate } from '../src/questions/question-gate.ts';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

describe('records behind an answer', () => {
  let service: Service;
  let founded: Founded;
  const projects: Record<string, string> = {};

  before(async () => {
    service = await startService();
    founded = await service.found();
    for (const name of ['Apollo', '=Gemini']) projects[name] = await create('project', { name });
    for (let at = 0; at < 5; at += 1)
      await create('ticket', { title: `Oven ${at}`, status: 'open', project: projects.Apollo });
    await create('ticket', { title: 'Flour', status: 'blocked', project: projects['=Gemini'] });
    await create('ticket', { title: 'Salt', status: 'open' });
  });

  after(() => service?.stop());

  async function create(type: string, fields: unknown): Promise<string> {
    const made = await send(service, 'POST', `/api/records?type=${type}`, { as: founded.writeKey, json: { fields } });
    assert.equal(made.status, 201, made.text);
    return String(made.body.id);
  }

  const ask = (question: unknown, search = '', headers = {}) =>
    send(service, 'GET', `/api/query?q=${encodeURIComponent(JSON.stringify(question))}${search}`, {
      as: founded.readKey,
      headers,
    });
  const list = (filter: unknown, search = '') =>
    send(service, 'GET', `/api/records?type=ticket&filter=${encodeURIComponent(JSON.stringify(filter))}${search}`, {
      as: founded.readKey,
    });
  const titles = ({ body }: Awaited<ReturnType<typeof list>>) =>
    body.records.map(({ fields }: { fields: { title: string } }) => fields.title) as string[];

  it('are those of the group whose key is sent back as a filter, newest first', async () => {
    const { body } = await ask({ type: 'ticket', groupBy: [{ field: 'project.name' }] });
    assert.deepEqual(body.rows, [
      { key: { project_name: 'Apollo' }, count: 5 },
      { key: { project_name: '=Gemini' }, count: 1 },
      { key: { project_name: null }, count: 1 },
    ]);
    const apollo = { field: 'project.name', op: 'eq', value: 'Apollo' };
    assert.deepEqual(titles(await list(apollo)), ['Oven 4', 'Oven 3', 'Oven 2', 'Oven 1', 'Oven 0']);
    assert.deepEqual(titles(await list({ field: 'project.name', op: 'empty' })), ['Salt']);
  });

  it('are those of one part of a recurring unit, in the time zone of the question', async () => {
    const { writeKey } = await service.found();
    const call = (path: string, json: unknown, headers = {}) =>
      send(service, 'POST', path, { as: writeKey, json, headers });
    const closings = ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'];
    for (const closedAt of closings) {
      const made = await call('/api/records?type=ticket', { fields: { title: closedAt, status: 'done', closedAt } });
      assert.equal(made.status, 201, made.text);
    }
    const timezone = 'America/New_York';
    const asked = { type: 'ticket', groupBy: [{ field: 'closedAt', unit: 'hourOfDay' }], timezone };
    const { body } = await call('/api/query', asked);
    // In March the clock skips the hour from two o'clock; in November it repeats the hour from one o'clock.
    assert.deepEqual(body.rows, [
      { key: { closedAt: 1 }, count: 3 },
      { key: { closedAt: 3 }, count: 1 },
    ]);
    const csv = await call('/api/query', asked, { accept: 'text/csv' });
    assert.equal(csv.text, 'closedAt,count\r\n1,3\r\n3,1\r\n');
    const search = (value: unknown) =>
      call(`/api/records/search?type=ticket&timezone=${timezone}`, {
        filter: { field: 'closedAt', op: 'within', value },
      });
    assert.deepEqual(titles(await search({ unit: 'hourOfDay', at: 3 })), [closings[1]]);
    assert.equal(titles(await search({ unit: 'hourOfDay', at: 1 })).length, 3);
    assert.equal(titles(await search({ unit: 'dayOfWeek', at: 7 })).length, 4);
    assertProblem(await search({ unit: 'dayOfWeek', at: 0 }), 422, 'invalid_question');
    const hours = { ...asked, groupBy: [{ field: 'closedAt', unit: 'hour' }] };
    const unbounded = await call('/api/query', hours);
    assertProblem(unbounded, 422, 'invalid_question');
    assert.deepEqual(
      [unbounded.body.errors[0].pointer, unbounded.body.errors[0].code],
      ['#/groupBy/0/unit', 'needs_filter'],
    );
    const since = { field: 'closedAt', op: 'gte', value: '2026-11-01' };
    const bounded = await call('/api/query', { ...hours, filter: since });
    // The offset tells the repeated hours apart.
    const [first, second] = ['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00'];
    assert.deepEqual(bounded.body.rows, [
      { key: { closedAt: first }, count: 1 },
      { key: { closedAt: second }, count: 1 },
    ]);
    assert.deepEqual(titles(await search({ unit: 'hour', at: second })), [closings[3]]);
    assertProblem(await search({ unit: 'hour', at: '2026-11-01T01:00:00+01:00' }), 422, 'invalid_question');
    const hoursOfDay = { type: 'ticket', groupBy: [{ field: 'due', unit: 'hourOfDay' }] };
    assertProblem(await call('/api/query', hoursOfDay), 422, 'invalid_question');
  });

  it('are found for a choice that an app has removed, through every interface', async () => {
    const changing = await service.found();
    const call = (method: string, path: string, json?: unknown, as: Sender = changing.writeKey) =>
      send(service, method, path, { as, ...(json === undefined ? {} : { json }) });
    const made = await call('POST', '/api/records?type=project', { fields: { name: 'Apollo', status: 'paused' } });
    assert.equal(made.status, 201, made.text);
    for (const status of ['blocked', 'open', 'blocked']) {
      const fields = { title: status, status, labels: ['bug', 'feature'], project: made.body.id };
      assert.equal((await call('POST', '/api/records?type=ticket', { fields })).status, 201);
    }
    const gone = new Set(['blocked', 'feature', 'paused']);
    const types = workApp.types.map((type) => ({
      ...type,
      fields: type.fields.map((field) =>
        'options' in field ? { ...field, options: field.options.filter(({ value }) => !gone.has(value)) } : field,
      ),
    }));
    const branch = await openBranch(service.store, changing.workspaceId, 'main');
    await installApp(service.store, branch, { ...workApp, types, reports: [], dashboards: [] }, 'ana');

    for (const [field, key, count] of [
      ['status', 'blocked', 2],
      ['labels', 'feature', 3],
      ['project.status', 'paused', 3],
    ] as const) {
      const grouped = await call('POST', '/api/query', { type: 'ticket', groupBy: [{ field, as: 'group' }] });
      const row = grouped.body.rows.find((one: { key: { group: unknown } }) => one.key.group === key);
      assert.equal(row.count, count, grouped.text);
      const filter = { field, op: 'eq', value: key };
      const back = await call('POST', '/api/query', { type: 'ticket', filter });
      assert.equal(back.body.overall?.count, count, back.text);
      const listed = await call('POST', '/api/records/search?type=ticket', { filter });
      assert.equal(listed.body.records?.length, count, listed.text);
      const definition = { type: 'ticket', chart: 'number', filter };
      const report = await call('POST', '/api/reports', { name: key, definition }, changing.owner);
      assert.deepEqual([report.status, report.body.problems], [201, []], report.text);
      const answered = await call('GET', `/api/reports/${report.body.id}/answer`, undefined, changing.owner);
      assert.equal(answered.body.overall?.count, count, answered.text);
    }
    const query = '{ ticketAggregate(filter: { status: { eq: "blocked" } }) { overall { count } } }';
    const graphql = await call('POST', '/graphql', { query });
    assert.equal(graphql.body.data?.ticketAggregate.overall.count, 2, graphql.text);
    const misspelt = await call('POST', '/api/query', {
      type: 'ticket',
      filter: { field: 'status', op: 'eq', value: 'blokced' },
    });
    assertProblem(misspelt, 422, 'invalid_question');
    assert.equal(misspelt.body.errors[0].code, 'choice_not_allowed');
  });

  it('queue with other questions if no type lists the choice, through every interface', async () => {
    const { deps } = service;
    const { questionGate } = deps;
    const filter = { field: 'status', op: 'eq', value: 'forgotten' };
    const report = { name: 'Forgotten', definition: { type: 'ticket', chart: 'number', filter } };
    const look = async () => [
      await ask({ type: 'ticket', filter }),
      await list(filter),
      await send(service, 'POST', '/api/reports', { as: founded.owner, json: report }),
    ];
    const leave = Promise.withResolvers<void>();
    deps.questionGate = createQuestionGate({ atOnce: 1, perWorkspace: 1, waiting: 0 });
    const running = deps.questionGate.run(founded.workspaceId, new AbortController().signal, () => leave.promise);
    try {
      for (const refused of await look()) assertProblem(refused, 429, 'too_many_requests');
      leave.resolve();
      await running;
      for (const refused of await look()) assertProblem(refused, 422, 'invalid_question');
    } finally {
      deps.questionGate = questionGate;
    }
  });

  it('are found even if the question has the maximum number of conditions', async () => {
    const conditions = Array.from({ length: 50 }, (_, at) => ({ field: 'title', op: 'ne', value: `No ${at}` }));
    const groupBy = [{ field: 'status' }, { field: 'project.name' }];
    const asked = await ask({ type: 'ticket', filter: { and: conditions }, groupBy });
    assert.equal(asked.status, 200, asked.text);
    const { key, count } = asked.body.rows[0];
    assert.deepEqual([key, count], [{ status: 'open', project_name: 'Apollo' }, 5]);
    const ofKey = [
      { field: 'status', op: 'eq', value: key.status },
      { field: 'project.name', op: 'eq', value: key.project_name },
    ];
    const filter = { and: [...conditions, ...ofKey] };
    assert.equal(titles(await list(filter)).length, count);
    assert.equal((await ask({ type: 'ticket', filter })).body.overall.count, count);
    const tooMany = await list({ and: [...conditions, ...ofKey, ...ofKey] });
    assertProblem(tooMany, 422, 'invalid_question');
  });

  it('come with the names of related records on request', async () => {
    const conditions = Array.from({ length: 50 }, (_, at) => ({ field: 'title', op: 'ne', value: `No ${at}` }));
    const gone = 'f'.repeat(24);
    const ids = [projects.Apollo, gone];
    const filter = { and: [...conditions, { not: { field: 'project', op: 'in', value: ids } }] };
    const isSalt = { field: 'title', op: 'eq', value: 'Salt' };
    const named = await list(filter, '&labels=1');
    assert.deepEqual(titles(named), ['Salt', 'Flour']);
    const project = { [projects.Apollo!]: 'Apollo', [projects['=Gemini']!]: '=Gemini' };
    assert.deepEqual(named.body.labels, { project: { ...project, [gone]: null } });
    const none = await list({ and: [isSalt, { field: 'project', op: 'eq', value: ids[0] }] }, '&labels=1');
    assert.deepEqual([none.body.records, none.body.labels], [[], { project: { [ids[0]!]: 'Apollo' } }]);
    const all = await send(service, 'GET', '/api/records?type=ticket&labels=1', { as: founded.readKey });
    assert.deepEqual(all.body.labels, { project });
    assert.equal((await list(isSalt)).body.labels, undefined);
  });

  it('are listed by a filter in a body if it is too long for an address', async () => {
    const search = (json: unknown, parameters = '', as: Sender = founded.readKey) =>
      send(service, 'POST', `/api/records/search?type=ticket${parameters}`, { as, json });
    const words = Array.from({ length: 30 }, (_, at) => `${'ж'.repeat(500)} ${at}`);
    const asked = { and: [{ field: 'title', op: 'nin', value: words }] };
    const { status, body } = await send(service, 'POST', '/api/query', {
      as: founded.readKey,
      json: { type: 'ticket', filter: asked, groupBy: [{ field: 'project' }] },
    });
    assert.equal(status, 200);
    const { key, count } = body.rows[0];
    const ofGroup = { and: [...asked.and, { field: 'project', op: 'in', value: [key.project] }] };
    const listed = await search({ filter: ofGroup }, '&limit=3&labels=1');
    assert.deepEqual(titles(listed), ['Oven 4', 'Oven 3', 'Oven 2']);
    assert.deepEqual(listed.body.labels, { project: { [key.project]: 'Apollo' } });
    const rest = await search({ filter: ofGroup }, `&cursor=${listed.body.nextCursor}&timezone=UTC`, founded.owner);
    assert.deepEqual([...titles(rest), count], ['Oven 1', 'Oven 0', 5]);
    const refused = await search({ filter: { field: 'title', op: 'eq', value: { $ne: 1 } } });
    assertProblem(refused, 422, 'invalid_question');
    assert.equal(refused.body.errors[0].pointer, '#/filter/value');
    assertProblem(await search({ filtre: ofGroup }), 422, 'invalid_input');
    assertProblem(await search({ filter: ofGroup, more: Array(25_000).fill(1) }), 413, 'body_too_large');
    const unknown = await send(service, 'POST', '/api/records/search?type=bread', {
      as: founded.readKey,
      json: { filter: asked },
    });
    assertProblem(unknown, 404, 'not_found');
  });

  it('come in pages', async () => {
    const filter = { and: [{ field: 'status', op: 'eq', value: 'open' }] };
    const first = await list(filter, '&limit=4');
    assert.deepEqual(titles(first), ['Salt', 'Oven 4', 'Oven 3', 'Oven 2']);
    const second = await list(filter, `&limit=4&cursor=${first.body.nextCursor}`);
    assert.deepEqual(titles(second), ['Oven 1', 'Oven 0']);
    assert.equal(second.body.nextCursor, undefined);
  });

  it('use days of the given time zone', async () => {
    const today = { field: 'createdAt', op: 'within', value: 'last 2 days including current' };
    assert.equal(titles(await list(today, '&timezone=Pacific/Kiritimati&weekStart=sunday')).length, 7);
    assertProblem(await list(today, '&timezone=Nowhere'), 422, 'invalid_question');
    assertProblem(await list(today, '&weekStart=friday'), 400, 'invalid_request');
  });

  it('are refused for an invalid filter, with every mistake at its place', async () => {
    const refused = await list({
      and: [
        { field: 'satus', op: 'eq', value: 'x' },
        { field: 'title', op: 'eq', value: { $ne: 1 } },
      ],
    });
    assertProblem(refused, 422, 'invalid_question');
    const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers, ['#/filter/and/0/field', '#/filter/and/1/value']);
    const notJson = await send(service, 'GET', '/api/records?type=ticket&filter=status', { as: founded.readKey });
    assertProblem(notJson, 400, 'invalid_json');
  });

  it('are counted by questions that follow a relation, even if the related record is deleted', async () => {
    const question = {
      type: 'ticket',
      filter: { field: 'project.name', op: 'ne', value: 'Apollo' },
      groupBy: [{ field: 'project', top: 1, other: true }],
      having: [{ measure: 'count', op: 'gte', value: 1 }],
      sort: [{ by: 'count' }],
    };
    const { body } = await ask(question, '&explain=1');
    assert.deepEqual(body.rows, [
      { key: { project: projects['=Gemini'] }, count: 1 },
      { key: {}, count: 1, other: true },
    ]);
    assert.equal(body.meta.plan.maker, 'folded');
    assert.equal(
      body.meta.plan.reads.length,
      2,
      'the related records, and the groups, whose top values these tell too',
    );
    assert.equal((await ask(question)).body.meta.plan, undefined);
    const [{ name, top }] = body.meta.columns;
    assert.deepEqual([name, top], ['project', [projects['=Gemini']]]);
    assert.deepEqual(titles(await list({ and: [question.filter, { field: name, op: 'nin', value: top }] })), ['Salt']);
  });

  it('are sent as CSV on request', async () => {
    const question = { type: 'ticket', groupBy: [{ field: 'project' }] };
    const csv = await ask(question, '&labels=1', { accept: 'text/csv' });
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.equal(csv.text, "Project,Number of Tickets\r\nApollo,5\r\n'=Gemini,1\r\n,1\r\n");
    assert.deepEqual([csv.headers.get('x-total-count'), csv.headers.get('x-truncated')], ['3', 'false']);
    const first = await ask({ ...question, limit: 1 }, '', { accept: 'text/csv' });
    assert.deepEqual([first.headers.get('x-total-count'), first.headers.get('x-truncated')], ['3', 'true']);
    const same = await ask(question, '&labels=1', { accept: 'text/csv', 'if-none-match': csv.headers.get('etag') });
    assert.equal(same.status, 304);
    assert.equal(
      (await ask(question, '', { accept: '*/*' })).headers.get('content-type')?.split(';')[0],
      'application/json',
    );
  });

  it('are refused if the client accepts neither JSON nor CSV', async () => {
    const refused = await ask({ type: 'ticket' }, '', { accept: 'application/xml' });
    assertProblem(refused, 406, 'not_acceptable');
    assert.match(refused.body.detail, /application\/json or text\/csv/);
  });

  it('are those of each branch, even if a related record differs there', async () => {
    const as = founded.owner;
    const copied = await send(service, 'POST', '/api/branches', { as, json: { name: 'idea', from: 'main' } });
    assert.equal(copied.status, 201, copied.text);
    const path = `/api/records/${projects.Apollo}?type=project&branch=idea`;
    const changed = await send(service, 'PATCH', path, { as, json: { revision: 1, fields: { name: 'Mercury' } } });
    assert.equal(changed.status, 200, changed.text);
    const namesOn = async (branch: string) => {
      const question = {
        type: 'ticket',
        filter: { field: 'project.name', op: 'ne', value: 'Apollo' },
        groupBy: [{ field: 'project.name' }],
      };
      const q = encodeURIComponent(JSON.stringify(question));
      const { body } = await send(service, 'GET', `/api/query?q=${q}&branch=${branch}`, { as });
      return body.rows.map(({ key, count }: { key: { project_name: string | null }; count: number }) => [
        key.project_name,
        count,
      ]);
    };
    assert.deepEqual(await namesOn('main'), [
      ['=Gemini', 1],
      [null, 1],
    ]);
    assert.deepEqual(await namesOn('idea'), [
      ['Mercury', 5],
      ['=Gemini', 1],
      [null, 1],
    ]);
  });
});
