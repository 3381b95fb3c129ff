import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { readPlanUsage } from '@tallyhook/store/keys';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

interface Result {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

describe('/mcp', () => {
  let service: Service;
  let founded: Founded;
  let client: Client;
  const ids: Record<string, string> = {};

  before(async () => {
    service = await startService();
    founded = await service.found();
    ids.Bo = await make('person', { name: 'Bo' });
    ids.Ana = await make('person', { name: 'Ana', manager: ids.Bo });
    for (const one of ['Cy1', 'Cy2']) ids[one] = await make('person', { name: 'Cy' });
    await make('ticket', { title: 'Oven', status: 'open', estimate: 0.1, assignee: ids.Ana });
    await make('ticket', { title: 'Flour', status: 'open', estimate: 0.2, assignee: ids.Ana });
    await make('ticket', { title: 'Sugar', status: 'done', estimate: 4, assignee: ids.Bo });
    client = await connect(founded.readKey.key);
  });

  after(async () => {
    await client?.close();
    await service?.stop();
  });

  async function make(type: string, fields: object): Promise<string> {
    const made = await send(service, 'POST', `/api/records?type=${type}`, { as: founded.writeKey, json: { fields } });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  async function connect(key: string): Promise<Client> {
    const opened = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await opened.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
    return opened;
  }

  const call = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })) as Result;
  const ask = (question: Record<string, unknown>) => call('query_records', question);
  const problemOf = async (question: Record<string, unknown>) => {
    const { isError, content } = await ask(question);
    assert.equal(isError, true);
    return JSON.parse(content[0]!.text) as {
      code: string;
      errors: { code: string; pointer: string; detail: string; allowed?: string[]; suggestion?: string }[];
    };
  };

  it('requires a key or a session', async () => {
    assertProblem(await send(service, 'POST', '/mcp', { json: {} }), 401, 'sign_in_required');
    await assert.rejects(connect('th_wrong'));
  });

  it('keeps no sessions: it accepts only POST', async () => {
    const answered = await send(service, 'GET', '/mcp', { as: founded.readKey });
    assertProblem(answered, 405, 'method_not_allowed');
    assert.match(answered.headers.get('allow') ?? '', /^POST/);
  });

