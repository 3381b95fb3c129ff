import assert from 'node:assert/strict';
import { readPlanUsage } from '@tallyhook/store/keys';
import {
  assertProblem,
  send,
  startService,
  type Answered,
  type Founded,
  type Sender,
  type Service,
} from './start-service.ts';

const openByStatus = {
  type: 'ticket',
  filter: { and: [{ field: 'status', op: 'ne', value: 'done' }] },
  groupBy: [{ field: 'status' }],
  measures: [{ fn: 'count' }, { fn: 'sum', field: 'estimate' }],
};

describe('/api/query', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService();
    founded = await service.found();
    const tickets = [
      { title: 'Oven', status: 'open', estimate: 0.1 },
      { title: 'Flour', status: 'open', estimate: 0.2 },
      { title: 'Sugar', status: 'blocked', estimate: 4 },
      { title: 'Salt', status: 'done', estimate: 8 },
    ];
    for (const fields of tickets) {
      const made = await send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, json: { fields } });
      assert.equal(made.status, 201, made.text);
    }
  });

  after(() => service?.stop());

  const address = (question: unknown, search = '') =>
    `/api/query?q=${encodeURIComponent(typeof question === 'string' ? question : JSON.stringify(question))}${search}`;
  const get = (question: unknown, as: Sender = founded.readKey, search = '', headers = {}) =>
    send(service, 'GET', address(question, search), { as, headers });
  const post = (json: unknown, as: Sender = founded.readKey, search = '') =>
    send(service, 'POST', `/api/query${search}`, { as, json });
  const callsOf = async ({ workspaceId } = founded) => {
    await service.deps.planCalls.flush();
    const usage = await readPlanUsage(service.store, workspaceId, new Date().toISOString().slice(0, 7));
    return usage.reduce((sum, { calls }) => sum + calls, 0);
  };

  it('answers the method QUERY like POST, and advertises it', async () => {
    const ask = (json: unknown) => send(service, 'QUERY', '/api/query?labels=1', { as: founded.readKey, json });
    const answered = await ask(openByStatus);
    assert.equal(answered.headers.get('accept-query'), 'application/json');
    const { rows, overall, labels } = answered.body as Record<string, unknown>;
    const posted = (await post(openByStatus, founded.readKey, '?labels=1')).body as Record<string, unknown>;
    assert.deepEqual({ rows, overall, labels }, { rows: posted.rows, overall: posted.overall, labels: posted.labels });
    assertProblem(await ask({ type: 'tickt' }), 422, 'invalid_question');
    const { headers } = await send(service, 'OPTIONS', '/api/query');
    assert.equal(headers.get('allow'), 'GET, HEAD, POST, QUERY, OPTIONS');
  });

  it('refuses a question that is missing, not JSON, or sent twice', async () => {
    assertProblem(await send(service, 'GET', '/api/query', { as: founded.readKey }), 400, 'invalid_request');
    assertProblem(await get('{"type":'), 400, 'invalid_json');
    assertProblem(await get(openByStatus, founded.readKey, '&q={}'), 400, 'invalid_request');
    assertProblem(await get(openByStatus, founded.readKey, '&labels=yes'), 400, 'invalid_request');
    assertProblem(await get(openByStatus, founded.readKey, '&label=1'), 400, 'invalid_request');
  });

  it('refuses a question with a duplicate key, at its second place, through every interface', async () => {
    const twice = `{"type":"ticket","filter":{"and":[{"field":"title","op":"empty","op":"nempty"}]},"filter":{}}`;
    const json = (method: string, path: string, body: string, as: Sender = founded.readKey) =>
      send(service, method, path, { as, body, headers: { 'content-type': 'application/json' } });
    const pointersOf = ({ body }: { body: { errors: { pointer: string; code: string }[] } }) => {
      assert.ok(body.errors.every(({ code }) => code === 'duplicate_key'));
      return body.errors.map(({ pointer }) => pointer);
    };
    for (const answered of [
      await get(twice),
      await get(twice, founded.owner),
      await json('POST', '/api/query', twice),
    ]) {
      assertProblem(answered, 422, 'invalid_question');
      assert.deepEqual(pointersOf(answered), ['#/filter/and/0/op', '#/filter']);
      assert.match(answered.body.errors[1].detail, /^duplicate key "filter": keep one/);
    }
    const filter = '{"field":"title","op":"empty","op":"nempty"}';
    const listed = await send(service, 'GET', `/api/records?type=ticket&filter=${encodeURIComponent(filter)}`, {
      as: founded.readKey,
    });
    assert.deepEqual(pointersOf(listed), ['#/filter/op']);
    const searched = await json('POST', '/api/records/search?type=ticket', `{"filter":${filter}}`);
    assert.deepEqual(pointersOf(searched), ['#/filter/op']);
    const report = `{"name":"Twice","definition":{"type":"ticket","chart":"bars","filter":${filter}}}`;
    assert.deepEqual(pointersOf(await json('POST', '/api/reports', report, founded.owner)), ['#/definition/filter/op']);
    assert.equal((await get('{"type":"ticket","filter":{"and":[]}}')).status, 200);
  });

  it('refuses a question over 32 kB with 413, not counting long texts in a body', async () => {
    const value = Array.from({ length: 900 }, (_, at) => `${at}`.padStart(24, 'x'));
    const comparing = (values: string[]) => ({ field: 'title', op: 'in', value: values });
    const long = { type: 'ticket', filter: { or: [comparing(value), comparing(value)] } };
    const inAddress = await get(long);
    assertProblem(inAddress, 413, 'body_too_large');
    assert.match(inAddress.body.detail, /at most 32768 bytes.*send a longer one with POST/);
    const posted = await post(long);
    assertProblem(posted, 413, 'body_too_large');
    assert.match(posted.body.detail, /at most 32768 bytes.*this one has \d+ bytes/);
    const ofLongText = { type: 'ticket', filter: comparing(['x'.repeat(1_000_000)]) };
    assert.deepEqual((await post(ofLongText)).body.overall, { count: 0 });
    const ofLongTexts = { type: 'ticket', filter: comparing([...'abc'].map((letter) => letter.repeat(1_000_000))) };
    const endless = await post(ofLongTexts);
    assertProblem(endless, 413, 'body_too_large');
    assert.match(endless.body.detail, /at most \d+ bytes.*this one has \d+ bytes/);
  });

  it('refuses an invalid question with every mistake, the same through every interface', async () => {
    const wrong = { ...openByStatus, groupBy: [{ field: 'statsu' }], measures: [{ fn: 'total' }] };
    const answers = await Promise.all([get(wrong), get(wrong, founded.owner), post(wrong)]);
    for (const answered of answers) {
      assertProblem(answered, 422, 'invalid_question');
      assert.deepEqual(answered.body.errors, answers[0].body.errors);
    }
    const pointers = answers[0].body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.ok(
      pointers.some((pointer: string) => pointer.startsWith('#/groupBy/0')),
      String(pointers),
    );
    assert.ok(
      pointers.some((pointer: string) => pointer.startsWith('#/measures/0')),
      String(pointers),
    );
    for (const question of [null, [], 7, 'ticket', {}, { type: 'tickets' }]) {
      const answered = await post(question);
      assert.ok([404, 422].includes(answered.status), `${JSON.stringify(question)} ${answered.text}`);
    }
  });

  const hostile: [string, string][] = [
    ['an operator as a value', '{"type":"ticket","filter":{"and":[{"field":"title","op":"eq","value":{"$ne":null}}]}}'],
    ['an operator as an op', '{"type":"ticket","filter":{"and":[{"field":"title","op":"$where","value":"1"}]}}'],
    ['an operator as a field', '{"type":"ticket","filter":{"and":[{"field":"$where","op":"eq","value":"1"}]}}'],
    ['an operator as a key', '{"type":"ticket","filter":{"$expr":{"$function":{}}}}'],
    ['a path as a field', '{"type":"ticket","groupBy":[{"field":"title.a.b"}]}'],
    ['a prototype as a field', '{"type":"ticket","groupBy":[{"field":"__proto__"}]}'],
    ['a prototype as a type', '{"type":"__proto__"}'],
    ['a prototype as a measure name', '{"type":"ticket","measures":[{"fn":"count","as":"__proto__"}]}'],
    ['a prototype as a key', '{"type":"ticket","__proto__":{"groupBy":[]}}'],
    ['a pipeline', '{"type":"ticket","pipeline":[{"$out":"people"}]}'],
    ['a hidden type', '{"type":"report"}'],
    ['a collection', '{"type":"system.users"}'],
  ];
  for (const [what, text] of hostile) {
    it(`refuses ${what}`, async () => {
      const answered = await get(text);
      assert.ok([404, 422].includes(answered.status), answered.text);
    });
  }

  it('treats regular expressions as plain text', async () => {
    const contains = (value: string) =>
      post({ type: 'ticket', filter: { and: [{ field: 'title', op: 'contains', value }] } });
    for (const value of ['.*', '(a+)+$', '^O', '\\', '[', '$']) {
      assert.equal((await contains(value)).body.overall.count, 0, value);
    }
    assert.equal((await contains('OVE')).body.overall.count, 1);
  });

  it('accepts POST only with an API key', async () => {
    const signedIn = await post(openByStatus, founded.owner);
    assertProblem(signedIn, 401, 'sign_in_required');
    assert.match(signedIn.body.detail, /API key.*signed in.*GET \/api\/query\?q=/);
  });

  it('gives the same answer through all three interfaces', async () => {
    const place = `&workspace=${founded.workspaceId}&branch=main&labels=1`;
    const answers = await Promise.all([
      get(openByStatus, founded.owner, place),
      get(openByStatus, founded.readKey, '&labels=1'),
      post(openByStatus, founded.writeKey, '?labels=1'),
    ]);
    const [first] = answers;
    for (const { status, text, headers, body } of answers) {
      assert.equal(status, 200, text);
      assert.deepEqual(
        { ...body, meta: { ...body.meta, countedAt: '', tookMs: 0 } },
        { ...first.body, meta: { ...first.body.meta, countedAt: '', tookMs: 0 } },
      );
      assert.equal(headers.get('etag'), first.headers.get('etag'));
    }
    assert.deepEqual(first.body.overall, { count: 3, sum_estimate: 4.3 });
    assert.deepEqual(first.body.rows, [
      { key: { status: 'open' }, count: 2, sum_estimate: 0.3 },
      { key: { status: 'blocked' }, count: 1, sum_estimate: 4 },
    ]);
  });

  it('names the records behind ids only with labels=1', async () => {
    const person = await send(service, 'POST', '/api/records?type=person', {
      as: founded.writeKey,
      json: { fields: { name: 'Ana' } },
    });
    const { id } = person.body;
    const fields = { title: 'Yeast', status: 'done', assignee: id };
    const made = await send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, json: { fields } });
    assert.equal(made.status, 201, made.text);
    const question = { type: 'ticket', groupBy: [{ field: 'assignee' }] };
    assert.deepEqual((await post(question, founded.readKey, '?labels=1')).body.labels, { assignee: { [id]: 'Ana' } });
    assert.equal((await post(question)).body.labels, undefined);
    await send(service, 'DELETE', `/api/records/${made.body.id}?type=ticket`, { as: founded.writeKey });
  });

  it('counts each question of a key as one call of the plan, and no other request', async () => {
    const own = await service.found();
    await get(openByStatus, own.owner, `&workspace=${own.workspaceId}`);
    await get({ type: 'ticket', groupBy: 7 }, own.readKey);
    await get('{', own.readKey);
    await send(service, 'GET', '/api/types', { as: own.readKey });
    await send(service, 'GET', '/api/query/fields?type=ticket', { as: own.readKey });
    assert.equal(await callsOf(own), 0);
    const first = await get(openByStatus, own.readKey);
    assert.equal(await callsOf(own), 1);
    await post(openByStatus, own.writeKey);
    assert.equal(await callsOf(own), 2);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    assert.equal((await get(openByStatus, own.readKey, '', headers)).status, 304);
    assert.equal(await callsOf(own), 3);
    await Promise.all(Array.from({ length: 10 }, () => post(openByStatus, own.readKey)));
    assert.equal(await callsOf(own), 13);
  });

  it('answers 304 if the numbers are unchanged', async () => {
    const own = await service.found();
    const first = await get(openByStatus, own.readKey);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    assert.match(headers['if-none-match'], /^W\/"[\w-]+"$/);
    const same = await get(openByStatus, own.readKey, '', headers);
    assert.equal(same.status, 304);
    assert.equal(same.text, '');
    await send(service, 'POST', '/api/records?type=ticket', {
      as: own.writeKey,
      json: { fields: { title: 'Rye', status: 'open' } },
    });
    const other = await get(openByStatus, own.readKey, '', headers);
    assert.equal(other.status, 200);
    assert.equal(other.body.overall.count, 1);
  });

  it('says how long its parts took, and that it is private', async () => {
    const { headers } = await get(openByStatus);
    assert.match(headers.get('server-timing') ?? '', /queue;dur=[\d.]+, db;dur=[\d.]+, labels;dur=[\d.]+/);
    assert.match(headers.get('cache-control') ?? '', /private/);
    assert.equal(headers.get('vary'), 'Accept, Authorization, Cookie, Accept-Encoding');
  });

  describe('/fields', () => {
    const fields = (search: string): Promise<Answered> =>
      send(service, 'GET', `/api/query/fields${search}`, { as: founded.readKey });

    it('refuses an unknown type with the nearest name', async () => {
      assertProblem(await fields(''), 400, 'invalid_request');
      const answered = await fields('?type=tikcet');
      assertProblem(answered, 404, 'not_found');
      assert.match(answered.body.detail, /"ticket"/);
      assertProblem(await fields('?type=constructor'), 404, 'not_found');
    });

    it('lists the fields of a type, and answers 304 if the client has them', async () => {
      const answered = await fields('?type=ticket');
      assert.equal(answered.status, 200, answered.text);
      assert.equal(answered.body.type, 'ticket');
      const names = answered.body.fields.map(({ name }: { name: string }) => name);
      assert.ok(
        ['title', 'status', 'estimate', 'createdAt'].every((name) => names.includes(name)),
        String(names),
      );
      const headers = { 'if-none-match': answered.headers.get('etag') ?? '' };
      const again = await send(service, 'GET', '/api/query/fields?type=ticket', { as: founded.readKey, headers });
      assert.equal(again.status, 304);
    });
  });
});
