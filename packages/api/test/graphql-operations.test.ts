import assert from 'node:assert/strict';
import { buildClientSchema, getIntrospectionQuery, printSchema, type IntrospectionQuery } from 'graphql';
import { setGraphqlScene, type GraphqlScene } from './graphql-scene.ts';
import { assertProblem, send, type Founded, type Sender, type Service } from './start-service.ts';

describe('/graphql operation', () => {
  let scene: GraphqlScene;
  let service: Service;
  let founded: Founded;

  before(async () => {
    scene = await setGraphqlScene();
    ({ service, founded } = scene);
  });
  after(() => service?.stop());

  const run: GraphqlScene['run'] = (...given) => scene.run(...given);
  const data: GraphqlScene['data'] = (...given) => scene.data(...given);
  const errorOf: GraphqlScene['errorOf'] = (...given) => scene.errorOf(...given);

  it('requires a session or a key, and refuses invalid GraphQL requests', async () => {
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

  it('answers a query sent with GET, and with a session', async () => {
    const query = encodeURIComponent(
      'query ($s: String) { ticketAggregate(filter: { status: { eq: $s } }) { overall { count } } }',
    );
    const variables = encodeURIComponent('{"s":"open"}');
    const answered = await send(service, 'GET', `/graphql?query=${query}&variables=${variables}`, {
      as: founded.owner,
    });
    assert.deepEqual(answered.body, { data: { ticketAggregate: { overall: { count: 2 } } } });
    const list = await send(service, 'GET', `/graphql?query=${query}&variables=[]`, { as: founded.owner });
    assertProblem(list, 400, 'invalid_request');
  });

  it('is refused if the request or its variables have a duplicate key', async () => {
    const query = 'query ($filter: TicketFilter) { ticketAggregate(filter: $filter) { overall { count } } }';
    const twice = '{"filter":{"status":{"eq":"open","eq":"done"}},"filter":null}';
    const type = 'application/graphql-response+json';
    const post = (body: string) =>
      send(service, 'POST', '/graphql', {
        as: founded.readKey,
        body,
        headers: { 'content-type': 'application/json', accept: type },
      });
    const address = `/graphql?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(twice)}`;
    const posted = await post(`{"query":${JSON.stringify(query)},"variables":${twice}}`);
    const got = await send(service, 'GET', address, { as: founded.readKey, headers: { accept: type } });
    for (const [answered, place] of [
      [posted, 'The body'],
      [got, 'The parameter "variables"'],
    ] as const) {
      assert.deepEqual([answered.status, answered.headers.get('content-type')?.split(';')[0]], [400, type]);
      assert.partialDeepStrictEqual(answered.body, {
        errors: [
          {
            message: `${place} is ambiguous. It has 2 duplicate keys.`,
            extensions: {
              code: 'invalid_question',
              errors: [
                { pointer: '#/variables/filter/status/eq', code: 'duplicate_key' },
                {
                  pointer: '#/variables/filter',
                  detail: 'duplicate key "filter": keep one of them',
                },
              ],
            },
          },
        ],
      });
    }
    const { status, body } = await post(`{"query":"{ __typename }","query":${JSON.stringify(query)}}`);
    assert.deepEqual([status, body.errors[0].extensions.errors[0].pointer], [400, '#/query']);
    // GraphQL itself enforces the same for the document.
    const error = await errorOf(
      '{ ticketAggregate(filter: { status: { eq: open, eq: done } }) { overall { count } } }',
    );
    assert.equal(error.status, 400);
  });

  it('is answered in the type that the client accepts, and never cached', async () => {
    for (const [accept, type] of [
      ['application/graphql-response+json', 'application/graphql-response+json'],
      ['application/json', 'application/json'],
      ['*/*', 'application/json'],
    ]) {
      const json = { query: '{ __typename }' };
      const { headers } = await send(service, 'POST', '/graphql', {
        as: founded.readKey,
        json,
        headers: { accept: accept! },
      });
      assert.equal(headers.get('content-type')?.split(';')[0], type);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
  });

  it('is the named one if the document has several', async () => {
    const query = 'query A { people { name } } query B { tickets(first: 1) { title } }';
    const send_ = (operationName?: string) =>
      send(service, 'POST', '/graphql', { as: founded.readKey, json: { query, operationName } });
    assert.deepEqual(Object.keys((await send_('B')).body.data), ['tickets']);
    assertProblem(await send_(), 400, 'invalid_request');
    assertProblem(await send_('C'), 400, 'invalid_request');
  });

  it('is limited in levels, fields, aggregates and returned values, even with fragments', async () => {
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
    const roots = Array.from({ length: 21 }, (_, at) => `a${at}: tickets { id }`).join(' ');
    assertProblem(await run(`{ ${roots} }`), 400, 'invalid_request');
    const tokens = await errorOf(`{ tickets { ${'id '.repeat(4_001)} } }`);
    assert.equal(tokens.status, 400);
    assert.match(tokens.message, /4000 tokens/);
  });

  it('is refused if lists of lists would return too much', async () => {
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
    const { body } = await run(
      `query ($id: ID!) { ticket(id: $id) { ${'related { '.repeat(8)} a: title b: title ${'} '.repeat(8)} } }`,
      { id: first.id },
    );
    const { errors } = body as { errors: { message: string; extensions: { code: string } }[] };
    assert.equal(errors[0]?.extensions.code, 'invalid_request');
    assert.match(errors[0].message, /more than 100000 values/);
    assert.equal(errors.length, 20, 'the first of many errors');
  });

  it('is refused if long lists of many fields would return too much', async () => {
    const lines = Array.from({ length: 260 }, (_, at) => `Note ${at}`);
    const imported = await send(service, 'POST', '/api/import?type=note', {
      as: founded.writeKey,
      body: ['title', ...lines].join('\n'),
      headers: { 'content-type': 'text/csv' },
    });
    assert.ok(imported.status < 300, imported.text);
    const many = (count: number, field: string) =>
      Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ');
    const list = await errorOf(`{ notes(first: 1000) { ${many(400, 'title')} } }`);
    assert.match(list.message, /more than 100000 values/);
    const rows = await errorOf(
      `{ noteAggregate(groupBy: [{ field: title }]) { rows { filled ${many(390, 'other')} } } }`,
    );
    assert.match(rows.message, /more than 100000 values/);
  });

  it('is refused if its records have more than 16 MiB, as with long texts under several aliases', async () => {
    const long = 'x'.repeat(900_000);
    for (let count = 0; count < 6; count += 1) {
      const json = { fields: { title: long } };
      const made = await send(service, 'POST', '/api/records?type=note', { as: founded.writeKey, json });
      assert.equal(made.status, 201, made.text);
    }
    const aliases = (count: number) =>
      Array.from({ length: count }, (_, at) => `a${at}: notes(first: 6) { title }`).join(' ');
    const found = await data(`{ ${aliases(2)} }`);
    assert.equal(found.a1.length, 6);
    const { body } = await run(`{ ${aliases(10)} }`);
    assert.match(body.errors[0].message, /read more than 16777216 bytes of records/);
    const page = await send(service, 'GET', '/api/records?type=note&limit=1000', { as: founded.readKey });
    assert.deepEqual(Object.keys(page.body).sort(), ['records']);
  });

  it('is refused with 400 and the mistakes if it does not match the schema', async () => {
    const typo = await errorOf('{ ticketAggregate { overall { cuont } } }');
    assert.equal(typo.status, 400);
    assert.match(typo.message, /Did you mean "count"/);
    const variable = await errorOf('query ($n: Int!) { tickets(first: $n) { id } }', { n: 'many' });
    assert.equal(variable.status, 400);
    assert.equal(variable.extensions.code, 'invalid_request');
  });

  it('can read the schema with the types of the branch', async () => {
    const introspection = (await data(getIntrospectionQuery())) as IntrospectionQuery;
    const printed = printSchema(buildClientSchema(introspection));
    for (const expected of [
      /^ {2}ticketAggregate\(filter: TicketFilter, groupBy: \[TicketGroupBy!\], having/m,
      /^ {2}people\(/m,
      /^input TextFilter \{\n {2}eq: String\n {2}ne: String\n {2}in: \[String!\]/m,
      /^ {2}createTicket\(input: TicketInput!\): Ticket$/m,
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
