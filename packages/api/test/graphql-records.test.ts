import assert from 'node:assert/strict';
import { defineType } from '@tallyhook/store/apps';
import { openBranch } from '@tallyhook/store/branches';
import { setGraphqlScene, type GraphqlScene } from './graphql-scene.ts';
import { assertProblem, send, type Founded, type Service } from './start-service.ts';

describe('/graphql records', () => {
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

  it('have null for a field without a value, even if every object inherits its name', async () => {
    const branch = await openBranch(service.store, founded.workspaceId, 'main');
    const field = { name: 'constructor', label: 'Constructor', kind: 'text' as const };
    await defineType(
      service.store,
      branch,
      { name: 'building', label: 'Building', plural: 'Buildings', labelField: 'constructor', fields: [field] },
      'ana',
    );
    const as = founded.writeKey;
    await data('mutation { createBuilding(input: {}) { id } }', undefined, as);
    assert.deepEqual((await data('{ buildings { constructor } }')).buildings.map(Object.entries), [
      [['constructor', null]],
    ]);
  });

  it('can be listed, read, created, changed and deleted; a stale revision is a conflict', async () => {
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
    for (const [revision, code] of [
      [1, 'revision_conflict'],
      [null, 'invalid_request'],
    ] as const) {
      const kept = await errorOf(
        'mutation ($id: ID!, $revision: Int) { deleteTicket(id: $id, revision: $revision) }',
        { id: createTicket.id, revision },
        as,
      );
      assert.equal(kept.extensions.code, code);
    }
    const { deleteTicket } = await data(
      'mutation ($id: ID!) { deleteTicket(id: $id, revision: 2) }',
      { id: createTicket.id },
      as,
    );
    assert.equal(deleteTicket, createTicket.id);
    const gone = await errorOf('query ($id: ID!) { ticket(id: $id) { title } }', { id: createTicket.id });
    assert.equal(gone.extensions.code, 'not_found');
  });

  it('report what an operation wrote even if another part of it failed', async () => {
    const { status, body } = await run(
      'mutation { a: createTicket(input: { title: "Kept" }) { id title } b: createTicket(input: { title: "No", status: "opne" }) { id } }',
      undefined,
      founded.writeKey,
    );
    assert.equal(status, 200);
    assert.deepEqual([body.data.a.title, body.data.b], ['Kept', null]);
    assert.deepEqual(
      body.errors.map(({ path }: { path: string[] }) => path),
      [['b']],
    );
    await data('mutation ($id: ID!) { deleteTicket(id: $id) }', { id: body.data.a.id }, founded.writeKey);
    const read = await run('{ tickets(first: 0) { id } ticketAggregate { overall { count } } }');
    assert.deepEqual(read.body.data, { tickets: null, ticketAggregate: { overall: { count: 4 } } });
  });

  it('have only the id of a deleted related record', async () => {
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

  it('are refused with every invalid field', async () => {
    const error = await errorOf(
      'mutation { createTicket(input: { title: "x", status: "opne" }) { id } }',
      undefined,
      founded.writeKey,
    );
    assert.equal(error.extensions.code, 'invalid_record');
    assert.equal(error.extensions.errors[0].suggestion, 'open');
    const nameless = await errorOf('mutation { createTicket(input: {}) { id } }', undefined, founded.writeKey);
    assert.equal(nameless.status, 400);
    assert.match(nameless.message, /"TicketInput.title" of required type "String!" was not provided/);
  });

  it('come in pages of 1 to 1000, after the id of a record', async () => {
    for (const given of ['first: 0', 'first: 1001', 'after: "first"']) {
      const error = await errorOf(`{ tickets(${given}) { id } }`);
      assert.deepEqual([error.status, error.extensions.code], [200, 'invalid_request']);
      assert.match(error.message, /^"(first" must be a whole number from 1 to 1000, got \d+|after" must be the id of)/);
    }
  });

  it('refuse a mutation without write access, and with GET', async () => {
    const create = 'mutation { createTicket(input: { title: "x" }) { id } }';
    assertProblem(await run(create), 403, 'forbidden');
    const viewer = await service.join(founded.workspaceId, 'viewer');
    assertProblem(await run(create, undefined, viewer), 403, 'forbidden');
    const address = `/graphql?query=${encodeURIComponent(create)}`;
    assertProblem(await send(service, 'GET', address, { as: founded.writeKey }), 405, 'method_not_allowed');
  });

  describe('in a filtered list', () => {
    before(async () => {
      for (const fields of [
        { title: 'Night', due: '2026-03-05', closedAt: '2026-03-01T03:00:00Z' },
        { title: 'Noon', closedAt: '2026-03-02T12:00:00Z', labels: ['bug'] },
      ]) {
        const made = await send(service, 'POST', '/api/records?type=ticket', {
          as: founded.writeKey,
          json: { fields },
        });
        assert.equal(made.status, 201, made.text);
      }
    });

    interface Clock {
      timezone?: string;
      weekStart?: string;
    }

    const byRest = async (filter: object, search: Record<string, string>) => {
      const query = new URLSearchParams({ type: 'ticket', filter: JSON.stringify(filter), ...search });
      return (await send(service, 'GET', `/api/records?${query}`, { as: founded.readKey })).body;
    };
    const operation = `query ($filter: TicketFilter, $first: Int, $after: ID, $timezone: String, $weekStart: WeekDay) {
      tickets(filter: $filter, first: $first, after: $after, timezone: $timezone, weekStart: $weekStart) { id title }
    }`;
    const titlesOf = (records: { title: string }[]) => records.map(({ title }) => title);

    const inMarch = '2026-03-01..2026-03-31';
    const firstOfMarch = { unit: 'week', at: '2026-03-01' };
    const rows: [what: string, rest: object, graphql: object, clock: Clock, titles: string[]][] = [
      ['a condition', { field: 'status', op: 'eq', value: 'open' }, { status: { eq: 'open' } }, {}, ['Flour', 'Oven']],
      [
        'conditions that are joined',
        {
          or: [{ field: 'labels', op: 'has', value: ['bug'] }, { not: { field: 'due', op: 'empty' } }],
        },
        { or: [{ labels: { has: ['bug'] } }, { not: { due: { empty: true } } }] },
        {},
        ['Noon', 'Night', 'Salt', 'Flour', 'Oven'],
      ],
      [
        'a field of a related record',
        { field: 'assignee.team', op: 'eq', value: 'Shop' },
        { assignee: { related: { team: { eq: 'Shop' } } } },
        {},
        ['Sugar'],
      ],
      [
        'days in UTC',
        { field: 'closedAt', op: 'within', value: inMarch },
        { closedAt: { within: inMarch } },
        {},
        ['Noon', 'Night'],
      ],
      [
        'days in another zone',
        { field: 'closedAt', op: 'within', value: inMarch },
        { closedAt: { within: inMarch } },
        { timezone: 'America/New_York' },
        ['Noon'],
      ],
      [
        'weeks from Monday',
        { field: 'due', op: 'within', value: firstOfMarch },
        { due: { within: firstOfMarch } },
        { weekStart: 'monday' },
        ['Oven'],
      ],
      [
        'weeks from Sunday',
        { field: 'due', op: 'within', value: firstOfMarch },
        { due: { within: firstOfMarch } },
        { weekStart: 'sunday' },
        ['Night', 'Oven'],
      ],
      ['nothing', { and: [] }, {}, {}, ['Noon', 'Night', 'Salt', 'Sugar', 'Flour', 'Oven']],
    ];
    for (const [what, rest, graphql, clock, titles] of rows) {
      it(`are the same as from /api/records: ${what}`, async () => {
        const { tickets } = await data(operation, { filter: graphql, ...clock });
        assert.deepEqual(titlesOf(tickets), titles);
        const { records } = await byRest(rest, { ...clock });
        assert.deepEqual(titlesOf(records.map(({ fields }: { fields: { title: string } }) => fields)), titles);
      });
    }

    it('come in the same pages', async () => {
      const first = await byRest({ and: [] }, { limit: '4' });
      const second = await byRest({ and: [] }, { limit: '4', cursor: first.nextCursor });
      const { tickets } = await data(operation, { first: 4, after: first.nextCursor });
      assert.deepEqual(
        tickets.map(({ id }: { id: string }) => id),
        second.records.map(({ id }: { id: string }) => id),
      );
      assert.equal(tickets.length, 2);
    });

    it('are refused with the same mistakes', async () => {
      const { extensions } = await errorOf(operation, {
        filter: { status: { eq: 'opne' }, due: { lt: 'soon' } },
        timezone: 'Nowhere',
      });
      const and = [
        { field: 'status', op: 'eq', value: 'opne' },
        { field: 'due', op: 'lt', value: 'soon' },
      ];
      const refused = await byRest({ and }, { timezone: 'Nowhere' });
      const places = ['#/timezone', '#/filter/status/eq', '#/filter/due/lt'];
      const errors = refused.errors.map((error: object, at: number) => ({ ...error, pointer: places[at] }));
      assert.deepEqual([extensions.code, extensions.errors], [refused.code, errors]);
    });
  });
});
