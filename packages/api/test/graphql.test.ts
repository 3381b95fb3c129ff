import assert from 'node:assert/strict';
import { readPlanUsage } from '@tallyhook/store';
import { buildClientSchema, getIntrospectionQuery, printSchema, type IntrospectionQuery } from 'graphql';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

describe('/graphql', () => {
  let service: Service;
  let founded: Founded;
  const ids: Record<string, string> = {};

  before(async () => {
    service = await startService();
    founded = await service.found();
    for (const [type, name, fields] of [
      ['person', 'ana', { name: 'Ana', team: 'Ovens' }],
      ['person', 'bo', { name: 'Bo', team: 'Shop' }],
      ['ticket', 'oven', { title: 'Oven', status: 'open', estimate: 0.1, assignee: 'ana', due: '2026-03-01' }],
      ['ticket', 'flour', { title: 'Flour', status: 'open', estimate: 0.2, assignee: 'ana', due: '2026-04-01' }],
      ['ticket', 'sugar', { title: 'Sugar', status: 'blocked', estimate: 4, assignee: 'bo' }],
      ['ticket', 'salt', { title: 'Salt', status: 'done', estimate: 8, labels: ['bug', 'feature'] }],
    ] as const) {
      const given: Record<string, unknown> = { ...fields };
      if ('assignee' in fields) given.assignee = ids[fields.assignee];
      const made = await send(service, 'POST', `/api/records?type=${type}`, {
        as: founded.writeKey,
        json: { fields: given },
      });
      assert.equal(made.status, 201, made.text);
      ids[name] = made.body.id;
    }
  });

  after(() => service?.stop());

  const run = (query: string, variables?: object, as: Sender = founded.readKey) =>
    send(service, 'POST', '/graphql', { as, json: { query, ...(variables ? { variables } : {}) } });
  const data = async (query: string, variables?: object, as?: Sender) => {
    const answered = await run(query, variables, as);
    assert.equal(answered.status, 200, answered.text);
    assert.equal(answered.body.errors, undefined, answered.text);
    return answered.body.data;
  };
  const errorOf = async (query: string, variables?: object, as?: Sender) => {
    const answered = await run(query, variables, as);
    assert.ok(answered.body.errors?.length > 0, answered.text);
    return { status: answered.status, ...answered.body.errors[0] };
  };
  const callsOf = async ({ workspaceId } = founded) => {
    const usage = await readPlanUsage(service.store, workspaceId, new Date().toISOString().slice(0, 7));
    return usage.reduce((sum, { calls }) => sum + calls, 0);
  };

  it('asks for a session or a key, and refuses what is no request of GraphQL', async () => {
    assertProblem(
      (await run('{ __typename }', undefined, undefined as Sender)) &&
        (await send(service, 'POST', '/graphql', { json: { query: '{ __typename }' } })),
      401,
      'sign_in_required',
    );
    assertProblem(
      await send(service, 'POST', '/graphql', { as: founded.readKey, json: { quary: '{}' } }),
      422,
      'invalid_input',
    );
    assertProblem(await send(service, 'POST', '/graphql', { as: founded.readKey, json: {} }), 422, 'invalid_input');
  });

  it('answers the questions of /api/query: what is selected is measured', async () => {
    const { ticketAggregate } = await data(`{
      ticketAggregate(filter: { status: { ne: "done" } }, groupBy: [{ field: status }]) {
        rows { key { status } keys { field value label } measures { count sum { estimate } } filled other }
        overall { count sum { estimate } max { due } }
        info { timezone groups { returned total truncated } overlap }
      }
    }`);
    assert.deepEqual(ticketAggregate, {
      rows: [
        {
          key: { status: 'open' },
          keys: [{ field: 'status', value: 'open', label: 'Open' }],
          measures: { count: 2, sum: { estimate: 0.3 } },
          filled: false,
          other: false,
        },
        {
          key: { status: 'blocked' },
          keys: [{ field: 'status', value: 'blocked', label: 'Blocked' }],
          measures: { count: 1, sum: { estimate: 4 } },
          filled: false,
          other: false,
        },
      ],
      overall: { count: 3, sum: { estimate: 4.3 }, max: { due: '2026-04-01' } },
      info: { timezone: 'UTC', groups: { returned: 2, total: 2, truncated: false }, overlap: [] },
    });
  });

  it('gives groups of a relation as records, and names them', async () => {
    const { ticketAggregate } = await data(`{
      ticketAggregate(groupBy: [{ field: assignee }]) { rows { key { assignee { id name team } } keys { label } measures { count } } }
    }`);
    assert.deepEqual(ticketAggregate.rows, [
      {
        key: { assignee: { id: ids.ana, name: 'Ana', team: 'Ovens' } },
        keys: [{ label: 'Ana' }],
        measures: { count: 2 },
      },
      { key: { assignee: { id: ids.bo, name: 'Bo', team: 'Shop' } }, keys: [{ label: 'Bo' }], measures: { count: 1 } },
      { key: { assignee: null }, keys: [{ label: null }], measures: { count: 1 } },
    ]);
  });

  it('follows a relation in filters, groups and lists', async () => {
    const { ticketAggregate, tickets } = await data(`{
      ticketAggregate(filter: { assignee: { related: { team: { eq: "Ovens" } } } }, groupBy: [{ field: assignee_team }]) {
        rows { key { assignee_team } keys { field value } measures { count } }
      }
      tickets(filter: { assignee: { related: { name: { startsWith: "B" } } } }) { title }
    }`);
    assert.deepEqual(ticketAggregate.rows, [
      { key: { assignee_team: 'Ovens' }, keys: [{ field: 'assignee.team', value: 'Ovens' }], measures: { count: 2 } },
    ]);
    assert.deepEqual(tickets, [{ title: 'Sugar' }]);
  });

  it('sorts, cuts and fills as the question says', async () => {
    const { ticketAggregate } = await data(`{
      ticketAggregate(
        groupBy: [{ field: due, unit: month, fill: true, as: "month" }]
        filter: { due: { within: "2026-02-01..2026-04-30" } }
        sort: [{ by: "month", dir: desc }]
        timezone: "America/New_York"
      ) { rows { key { due } filled measures { count } } info { timezone ranges { pointer from before } } }
    }`);
    assert.deepEqual(
      ticketAggregate.rows.map(({ key, filled, measures }: never) => [key['due'], filled, measures['count']]),
      [
        ['2026-04-01', false, 1],
        ['2026-03-01', false, 1],
        ['2026-02-01', true, 0],
      ],
    );
    assert.deepEqual(ticketAggregate.info, {
      timezone: 'America/New_York',
      ranges: [{ pointer: '#/filter', from: '2026-02-01', before: '2026-05-01' }],
    });
    const most = await data(
      '{ ticketAggregate(groupBy: [{ field: status, top: 1, other: true }], having: [{ measure: "count", op: gte, value: 1 }]) { rows { key { status } other measures { count } } } }',
    );
    assert.deepEqual(most.ticketAggregate.rows, [
      { key: { status: 'open' }, other: false, measures: { count: 2 } },
      { key: { status: null }, other: true, measures: { count: 2 } },
    ]);
  });

  it('gives the id alone of a related record that is gone', async () => {
    const gone = await data('mutation { createPerson(input: { name: "Gone" }) { id } }', undefined, founded.writeKey);
    const { id } = gone.createPerson;
    const made = await data(
      'mutation ($who: ID) { createTicket(input: { title: "Left", assignee: $who }) { id assignee { name } } }',
      { who: id },
      founded.writeKey,
    );
    assert.equal(made.createTicket.assignee.name, 'Gone');
    await data('mutation ($id: ID!) { deletePerson(id: $id) }', { id }, founded.writeKey);
    const { ticket, ticketAggregate } = await data(
      `query ($id: ID!, $who: [ID!]) {
        ticket(id: $id) { assignee { id name } }
        ticketAggregate(filter: { assignee: { in: $who } }, groupBy: [{ field: assignee }]) { rows { key { assignee { id name } } keys { value label } } }
      }`,
      { id: made.createTicket.id, who: [id] },
    );
    assert.deepEqual(ticket.assignee, { id, name: null });
    assert.deepEqual(ticketAggregate.rows, [
      { key: { assignee: { id, name: null } }, keys: [{ value: id, label: null }] },
    ]);
    await data('mutation ($id: ID!) { deleteTicket(id: $id) }', { id: made.createTicket.id }, founded.writeKey);
  });

  it('joins conditions as they are nested, and asks for values by empty: false', async () => {
    const { ticketAggregate, ...rest } = await data(`{
      ticketAggregate(filter: { or: [{ status: { eq: "done" } }, { not: { due: { empty: true } }, estimate: { lt: 0.15 } }] }) { overall { count } }
      some: ticketAggregate(filter: { due: { empty: false } }) { overall { count } }
      list: ticketAggregate(filter: { labels: { hasAll: ["bug", "feature"] } }) { overall { count } }
      march: ticketAggregate(filter: { due: { within: { unit: "month", at: "2026-03-01" } } }) { overall { count } }
      range: ticketAggregate(filter: { due: { within: "2026-03-01..2026-04-01", gt: "2026-03-01" } }) { overall { count } }
    }`);
    assert.equal(ticketAggregate.overall.count, 2);
    assert.deepEqual(
      Object.values<{ overall: { count: number } }>(rest).map(({ overall }) => overall.count),
      [2, 1, 1, 1],
    );
  });

  it('refuses a question with every mistake of its problem document', async () => {
    const error = await errorOf(
      '{ ticketAggregate(filter: { status: { eq: "opne" }, due: { lt: "soon" } }) { overall { count } } }',
    );
    assert.equal(error.status, 200);
    assert.equal(error.extensions.code, 'invalid_question');
    assert.deepEqual(
      error.extensions.errors.map(({ pointer, suggestion }: { pointer: string; suggestion?: string }) => [
        pointer,
        suggestion,
      ]),
      [
        ['#/filter/and/0/value', 'open'],
        ['#/filter/and/1/value', undefined],
      ],
    );
  });

  it('refuses null in a filter and keys that are not grouped by, which would look like an answer', async () => {
    const nothing = await errorOf(
      'query ($s: String) { ticketAggregate(filter: { status: { eq: $s } }) { overall { count } } }',
      { s: null },
    );
    assert.equal(nothing.extensions.code, 'invalid_question');
    const ungrouped = await errorOf(
      '{ ticketAggregate(groupBy: [{ field: status }]) { rows { key { project { id } } measures { count } } } }',
    );
    assert.equal(ungrouped.extensions.errors[0].code, 'not_grouped');
  });

  it('lists, reads, makes, changes and deletes records; a stale revision is a conflict', async () => {
    const as = founded.writeKey;
    const { createTicket } = await data(
      'mutation { createTicket(input: { title: "Yeast", estimate: 2, labels: ["bug"] }) { id revision title estimate labels createdAt } }',
      undefined,
      as,
    );
    assert.deepEqual([createTicket.title, createTicket.estimate, createTicket.labels], ['Yeast', 2, ['bug']]);
    const change =
      'mutation ($id: ID!, $revision: Int!) { updateTicket(id: $id, revision: $revision, input: { estimate: null, title: "Dry yeast" }) { revision title estimate } }';
    const { updateTicket } = await data(change, { id: createTicket.id, revision: createTicket.revision }, as);
    assert.deepEqual(updateTicket, { revision: createTicket.revision + 1, title: 'Dry yeast', estimate: null });
    const stale = await errorOf(change, { id: createTicket.id, revision: createTicket.revision }, as);
    assert.equal(stale.extensions.code, 'revision_conflict');
    const page = await data('{ tickets(first: 2) { id title assignee { name } } }');
    assert.deepEqual(
      page.tickets.map(({ title }: { title: string }) => title),
      ['Dry yeast', 'Salt'],
    );
    const next = await data(
      'query ($after: ID) { tickets(first: 2, after: $after, filter: { estimate: { lt: 5 } }) { title assignee { name } } }',
      { after: page.tickets[1].id },
    );
    assert.deepEqual(next.tickets, [
      { title: 'Sugar', assignee: { name: 'Bo' } },
      { title: 'Flour', assignee: { name: 'Ana' } },
    ]);
    const { deleteTicket } = await data(
      'mutation ($id: ID!) { deleteTicket(id: $id, revision: 2) }',
      { id: createTicket.id },
      as,
    );
    assert.equal(deleteTicket, createTicket.id);
    const gone = await errorOf('query ($id: ID!) { ticket(id: $id) { title } }', { id: createTicket.id });
    assert.equal(gone.extensions.code, 'not_found');
  });

  it('says which fields of a record do not fit', async () => {
    const error = await errorOf(
      'mutation { createTicket(input: { title: "x", status: "opne" }) { id } }',
      undefined,
      founded.writeKey,
    );
    assert.equal(error.extensions.code, 'invalid_record');
    assert.equal(error.extensions.errors[0].suggestion, 'open');
  });

  it('refuses a mutation to whoever may only read, and by GET', async () => {
    const create = 'mutation { createTicket(input: { title: "x" }) { id } }';
    assertProblem(await run(create), 403, 'forbidden');
    const viewer = await service.join(founded.workspaceId, 'viewer');
    assertProblem(await run(create, undefined, viewer), 403, 'forbidden');
    const address = `/graphql?query=${encodeURIComponent(create)}`;
    assertProblem(await send(service, 'GET', address, { as: founded.writeKey }), 405, 'method_not_allowed');
  });

  it('answers a query by GET, and to a session', async () => {
    const query = encodeURIComponent(
      'query ($s: String) { ticketAggregate(filter: { status: { eq: $s } }) { overall { count } } }',
    );
    const variables = encodeURIComponent('{"s":"open"}');
    const answered = await send(service, 'GET', `/graphql?query=${query}&variables=${variables}`, {
      as: founded.owner,
    });
    assert.deepEqual(answered.body, { data: { ticketAggregate: { overall: { count: 2 } } } });
  });

  it("counts each aggregate of a key as one of the plan's calls", async () => {
    const before = await callsOf();
    await data('{ a: ticketAggregate { overall { count } } b: noteAggregate { overall { count } } tickets { id } }');
    await data('{ ticketAggregate { overall { count } } }', undefined, founded.owner);
    assert.equal((await callsOf()) - before, 2);
  });

  it('limits levels, fields, aggregates and what is answered, whatever fragments hide', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => `a${at}: ticketAggregate { overall { count } }`).join(' ');
    await data(`{ ${many(10)} }`);
    assertProblem(await run(`{ ${many(11)} }`), 400, 'invalid_request');
    assertProblem(await run(`{ ...A } fragment A on Query { ${many(11)} }`), 400, 'invalid_request');
    const deep = `{ tickets { ${'related { '.repeat(12)} id ${'} '.repeat(12)} } }`;
    assertProblem(await run(deep), 400, 'invalid_request');
    const bomb = Array.from(
      { length: 20 },
      (_, at) => `fragment F${at} on Ticket { ${at === 19 ? 'id' : `...F${at + 1} x${at}: id ...F${at + 1}`} }`,
    );
    assertProblem(await run(`{ tickets { ...F0 } } ${bomb.join(' ')}`), 400, 'invalid_request');
    const tokens = await run(`{ ${'id '.repeat(5_000)} }`);
    assert.equal(tokens.status, 400, tokens.text);
  });

  it('refuses lists of lists that would answer too much', async () => {
    const { createTicket: first } = await data(
      'mutation { createTicket(input: { title: "Hub" }) { id } }',
      undefined,
      founded.writeKey,
    );
    const related = Array.from({ length: 200 }, () => first.id);
    const names = related.map((_, at) => at);
    const made = await data(
      `mutation { ${names
        .slice(0, 20)
        .map((at) => `t${at}: createTicket(input: { title: "Spoke", related: ["${first.id}"] }) { id }`)
        .join(' ')} }`,
      undefined,
      founded.writeKey,
    );
    const spokes = Object.values<{ id: string }>(made).map(({ id }) => id);
    await data(
      'mutation ($id: ID!, $spokes: [ID!]) { updateTicket(id: $id, revision: 1, input: { related: $spokes }) { id } }',
      { id: first.id, spokes },
      founded.writeKey,
    );
    const error = await errorOf(
      `query ($id: ID!) { ticket(id: $id) { ${'related { '.repeat(8)} a: title b: title ${'} '.repeat(8)} } }`,
      { id: first.id },
    );
    assert.equal(error.extensions.code, 'invalid_request');
    assert.match(error.message, /more than 100000 values/);
  });

  it('names what does not fit the schema, and answers 400', async () => {
    const typo = await errorOf('{ ticketAggregate { overall { cuont } } }');
    assert.equal(typo.status, 400);
    assert.match(typo.message, /Did you mean "count"/);
    const variable = await errorOf('query ($n: Int!) { tickets(first: $n) { id } }', { n: 'many' });
    assert.equal(variable.status, 400);
    assert.equal(variable.extensions.code, 'invalid_request');
  });

  it('describes itself to whoever may read, with the types of the branch', async () => {
    const introspection = (await data(getIntrospectionQuery())) as IntrospectionQuery;
    const printed = printSchema(buildClientSchema(introspection));
    for (const expected of [
      /^ {2}ticketAggregate\(filter: TicketFilter, groupBy: \[TicketGroupBy!\], having/m,
      /^ {2}people\(/m,
      /^input TextFilter \{\n {2}eq: String\n {2}ne: String\n {2}in: \[String!\]/m,
      /^ {2}createTicket\(input: TicketInput!\): Ticket!$/m,
    ]) {
      assert.match(printed, expected);
    }
    const type = {
      name: 'loaf',
      label: 'Loaf',
      plural: 'Loaves',
      labelField: 'and',
      fields: [{ name: 'and', label: 'And', kind: 'text' }],
    };
    const defined = await send(service, 'POST', '/api/types', { as: founded.writeKey, json: type });
    assert.equal(defined.status, 201, defined.text);
    const made = await data('mutation { createLoaf(input: { and: "butter" }) { and } }', undefined, founded.writeKey);
    assert.equal(made.createLoaf.and, 'butter');
    const { loafs } = await data('{ loafs(filter: { and_: { contains: "utt" } }) { and } }');
    assert.deepEqual(loafs, [{ and: 'butter' }]);
  });
});
