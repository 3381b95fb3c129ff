import assert from 'node:assert/strict';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

describe('the records behind an answer', () => {
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

  it('are those of the group that a key sent back as a filter names, the newest first', async () => {
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

  it('are those of a group also where the question has as many conditions as it may', async () => {
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

  it('come in pages', async () => {
    const filter = { and: [{ field: 'status', op: 'eq', value: 'open' }] };
    const first = await list(filter, '&limit=4');
    assert.deepEqual(titles(first), ['Salt', 'Oven 4', 'Oven 3', 'Oven 2']);
    const second = await list(filter, `&limit=4&cursor=${first.body.nextCursor}`);
    assert.deepEqual(titles(second), ['Oven 1', 'Oven 0']);
    assert.equal(second.body.nextCursor, undefined);
  });

  it('are read by the days of the zone that is named', async () => {
    const today = { field: 'createdAt', op: 'within', value: 'last 2 days including current' };
    assert.equal(titles(await list(today, '&timezone=Pacific/Kiritimati&weekStart=sunday')).length, 7);
    assertProblem(await list(today, '&timezone=Nowhere'), 422, 'invalid_question');
    assertProblem(await list(today, '&weekStart=friday'), 400, 'invalid_request');
  });

  it('are refused for a filter that is none, with every mistake at its place', async () => {
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

  it('are counted by questions that follow a relation, whatever became of the related record', async () => {
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
    assert.equal(body.meta.plan.reads.length, 3, 'the related records, the top values, and the groups');
    assert.equal((await ask(question)).body.meta.plan, undefined);
  });

  it('are answered as CSV to whoever asks for it', async () => {
    const question = { type: 'ticket', groupBy: [{ field: 'project' }] };
    const csv = await ask(question, '&labels=1', { accept: 'text/csv' });
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.equal(csv.text, "Project,Number of Tickets\r\nApollo,5\r\n'=Gemini,1\r\n,1\r\n");
    const same = await ask(question, '&labels=1', { accept: 'text/csv', 'if-none-match': csv.headers.get('etag') });
    assert.equal(same.status, 304);
    assert.equal(
      (await ask(question, '', { accept: '*/*' })).headers.get('content-type')?.split(';')[0],
      'application/json',
    );
  });

  it('are those of each branch, also where a related record differs on it', async () => {
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
