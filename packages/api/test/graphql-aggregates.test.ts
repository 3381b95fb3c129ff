import assert from 'node:assert/strict';
import { isCycle, rulesOf } from '@tallyhook/query';
import { readPlanUsage } from '@tallyhook/store/keys';
import { setGraphqlScene, type GraphqlScene } from './graphql-scene.ts';
import { send, type Founded, type Service } from './start-service.ts';

describe('/graphql aggregate', () => {
  let scene: GraphqlScene;
  let service: Service;
  let founded: Founded;
  let ids: GraphqlScene['ids'];

  before(async () => {
    scene = await setGraphqlScene();
    ({ service, founded, ids } = scene);
  });
  after(() => service?.stop());

  const data: GraphqlScene['data'] = (...given) => scene.data(...given);
  const errorOf: GraphqlScene['errorOf'] = (...given) => scene.errorOf(...given);

  const callsOf = async ({ workspaceId } = founded) => {
    await service.deps.planCalls.flush();
    const usage = await readPlanUsage(service.store, workspaceId, new Date().toISOString().slice(0, 7));
    return usage.reduce((sum, { calls }) => sum + calls, 0);
  };

  it('answers the questions of /api/query, with the selected fields as measures', async () => {
    const { ticketAggregate } = await data(`{
      ticketAggregate(filter: { status: { ne: "done" } }, groupBy: [{ field: status }]) {
        rows { key { status } keys { field value label } measures { count sum { estimate } } filled other }
        overall { count sum { estimate } max { due } }
        info { timezone groups { returned total truncated partial } overlap }
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
      info: { timezone: 'UTC', groups: { returned: 2, total: 2, truncated: false, partial: false }, overlap: [] },
    });
  });

  it('says whether the limit cut off parts of the groups returned', async () => {
    const { ticketAggregate } = await data(`{
      ticketAggregate(groupBy: [{ field: status }, { field: title }], limit: 1) {
        rows { key { status } measures { count } }
        info { groups { returned truncated partial } }
      }
    }`);
    assert.deepEqual(ticketAggregate, {
      rows: [{ key: { status: 'open' }, measures: { count: 1 } }],
      info: { groups: { returned: 1, truncated: true, partial: true } },
    });
  });

  it('returns a part of a recurring unit as its number, like every interface', async () => {
    const ask = (unit: string, key: string) =>
      `{ ticketAggregate(groupBy: [{ field: due, unit: ${unit} }]) { rows { key { ${key} } keys { value } measures { count } } } }`;
    const { ticketAggregate } = await data(ask('monthOfYear', 'due due_number'));
    assert.deepEqual(
      ticketAggregate.rows.map(({ key, keys }: { key: object; keys: object[] }) => [key, keys]),
      [
        [{ due: 3, due_number: 3 }, [{ value: 3 }]],
        [{ due: 4, due_number: 4 }, [{ value: 4 }]],
        [{ due: null, due_number: null }, [{ value: null }]],
      ],
    );
    const ofMonths = await errorOf(ask('month', 'due_number'));
    assert.deepEqual(
      ofMonths.extensions.errors.map(({ code }: { code: string }) => code),
      ['not_grouped'],
    );
    const unknown = await data('{ __type(name: "TicketGroupKey") { fields { name } } }');
    const numbers = unknown.__type.fields
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => /_number/.test(name));
    assert.ok(
      numbers.includes('due_number') && numbers.includes('createdAt_number') && !numbers.includes('title_number'),
    );
  });

  it('accepts each date key as a filter, which counts the records of its group', async () => {
    const json = { fields: { title: 'Pepper', due: '2026-03-08', closedAt: '2026-03-08T06:30:00Z' } };
    const made = await send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, json });
    assert.equal(made.status, 201, made.text);
    for (const field of ['due', 'closedAt', 'createdAt']) {
      const units = rulesOf({ kind: field === 'due' ? 'day' : 'instant' }).units;
      for (const unit of units) {
        const bounds = { [field]: { gte: '2000-01-01' } };
        const { ticketAggregate } = await data(
          `query ($filter: TicketFilter, $groupBy: [TicketGroupBy!]) {
            ticketAggregate(filter: $filter, groupBy: $groupBy) { rows { key { ${field} } measures { count } } }
          }`,
          { filter: bounds, groupBy: [{ field, unit }] },
        );
        assert.ok(ticketAggregate.rows.length > 0, unit);
        for (const { key, measures } of ticketAggregate.rows) {
          const at = key[field];
          assert.equal(typeof at, isCycle(unit) ? 'number' : 'string', `${field} ${unit}`);
          for (const given of [at, String(at)]) {
            const back = await data(
              'query ($filter: TicketFilter) { ticketAggregate(filter: $filter) { overall { count } } }',
              { filter: { [field]: { within: { unit, at: given } } } },
            );
            assert.equal(back.ticketAggregate.overall.count, measures.count, `${field} ${unit} ${given}`);
          }
        }
      }
    }
    const inText = await data(`{
      march: ticketAggregate(filter: { due: { within: { unit: monthOfYear, at: 3 } } }) { overall { count } }
      other: ticketAggregate(filter: { due: { nwithin: { unit: "monthOfYear", at: "3" } } }) { overall { count } }
      list: tickets(filter: { due: { within: { unit: monthOfYear, at: "4" } } }) { title }
    }`);
    assert.equal(inText.march.overall.count, 2);
    assert.ok(inText.other.overall.count > 0);
    assert.deepEqual(inText.list, [{ title: 'Flour' }]);
    for (const at of ['13', 'march', '3.0', '', ' 3']) {
      const refused = await errorOf(
        'query ($filter: TicketFilter) { ticketAggregate(filter: $filter) { overall { count } } }',
        { filter: { due: { within: { unit: 'monthOfYear', at } } } },
      );
      assert.equal(refused.extensions.errors[0].pointer, '#/filter/due/within/at', at);
    }
    await send(service, 'DELETE', `/api/records/${made.body.id}?type=ticket`, { as: founded.writeKey });
  });

  it('measures fields that are not skipped', async () => {
    const { ticketAggregate } = await data(
      `query ($sums: Boolean!) {
        ticketAggregate { overall { count @skip(if: $sums) sum @include(if: $sums) { estimate } } info { question } }
      }`,
      { sums: true },
    );
    assert.deepEqual(ticketAggregate.overall, { sum: { estimate: 12.3 } });
    assert.deepEqual(
      ticketAggregate.info.question.measures.map(({ fn }: { fn: string }) => fn),
      ['sum'],
    );
  });

  it('returns groups of a relation as records with names', async () => {
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

  it('matches one of several related records with eq, in and has', async () => {
    const json = { fields: { title: 'Plan', people: [ids.ana, ids.bo] } };
    const made = await send(service, 'POST', '/api/records?type=note', { as: founded.writeKey, json });
    assert.equal(made.status, 201, made.text);
    for (const team of ['{ eq: "Ovens" }', '{ in: ["Ovens"] }', '{ has: ["Ovens"] }']) {
      const { noteAggregate } = await data(`{
        noteAggregate(filter: { people: { related: { team: ${team} } } }) { overall { count } }
      }`);
      assert.deepEqual(noteAggregate.overall, { count: 1 }, team);
    }
  });

  it('sorts, limits and fills like the question', async () => {
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
      '{ ticketAggregate(groupBy: [{ field: status, top: 1, other: true }], having: [{ measure: "count", op: gte, value: 1 }]) { rows { key { status } keys { field value } other measures { count } } } }',
    );
    assert.deepEqual(most.ticketAggregate.rows, [
      { key: { status: 'open' }, keys: [{ field: 'status', value: 'open' }], other: false, measures: { count: 2 } },
      { key: { status: null }, keys: [], other: true, measures: { count: 2 } },
    ]);
  });

  it('joins nested conditions, and finds records with a value by empty: false', async () => {
    const { ticketAggregate, ...rest } = await data(`{
      ticketAggregate(filter: { or: [{ status: { eq: "done" } }, { not: { due: { empty: true } }, estimate: { lt: 0.15 } }] }) { overall { count } }
      some: ticketAggregate(filter: { assignee: { empty: false } }) { overall { count } }
      list: ticketAggregate(filter: { labels: { hasAll: ["bug", "feature"] } }) { overall { count } }
      march: ticketAggregate(filter: { due: { within: { unit: "month", at: "2026-03-01" } } }) { overall { count } }
      range: ticketAggregate(filter: { due: { within: "2026-03-01..2026-04-01", gt: "2026-03-01" } }) { overall { count } }
    }`);
    assert.equal(ticketAggregate.overall.count, 2);
    assert.deepEqual(
      Object.values<{ overall: { count: number } }>(rest).map(({ overall }) => overall.count),
      [3, 1, 1, 1],
    );
  });

  it('refuses a question with every mistake', async () => {
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
        ['#/filter/status/eq', 'open'],
        ['#/filter/due/lt', undefined],
      ],
    );
  });

  it('names the place of each mistake in the filter as sent', async () => {
    for (const [filter, pointer] of [
      ['{ status: { eq: "zz" } }', '#/filter/status/eq'],
      ['{ status: { in: ["open", "zz"] } }', '#/filter/status/in/1'],
      ['{ and: [{ title: { eq: "a" } }, { or: [{ status: { eq: "zz" } }] }] }', '#/filter/and/1/or/0/status/eq'],
      [
        '{ title: { eq: "a" }, not: { project: { related: { name: { contains: "" } } } } }',
        '#/filter/not/project/related/name/contains',
      ],
    ] as const) {
      const { message, extensions } = await errorOf(`{ ticketAggregate(filter: ${filter}) { overall { count } } }`);
      assert.equal(extensions.errors?.[0].pointer, pointer, filter);
      assert.ok(message.startsWith(`${pointer}: `), message);
    }
  });

  it('refuses null in a filter, and keys that are not grouped by', async () => {
    for (const filter of [
      { status: { eq: null } },
      { status: null },
      { assignee: { related: { team: null } } },
      { assignee: { related: { team: { eq: null } } } },
    ]) {
      const nothing = await errorOf(
        'query ($filter: TicketFilter) { ticketAggregate(filter: $filter) { overall { count } } }',
        { filter },
      );
      assert.equal(nothing.extensions.code, 'invalid_question');
    }
    const ungrouped = await errorOf(
      '{ ticketAggregate(groupBy: [{ field: status }]) { rows { key { project { id } } measures { count } } } }',
    );
    assert.equal(ungrouped.extensions.errors[0].code, 'not_grouped');
  });

  it("counts each aggregate of a key as one of the plan's calls", async () => {
    const before = await callsOf();
    await data('{ a: ticketAggregate { overall { count } } b: noteAggregate { overall { count } } tickets { id } }');
    await data('{ ticketAggregate { overall { count } } }', undefined, founded.owner);
    assert.equal((await callsOf()) - before, 2);
  });
});
