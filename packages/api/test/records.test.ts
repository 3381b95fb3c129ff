import assert from 'node:assert/strict';
import type { RecordChange } from '@tallyhook/store/changes';
import { assertProblem, send, startService, type Answered, type Founded, type Service } from './start-service.ts';

describe('/api/records', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
  });

  after(() => service?.stop());

  const path = (id = '', search = '') => `/api/records${id && `/${id}`}?type=ticket${search}`;
  const create = (fields: unknown) => send(service, 'POST', path(), { as: founded.writeKey, json: { fields } });
  const read = (id: string) => send(service, 'GET', path(id), { as: founded.readKey });
  const patch = (id: string, json: unknown) => send(service, 'PATCH', path(id), { as: founded.writeKey, json });

  it('refuses unknown and invalid fields, with all mistakes at once', async () => {
    const answered = await create({ titel: 'Oven', priority: 7, dueDay: 'soon' });
    assertProblem(answered, 422, 'invalid_record');
    assert.ok(answered.body.errors.length >= 2, answered.text);
  });

  it('takes white space for no value where one is required, by every way in', async () => {
    const blank = ' \t\u00a0\n';
    const as = founded.writeKey;
    const needed = (answered: Answered, pointer: string) => {
      assertProblem(answered, 422, 'invalid_record');
      const [error] = answered.body.errors as { pointer: string; code: string; detail: string }[];
      assert.deepEqual([error!.pointer, error!.code], [pointer, 'required_field']);
      assert.match(error!.detail, /Title \("title"\) is required: give it a value/);
    };
    needed(await create({ title: blank }), '#/fields/title');
    const { body: made } = await create({ title: 'Oven' });
    needed(await patch(made.id, { revision: 1, fields: { title: blank } }), '#/fields/title');
    const batch = (change: object) =>
      send(service, 'POST', '/api/records/batch?type=ticket', { as, json: { changes: [change] } });
    needed(await batch({ do: 'create', fields: { title: blank } }), '#/changes/0/fields/title');
    const update = { do: 'update', id: made.id, revision: 1, fields: { title: blank } };
    needed(await batch(update), '#/changes/0/fields/title');
    const query = `mutation { createTicket(input: { title: ${JSON.stringify(blank)} }) { id } }`;
    const { body: graph } = await send(service, 'POST', '/graphql', { as, json: { query } });
    assert.equal(graph.errors?.[0].extensions.code, 'invalid_record', JSON.stringify(graph));
    const headers = { 'content-type': 'text/csv' };
    const imported = await send(service, 'POST', '/api/import?type=ticket', {
      ...{ as, headers, body: `Title,Estimate in hours\n"${blank}",3\n` },
    });
    assert.match(imported.text, /"code":"required_field"/);
    assert.equal((await read(made.id)).body.fields.title, 'Oven');
  });

  it('refuses operators, paths and prototype names as fields and values', async () => {
    const hostile = [
      '{"fields":{"$set":{"title":"x"}}}',
      '{"fields":{"title":{"$ne":null}}}',
      '{"fields":{"title.a":"x"}}',
      '{"fields":{"__proto__":{"title":"x"}}}',
      '{"fields":{"constructor":"x"}}',
      '{"fields":{"toString":"x"}}',
      '{"fields":{"_id":"000000000000000000000000"}}',
      '{"fields":{"revision":7}}',
      '{"fields":{"title":"x"},"$where":"1"}',
      '{"fields":{"title":"x"},"__proto__":{"fields":{}}}',
      '{"fields":[]}',
      '{"fields":null}',
    ];
    for (const body of hostile) {
      const headers = { 'content-type': 'application/json' };
      const answered = await send(service, 'POST', path(), { as: founded.writeKey, body, headers });
      assert.equal(answered.status, 422, `${body} ${answered.text}`);
    }
  });

  it('refuses more than 1.2 MB with 413 before parsing it', async () => {
    const answered = await create({ title: 'x'.repeat(1_200_000) });
    assertProblem(answered, 413, 'body_too_large');
  });

  it('refuses an unknown type, an unknown parameter and a repeated one', async () => {
    const list = (search: string) => send(service, 'GET', `/api/records${search}`, { as: founded.readKey });
    assertProblem(await list('?type=tickets'), 404, 'not_found');
    assertProblem(await list('?type=__proto__'), 404, 'not_found');
    assertProblem(await list(''), 400, 'invalid_request');
    assertProblem(await list('?type=ticket&type=note'), 400, 'invalid_request');
    assertProblem(await list('?type[$ne]=ticket'), 400, 'invalid_request');
    assertProblem(await list('?type=ticket&__proto__=1'), 400, 'invalid_request');
    for (const limit of ['0', '1001', '-1', '1.5', '1e2', 'x', '']) {
      assertProblem(await list(`?type=ticket&limit=${limit}`), 400, 'invalid_request');
    }
    assertProblem(await list('?type=ticket&cursor=nonsense'), 400, 'invalid_request');
    const named = await list('?type=ticket&limt=5');
    assert.deepEqual(named.body.errors[0], {
      pointer: '#/limt',
      code: 'unknown_key',
      detail: 'This address has no parameter "limt". Did you mean "limit"?',
      allowed: ['workspace', 'branch', 'type', 'limit', 'cursor', 'timezone', 'weekStart', 'labels', 'filter'],
      suggestion: 'limit',
    });
  });

  it('answers 404 for an invalid id and an unknown one', async () => {
    for (const id of ['0'.repeat(24), 'nonsense', '%00', '..%2F', '%F0%9F%A5%96']) {
      assertProblem(await read(id), 404, 'not_found');
    }
    assertProblem(await read('%E0%A4%A'), 400, 'invalid_request');
  });

  it('creates, reads, changes and deletes a record', async () => {
    const made = await create({ title: 'Oven is cold' });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body;
    assert.partialDeepStrictEqual(made.body, { type: 'ticket', revision: 1, fields: { title: 'Oven is cold' } });
    assert.match(made.body.createdBy, /^key:[0-9a-f]{24}$/);
    assert.deepEqual((await read(id)).body, made.body);

    const changed = await patch(id, { revision: 1, fields: { title: 'Oven is hot' } });
    assert.equal(changed.status, 200, changed.text);
    assert.partialDeepStrictEqual(changed.body, { id, revision: 2, fields: { title: 'Oven is hot' } });

    const gone = await send(service, 'DELETE', path(id, '&revision=2'), { as: founded.writeKey });
    assert.equal(gone.status, 204, gone.text);
    assertProblem(await read(id), 404, 'not_found');
  });

  it('answers 409 to a change or deletion based on an old revision', async () => {
    const { id } = (await create({ title: 'Flour' })).body;
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => patch(id, { revision: 1, fields: { title } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    assertProblem(
      answers.find(({ status }) => status === 409)!,
      409,
      'revision_conflict',
    );
    assertProblem(
      await send(service, 'DELETE', path(id, '&revision=1'), { as: founded.writeKey }),
      409,
      'revision_conflict',
    );
    assertProblem(await patch(id, { fields: { title: 'x' } }), 422, 'invalid_input');
    assertProblem(await patch(id, { revision: '2', fields: {} }), 422, 'invalid_input');
  });

  it('lists every record once, page by page, while others are created and deleted', async () => {
    const own = await service.found();
    const add = (title: string) =>
      send(service, 'POST', '/api/records?type=note', { as: own.writeKey, json: { fields: { title } } });
    const firsts: Answered[] = [];
    for (let at = 0; at < 7; at++) firsts.push(await add(`Note ${at}`));
    assert.ok(
      firsts.every(({ status }) => status === 201),
      firsts[0]?.text,
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await send(service, 'GET', `/api/records?type=note&limit=3${cursor}`, { as: own.readKey });
      assert.equal(page.status, 200, page.text);
      seen.push(...page.body.records.map(({ id }: { id: string }) => id));
      if (cursor === '') await send(service, 'DELETE', `/api/records/${seen[0]}?type=note`, { as: own.writeKey });
      cursor = page.body.nextCursor === undefined ? '' : `&cursor=${encodeURIComponent(page.body.nextCursor)}`;
    } while (cursor !== '');
    assert.deepEqual(
      seen,
      firsts.map(({ body }) => body.id),
    );
  });

  it('logs every change with its author', async () => {
    const own = await service.found();
    const path = '/api/records?type=note';
    const { body } = await send(service, 'POST', path, { as: own.owner, json: { fields: { title: 'One' } } });
    const json = { revision: 1, fields: { title: 'Two' } };
    await send(service, 'PATCH', `/api/records/${body.id}?type=note`, { as: own.writeKey, json });
    const log = await send(service, 'GET', '/api/changes?type=note', { as: own.readKey });
    const entries = log.body.changes.map(({ kind, by, before, after }: RecordChange) => ({
      kind,
      by,
      before: before?.fields.title,
      after: after?.fields.title,
    }));
    assert.partialDeepStrictEqual(entries, [
      { kind: 'create', by: own.personId, after: 'One' },
      { kind: 'update', before: 'One', after: 'Two' },
    ]);
    const { number } = log.body.changes[0];
    const later = await send(service, 'GET', `/api/changes?type=note&after=${number}`, { as: own.readKey });
    assert.equal(later.body.changes.length, 1);
  });
});
