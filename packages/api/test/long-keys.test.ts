import assert from 'node:assert/strict';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

/** Texts that a record may contain: longer than `contains` accepts, with U+0000, or with a meaning in expressions. */
const texts = ['x'.repeat(1_500), `${'é"\\'.repeat(400)}$`, 'Oven\0', '\0', '$title'];

describe('long group keys', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
    for (const title of [...texts, ...texts, 'Flour']) {
      const json = { fields: { title } };
      const made = await send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, json });
      assert.equal(made.status, 201, made.text);
    }
  });

  after(() => service?.stop());

  const ask = (json: unknown, search = '') =>
    send(service, 'POST', `/api/query${search}`, { as: founded.readKey, json });
  const search = (filter: unknown) =>
    send(service, 'POST', '/api/records/search?type=ticket', { as: founded.readKey, json: { filter } });

  it('find the records of their group through every interface', async () => {
    const { body, text } = await ask({ type: 'ticket', groupBy: [{ field: 'title' }] });
    const counts = new Map(
      body.rows.map(({ key, count }: { key: { title: string }; count: number }) => [key.title, count]),
    );
    assert.deepEqual([...counts], [...texts.map((title) => [title, 2]), ['Flour', 1]].sort(byCountThenText), text);
    for (const [title, count] of counts) {
      for (const [op, value] of [
        ['eq', title],
        ['in', [title]],
        ['in', [title, 'none']],
      ] as const) {
        // prettier-ignore
        const filter = { field: 'title', op, value };
        const asked = await ask({ type: 'ticket', filter });
        assert.equal(asked.body.overall?.count, count, asked.text);
        assert.equal((await search(filter)).body.records?.length, count);
        const inAddress = encodeURIComponent(JSON.stringify(filter));
        const listed = await send(service, 'GET', `/api/records?type=ticket&filter=${inAddress}`, {
          as: founded.readKey,
        });
        assert.equal(listed.body.records?.length, count, listed.text);
      }
      const filter = { title: { eq: title } };
      const query =
        'query ($filter: TicketFilter) { ticketAggregate(filter: $filter) { overall { count } } tickets(filter: $filter) { title } }';
      const { body: answered, text: responseText } = await send(service, 'POST', '/graphql', {
        as: founded.readKey,
        json: { query, variables: { filter } },
      });
      assert.equal(answered.data?.ticketAggregate.overall.count, count, responseText);
      assert.equal(answered.data.tickets.length, count);
    }
  });

  it('work in pairs if nearly as long as a record; too long an address points to POST', async () => {
    const long = 'é'.repeat(250_000);
    const names = { title: `T${long}`, description: `D${long}` };
    const as = founded.writeKey;
    const made = await send(service, 'POST', '/api/records?type=ticket', { as, json: { fields: names } });
    assert.equal(made.status, 201, made.text.slice(0, 500));
    const isLong = { field: 'title', op: 'startsWith', value: 'Té' };
    const groupBy = [{ field: 'title' }, { field: 'description' }];
    const { body } = await ask({ type: 'ticket', filter: isLong, groupBy });
    assert.deepEqual(body.rows, [{ key: names, count: 1 }]);
    const conditions = Object.entries(names).map(([field, value]) => ({ field, op: 'eq', value }));
    const filter = { and: [isLong, ...conditions] };
    assert.deepEqual((await ask({ type: 'ticket', filter })).body.overall, { count: 1 });
    assert.equal((await search(filter)).body.records.length, 1);
    const params = { name: 'query_records', arguments: { type: 'ticket', filter } };
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const headers = { accept: 'application/json, text/event-stream' };
    const tool = await send(service, 'POST', '/mcp', { as: founded.readKey, json, headers });
    assert.deepEqual(tool.body.result.structuredContent.overall, { count: 1 }, tool.text.slice(0, 500));
    const inAddress = encodeURIComponent(JSON.stringify({ field: 'title', op: 'eq', value: 'x'.repeat(33_000) }));
    const listed = await send(service, 'GET', `/api/records?type=ticket&filter=${inAddress}`, { as: founded.readKey });
    assertProblem(listed, 413, 'body_too_large');
    assert.match(listed.body.detail, /POST \/api\/records\/search/);
  });

  it('select the row of all others with `nin`', async () => {
    const { body } = await ask({ type: 'ticket', groupBy: [{ field: 'title', top: 3, other: true }] });
    const { top } = body.meta.columns[0];
    const others = body.rows.find(({ other }: { other?: boolean }) => other === true);
    assert.equal(top.length, 3);
    const filter = { field: 'title', op: 'nin', value: top };
    const asked = await ask({ type: 'ticket', filter });
    assert.equal(asked.body.overall?.count, others.count, asked.text);
    assert.equal((await search(filter)).body.records.length, others.count);
  });
});

const byCountThenText = ([one, more]: (string | number)[], [other, fewer]: (string | number)[]) =>
  Number(fewer) - Number(more) || (one! < other! ? -1 : 1);