  it('offers tools for questions and types, marked as read-only', async () => {
    const { tools: all } = await client.listTools();
    const tools = all.filter(({ name }) => ['describe_types', 'query_records'].includes(name));
    assert.equal(tools.length, 2);
    for (const { annotations } of tools) {
      assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [true, false]);
    }
    const { inputSchema } = tools.find(({ name }) => name === 'query_records')!;
    assert.deepEqual(Object.keys(inputSchema.properties!).sort(), [
      'filter',
      'groupBy',
      'having',
      'limit',
      'measures',
      'sort',
      'timezone',
      'type',
      'weekStart',
    ]);
    assert.doesNotMatch(JSON.stringify(tools), /"\$(ref|defs)"/, 'many clients do not follow references');
    const { filter } = inputSchema.properties as { filter: { anyOf: { properties: object }[] } };
    assert.ok(filter.anyOf.some(({ properties }) => 'field' in properties && 'op' in properties));
    const { type, limit } = inputSchema.properties as { type: { enum: string[] }; limit: { description: string } };
    assert.ok(type.enum.includes('ticket'));
    assert.match(limit.description, /; default 200\.$/);
    assert.doesNotMatch(JSON.stringify(tools), /antiExamples|"default"/);
  });

  it('answers a question like /api/query, with names and a text table', async () => {
    const question = {
      type: 'ticket',
      groupBy: [{ field: 'assignee' }],
      measures: [{ fn: 'count' }, { fn: 'sum', field: 'estimate' }],
    };
    const { structuredContent: answer, content } = await ask(question);
    const rest = await send(service, 'POST', '/api/query?labels=1', {
      as: founded.readKey,
      json: { ...question, limit: 200 },
    });
    assert.deepEqual(answer.rows, rest.body.rows);
    assert.deepEqual(answer.overall, rest.body.overall);
    assert.deepEqual(answer.labels, rest.body.labels);
    assert.deepEqual(answer.question, rest.body.meta.question);
    assert.match(
      content[0]!.text,
      /^assignee \| count \| sum_estimate\nAna \| 2 \| 0\.3\nBo \| 1 \| 4\nOver everything: count 3, sum_estimate 4\.3\.$/m,
    );
  });

  it('links the question as an unsaved report if a report can ask it', async () => {
    const { structuredContent: answer, content } = await ask({
      type: 'Tickets',
      filter: [{ field: 'assignee', op: 'is', value: 'Ana' }],
      group_by: 'status',
    });
    const link = new URL(answer.link);
    assert.deepEqual([link.origin, link.pathname], ['http://tallyhook.test', '/reports/new']);
    assert.ok(content[0]!.text.endsWith(`\nAs a report: ${answer.link}`));
    const { workspace, branch, q } = Object.fromEntries(link.searchParams);
    assert.deepEqual([workspace, branch], [founded.workspaceId, 'main']);
    const definition = JSON.parse(q!);
    assert.deepEqual(definition, {
      type: 'ticket',
      chart: 'bars',
      filter: { and: [{ field: 'assignee', op: 'eq', value: ids.Ana }] },
      groupBy: [{ field: 'status' }],
    });
    const saved = await send(service, 'POST', '/api/reports', {
      as: founded.owner,
      json: { name: 'From the tool', definition },
    });
    const report = await send(service, 'GET', `/api/reports/${saved.body.id}/answer`, { as: founded.owner });
    assert.deepEqual(report.body.rows, answer.rows, report.text);

    const linkOf = async (question: Record<string, unknown>) => (await ask(question)).structuredContent.link;
    const chartOf = async (question: Record<string, unknown>) =>
      JSON.parse(new URL(await linkOf(question)).searchParams.get('q')!).chart;
    assert.equal(await chartOf({ type: 'ticket' }), 'number');
    const newest = { measures: [{ fn: 'max', field: 'createdAt' }] };
    assert.equal(await chartOf({ type: 'ticket', groupBy: ['status'], ...newest }), 'table');
    assert.equal(await linkOf({ type: 'ticket', measures: ['count', 'sum(estimate)'] }), undefined);
    const long = { field: 'title', op: 'in', value: Array.from({ length: 50 }, (_, at) => `${'x'.repeat(200)}${at}`) };
    assert.equal(await linkOf({ type: 'ticket', filter: long }), undefined);
  });

  it('accepts nearly valid questions, and returns the interpreted question', async () => {
    const { structuredContent: answer, content } = await ask({
      type: 'Tickets',
      filter: [
        { field: 'assignee', op: 'is', value: 'Ana' },
        { field: 'createdAt', op: 'within', value: 'last_3_days_including_current' },
      ],
      group_by: 'createdAt:month',
      measures: ['count', 'sum(estimate)'],
      sort: '-sum_estimate',
    });
    assert.deepEqual(answer.overall, { count: 2, sum_estimate: 0.3 });
    const { filter, groupBy, sort } = answer.question;
    assert.deepEqual(filter.and[0], { field: 'assignee', op: 'eq', value: ids.Ana });
    assert.equal(groupBy[0].unit, 'month');
    assert.deepEqual(sort, [{ by: 'sum_estimate', dir: 'desc' }]);
    assert.match(content[0]!.text, /^#\/filter\/and\/1 means from \d{4}-.*, before \d{4}-/m);
    const again = await ask(answer.question);
    assert.deepEqual(again.structuredContent.rows, answer.rows);
  });

  it('resolves names anywhere in a filter, also behind a relation', async () => {
    const { structuredContent: answer } = await ask({
      type: 'ticket',
      filter: {
        and: [
          {
            or: [
              { field: 'assignee.manager', op: 'eq', value: 'Bo' },
              { field: 'assignee', op: 'in', value: ['Bo'] },
            ],
          },
          { not: { field: 'assignee', op: 'eq', value: 'Bo' } },
        ],
      },
    });
    assert.equal(answer.overall.count, 2);
    const [either, not] = answer.question.filter.and;
    assert.deepEqual([either.or[0].value, either.or[1].value, not.not.value].flat(), [ids.Bo, ids.Bo, ids.Bo]);
  });

  it('resolves up to ten names, and asks for ids beyond that', async () => {
    const { errors } = await problemOf({
      type: 'ticket',
      filter: { field: 'assignee', op: 'in', value: Array.from({ length: 12 }, () => 'Ana') },
    });
    assert.deepEqual(
      errors.map(({ pointer, code }) => [pointer, code]),
      [['#/filter/value/10', 'too_many']],
    );
  });

  it('includes overlap, warnings, time zone and ranges', async () => {
    const question = {
      type: 'ticket',
      filter: { field: 'createdAt', op: 'within', value: '1900-01-01..2199-12-31' },
      groupBy: [{ field: 'labels' }, { field: 'createdAt', unit: 'day', fill: true }],
      timezone: 'America/New_York',
    };
    const { structuredContent: answer, content } = await ask(question);
    const rest = await send(service, 'POST', '/api/query', { as: founded.readKey, json: question });
    const { columns, resolved, groups, overlap, warnings } = rest.body.meta;
    assert.deepEqual(
      [answer.columns, answer.resolved, answer.groups, answer.overlap, answer.warnings],
      [columns, resolved, groups, overlap, warnings],
    );
    assert.deepEqual([overlap, warnings.length], [['labels'], 1]);
    assert.ok(content[0]!.text.includes(warnings[0].detail));
    assert.match(content[0]!.text, /several groups of "labels".*in the time zone America\/New_York\.$/ms);
  });

  it('says that it shows only the first groups', async () => {
    const { content } = await ask({ type: 'ticket', groupBy: ['title'], limit: 2 });
    assert.match(content[0]!.text, /^These are the first 2 of 3 groups\.$/m);
  });

  it('returns mistakes as a result, with advice', async () => {
    const wrong = await problemOf({ type: 'ticket', groupBy: ['statsu'], measures: ['median'] });
    assert.equal(wrong.code, 'invalid_question');
    assert.deepEqual(
      wrong.errors.map(({ pointer, suggestion }) => [pointer, suggestion]),
      [
        ['#/groupBy/0/field', 'status'],
        ['#/measures/0/fn', undefined],
      ],
    );
    const ambiguous = await problemOf({
      type: 'ticket',
      filter: { and: [{ field: 'assignee', op: 'in', value: ['Cy', 'Di', ids.Bo] }] },
    });
    assert.deepEqual(
      ambiguous.errors.map(({ pointer, code }) => [pointer, code]),
      [
        ['#/filter/and/0/value/0', 'ambiguous_record'],
        ['#/filter/and/0/value/1', 'unknown_record'],
      ],
    );
    const [{ detail, allowed = [] }] = ambiguous.errors as [(typeof ambiguous.errors)[number]];
    assert.deepEqual(allowed.toSorted(), [ids.Cy1, ids.Cy2].toSorted());
    assert.ok(detail.endsWith(`: use one of the ids ${allowed.join(', ')}`), detail);
    const all = await problemOf({
      type: 'ticket',
      filter: {
        and: [
          { field: 'assignee', op: 'eq', value: 'Di' },
          { field: 'statsu', op: 'eq', value: 'open' },
        ],
      },
      limit: 0,
    });
    assert.deepEqual(
      all.errors.map(({ pointer, code }) => [pointer, code]),
      [
        ['#/filter/and/0/value', 'unknown_record'],
        ['#/filter/and/1/field', 'unknown_field'],
        ['#/limit', 'too_small'],
      ],
    );
    assert.equal((await call('describe_types', { type: 'tocket' })).isError, true);
    assert.equal((await call('drop_records', {})).isError, true);
  });

  it('refuses arguments with a duplicate key, for that call only', async () => {
    const callOf = (id: number, given: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"query_records","arguments":${given}}}`;
    const post = (body: string) =>
      send(service, 'POST', '/mcp', {
        as: founded.readKey,
        body,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      });
    const twice = '{"type":"ticket","filter":{"and":[{"field":"title","op":"empty","op":"nempty"}]},"filter":{}}';
    const sent = [callOf(1, '{"type":"ticket"}'), callOf(2, twice)];
    const batch = (await post(`[${sent.join(',')}]`)).body as { id: number; result: Result }[];
    const alone = (await post(callOf(2, twice))).body as { id: number; result: Result };
    assert.equal(batch.find(({ id }) => id === 1)?.result.structuredContent.overall.count, 3);
    for (const { result } of [alone, batch.find(({ id }) => id === 2)!]) {
      assert.equal(result.isError, true);
      assert.partialDeepStrictEqual(JSON.parse(result.content[0]!.text), {
        code: 'invalid_question',
        detail: 'The call is ambiguous. It has 2 duplicate keys.',
        errors: [
          { pointer: '#/filter/and/0/op', code: 'duplicate_key' },
          { pointer: '#/filter', detail: 'duplicate key "filter": keep one of them' },
        ],
      });
    }
    const unknown = await post(callOf(3, '{},"arguments":{"type":"ticket"}'));
    assertProblem(unknown, 422, 'invalid_question');
    assert.deepEqual(unknown.body.errors[0].pointer, '#/params/arguments');
  });

  it('describes types and their fields', async () => {
    const all = await call('describe_types', {});
    assert.ok(all.structuredContent.types.some(({ type }: { type: string }) => type === 'ticket'));
    const one = await call('describe_types', { type: 'ticket' });
    const rest = await send(service, 'GET', '/api/query/fields?type=ticket', { as: founded.readKey });
    assert.deepEqual(one.structuredContent.fields, rest.body.fields);
    const near = await call('describe_types', { type: 'Tickets' });
    assert.deepEqual(near.structuredContent, one.structuredContent);
    const { isError, content } = await call('describe_types', { type: 'tocket' });
    const { code, errors } = JSON.parse(content[0]!.text) as { code: string; errors: { suggestion: string }[] };
    assert.deepEqual([isError, code, errors[0]?.suggestion], [true, 'not_found', 'ticket']);
    assert.match(content[0]!.text, /did you mean \\"ticket\\"\?/);
    const other = await call('describe_types', { typ: 'ticket' });
    assert.equal(other.isError, true);
    assert.partialDeepStrictEqual(JSON.parse(other.content[0]!.text), {
      code: 'invalid_input',
      errors: [{ pointer: '#/typ', allowed: ['type'] }],
    });
  });

  it("counts a question as one of the plan's calls, and a description as none", async () => {
    const calls = async () => {
      await service.deps.planCalls.flush();
      const usage = await readPlanUsage(service.store, founded.workspaceId, new Date().toISOString().slice(0, 7));
      return usage.reduce((sum, one) => sum + one.calls, 0);
    };
    const before = await calls();
    await call('describe_types', {});
    await ask({ type: 'ticket' });
    assert.equal((await calls()) - before, 1);
  });

  it('refuses invalid messages, and too many at once', async () => {
    assertProblem(await send(service, 'POST', '/mcp', { as: founded.readKey, json: 7 }), 422, 'invalid_input');
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    assertProblem(
      await send(service, 'POST', '/mcp', { as: founded.readKey, json: Array.from({ length: 11 }, () => list) }),
      422,
      'invalid_input',
    );
    const answered = await send(service, 'POST', '/mcp', {
      as: founded.readKey,
      json: list,
      headers: { accept: 'text/html' },
    });
    assert.equal(answered.status, 406, answered.text);
  });

  it('reports protocol errors by their codes, even to clients that accept only JSON', async () => {
    const post = (json: unknown) =>
      send(service, 'POST', '/mcp', { as: founded.readKey, json, headers: { accept: 'application/json' } });
    const calling = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const rows: [json: unknown, status: number, id: number | null, code: number, words: RegExp][] = [
      [{}, 400, null, -32600, /"jsonrpc" must be "2\.0"/],
      [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400, null, -32600, /"jsonrpc" must be "2\.0"/],
      [{ jsonrpc: '2.0', id: 1 }, 400, null, -32600, /"method" must be/],
      [{ jsonrpc: '2.0', id: {}, method: 'tools/list' }, 400, null, -32600, /"id" must be/],
      [[calling({ name: 'describe_types' }), {}], 400, null, -32600, /"jsonrpc" must be/],
      [calling([]), 400, null, -32602, /"params" must be an object/],
      [calling(undefined), 200, 1, -32602, /"name" must be .*"query_records"$/],
      [calling({ arguments: {} }), 200, 1, -32602, /"name" must be/],
      ...[null, [], 'x'].map((given): [unknown, number, number, number, RegExp] => [
        calling({ name: 'query_records', arguments: given }),
        ...([200, 1, -32602, /: "arguments" must be an object, such as/] as const),
      ]),
      [{ jsonrpc: '2.0', id: 1, method: 'tools/drop' }, 200, 1, -32601, /no method "tools\/drop"/],
    ];
    for (const [json, status, id, code, words] of rows) {
      const { body, headers, ...answered } = await post(json);
      const asked = JSON.stringify(json);
      assert.deepEqual([answered.status, body.id, body.error?.code], [status, id, code], asked);
      assert.match(body.error.message, words, asked);
      assert.match(headers.get('content-type') ?? '', /^application\/json/, asked);
    }
    const { status, body } = await post(calling({ name: 'describe_types' }));
    assert.deepEqual([status, body.result.structuredContent.types.length > 0], [200, true]);
  });
});

describe('name that the agent tool looks up', () => {
  let service: Service;
  let founded: Founded;
  const deadlineMs = 3_000;

  before(async () => {
    service = await startService({ questions: { deadlineMs, atOnce: 1, perWorkspace: 1, waiting: 2 } });
    founded = await service.found();
  });

  after(() => service?.stop());

  async function refusalOf(name: string) {
    const filter = { field: 'assignee', op: 'eq', value: name };
    const params = { name: 'query_records', arguments: { type: 'ticket', filter } };
    const { body, text } = await send(service, 'POST', '/mcp', {
      as: founded.readKey,
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream' },
    });
    const { isError, content } = body.result as Result;
    assert.equal(isError, true, text);
    return JSON.parse(content[0]!.text) as { code: string; detail: string; limitMs?: number };
  }

  it('is named if it takes too long, unlike a question that does', async () => {
    const { questionGate } = service.deps;
    const run = questionGate.run.bind(questionGate);
    // Simulates so many records that the lookup exceeds the time limit.
    questionGate.run = (workspaceId, signal, work) =>
      run(workspaceId, signal, async () => {
        const found = await work();
        await sleep(deadlineMs);
        return found;
      });
    const refused = await refusalOf('Ana');
    questionGate.run = run;
    assert.deepEqual([refused.code, refused.limitMs], ['query_timeout', deadlineMs]);
    assert.match(refused.detail, /^Looking up the record of type "person" named "Ana" took longer than/);
    assert.match(refused.detail, /Use ids instead of names\.$/);
  });

  it('says that it waited if its time runs out in the queue', async () => {
    const others = Promise.withResolvers<void>();
    const held = service.deps.questionGate.run(founded.workspaceId, new AbortController().signal, () => others.promise);
    const refused = await refusalOf('Ana');
    others.resolve();
    await held;
    assert.equal(refused.code, 'too_many_requests');
    assert.match(refused.detail, /named "Ana" spent its time waiting for other questions/);
  });
});
