import assert from 'node:assert/strict';
import { createBranch } from '@tallyhook/store/branches';
import { readPlanUsage } from '@tallyhook/store/keys';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const definition = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };
/** In the future, because the database expires documents by its own clock. */
const startedAt = Date.parse('2126-03-09T12:00:00Z');

describe('answer of a report', () => {
  let clockMs: number;
  /** `slow` and `other` treat every count as slow, `quick` treats none as slow; all three share one store. */
  let [slow, other, quick]: Service[] = [];
  let founded: Founded;
  const services = () => [slow, other, quick].filter((one) => one !== undefined);

  before(async () => {
    const now = () => new Date(clockMs);
    clockMs = startedAt;
    slow = await startService({ now, keepAnswersOverMs: 0 });
    const { store } = slow;
    other = await startService({ now, keepAnswersOverMs: 0, store });
    quick = await startService({ now, keepAnswersOverMs: 60_000, store });
  });

  beforeEach(async () => {
    clockMs = startedAt;
    founded = await slow!.found();
  });

  after(() =>
    Promise.all(
      services()
        .reverse()
        .map((service) => service.stop()),
    ),
  );

  const ticket = (status: string) =>
    send(slow!, 'POST', '/api/records?type=ticket', {
      as: founded.writeKey,
      json: { fields: { title: 'Oven', status } },
    });

  async function save(more: object = {}): Promise<string> {
    const json = { name: 'By status', definition: { ...definition, ...more } };
    const made = await send(slow!, 'POST', '/api/reports', { as: founded.owner, json });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  const answer = (service: Service, id: string, search = '', as: Sender = founded.owner) =>
    send(service, 'GET', `/api/reports/${id}/answer${search}`, { as });

  /** The number of tickets in the report, whether the answer was cached, and its age. */
  async function open(service: Service, id: string, search = '') {
    const { status, body, text } = await answer(service, id, search);
    assert.equal(status, 200, text);
    const { kept, countedAt } = body.meta;
    return { count: body.overall.count, kept, ageMs: clockMs - Date.parse(countedAt) };
  }

  const countedNow = (count: number) => ({ count, kept: false, ageMs: 0 });

  it('is kept for one minute if counting took more than a moment, with the time it was counted', async () => {
    const id = await save();
    await ticket('open');
    assert.deepEqual(await open(slow!, id), countedNow(1));
    await ticket('open');
    clockMs += 59_000;
    assert.deepEqual(await open(slow!, id), { count: 1, kept: true, ageMs: 59_000 });
    assert.deepEqual((await answer(slow!, id)).body.rows, [{ key: { status: 'open' }, count: 1 }]);
  });

  it('is counted again once the minute has passed', async () => {
    const id = await save();
    await open(slow!, id);
    await ticket('open');
    clockMs += 60_000;
    assert.deepEqual(await open(slow!, id), countedNow(1));
  });

  it('is counted again once people see its columns differently', async () => {
    const field = (name: string, kind: string) => ({ name, label: name, kind });
    const fields = [field('name', 'text'), field('price', 'number')];
    const loaf = { name: 'loaf', label: 'Loaf', plural: 'Loaves', labelField: 'name', fields };
    await send(slow!, 'POST', '/api/types', { as: founded.owner, json: loaf });
    const id = await save({ type: 'loaf', groupBy: [], measures: [{ fn: 'sum', field: 'price' }], chart: 'number' });
    await open(slow!, id);
    const json = { fields: { price: { format: { unit: 'EUR' } } } };
    await send(slow!, 'PATCH', '/api/types/loaf', { as: founded.owner, json });
    const { meta } = (await answer(slow!, id)).body;
    assert.deepEqual([meta.kept, meta.columns[0].format], [false, { unit: 'EUR' }]);
  });

  it('is never kept if it came quickly: small reports are exact every time', async () => {
    const id = await save();
    for (const count of [1, 2, 3]) {
      await ticket('open');
      assert.deepEqual(await open(quick!, id), countedNow(count));
    }
    assert.deepEqual(await open(slow!, id), countedNow(3));
    assert.equal(quick!.deps.keepAnswersOverMs, 60_000);
    const usual = await startService();
    assert.equal(usual.deps.keepAnswersOverMs, 300);
    await usual.stop();
  });

  it('is counted now by "Count again", and kept only if that took long', async () => {
    const id = await save();
    await open(slow!, id);
    await ticket('open');
    assert.deepEqual(await open(slow!, id, '?recount=1'), countedNow(1));
    await ticket('open');
    assert.deepEqual(await open(slow!, id), { count: 1, kept: true, ageMs: 0 });
    assert.deepEqual(await open(quick!, id, '?recount=1'), countedNow(2));
    await ticket('open');
    assert.deepEqual(await open(quick!, id), countedNow(3));
  });

  it('has an Age header, and is counted now for requests with no-cache', async () => {
    const id = await save();
    await ticket('open');
    const counted = await answer(slow!, id);
    assert.deepEqual([counted.headers.get('age'), counted.headers.get('last-modified')], [null, null]);
    await ticket('open');
    clockMs += 5_900;
    const get = (headers: Record<string, string>) =>
      send(slow!, 'GET', `/api/reports/${id}/answer`, { as: founded.owner, headers });
    for (const control of [undefined, 'max-age=60', 'no-transform']) {
      const kept = await get(control === undefined ? {} : { 'cache-control': control });
      assert.equal(kept.body.overall.count, 1, control);
      assert.equal(kept.headers.get('age'), '5');
      assert.equal(kept.headers.get('last-modified'), 'Sat, 09 Mar 2126 12:00:00 GMT');
    }
    const older = await get({ 'cache-control': 'max-age=5' });
    assert.deepEqual([older.body.overall.count, older.headers.get('age')], [1, '5'], 'just as old as it may be');
    const tag = counted.headers.get('etag')!;
    const held = await get({ 'if-none-match': (await get({})).headers.get('etag')!, 'cache-control': 'no-cache' });
    assert.equal(held.status, 304, 'who names what it holds, for whom fetch adds no-cache');
    assert.equal((await get({ 'if-none-match': tag, 'cache-control': 'no-cache' })).status, 304);
    const dated = await get({ 'if-modified-since': 'Sat, 09 Mar 2126 12:00:00 GMT' });
    assert.equal(dated.status, 200, 'a second may have two counts');
    for (const [control, count] of [
      ['no-cache', 2],
      ['private, Max-Age=0', 3],
    ] as const) {
      const again = await get({ 'cache-control': control });
      assert.deepEqual([again.body.overall.count, again.body.meta.kept], [count, false], control);
      assert.equal((await open(slow!, id)).count, count);
      await ticket('open');
    }
    clockMs += 3_000;
    const young = await get({ 'cache-control': 'max-age=2' });
    assert.deepEqual([young.body.overall.count, young.body.meta.kept], [4, false], 'older than it may be');
    assert.equal((await open(slow!, id)).count, 4, 'the new count is kept in place of the old one');
  });

  it('is shared by all API processes', async () => {
    const id = await save();
    await open(slow!, id);
    await ticket('open');
    assert.deepEqual(await open(other!, id), { count: 0, kept: true, ageMs: 0 });
    assert.deepEqual(await open(other!, id, '?recount=1'), countedNow(1));
    assert.equal((await open(slow!, id)).count, 1);
  });

  it('is neither used nor stored for an unsaved question', async () => {
    const id = await save();
    await open(slow!, id);
    await ticket('open');
    const q = encodeURIComponent(JSON.stringify({ type: 'ticket', groupBy: [{ field: 'status' }] }));
    const tried = await send(slow!, 'GET', `/api/query?q=${q}`, { as: founded.owner });
    assert.deepEqual([tried.body.overall, tried.body.meta.kept], [{ count: 1 }, undefined]);
    assert.equal((await open(slow!, id)).count, 0);
    const otherId = await save({ groupBy: [{ field: 'priority' }] });
    const otherQ = encodeURIComponent(JSON.stringify({ type: 'ticket', groupBy: [{ field: 'priority' }] }));
    await send(slow!, 'GET', `/api/query?q=${otherQ}`, { as: founded.owner });
    await ticket('open');
    assert.deepEqual(await open(slow!, otherId), countedNow(2));
  });

  it('is kept per saved question, branch and resolved days', async () => {
    const id = await save();
    await open(slow!, id);
    await createBranch(slow!.store, founded.workspaceId, { name: 'draft', from: 'main', by: 'ana' });
    await ticket('open');
    assert.equal((await open(slow!, id, '?branch=draft')).kept, false);
    const json = { revision: 1, definition: { ...definition, groupBy: [{ field: 'priority' }] } };
    await send(slow!, 'PATCH', `/api/reports/${id}`, { as: founded.owner, json });
    assert.deepEqual(await open(slow!, id), countedNow(1));

    clockMs = Date.parse('2126-03-09T23:59:50Z');
    const today = await save({ filter: { field: 'createdAt', op: 'lte', value: 'today' } });
    assert.equal((await open(slow!, today)).kept, false);
    assert.equal((await open(slow!, today)).kept, true);
    clockMs += 20_000;
    assert.equal((await open(slow!, today)).kept, false);
  });

  it('is kept once for requests with and without labels, and counted again for all', async () => {
    const person = await send(slow!, 'POST', '/api/records?type=person', {
      as: founded.writeKey,
      json: { fields: { name: 'Bo' } },
    });
    const { id: bo } = person.body;
    const assigned = () =>
      send(slow!, 'POST', '/api/records?type=ticket', {
        as: founded.writeKey,
        json: { fields: { title: 'Oven', assignee: bo } },
      });
    const id = await save({ groupBy: [{ field: 'assignee' }] });
    const seen = async (service: Service, search: string) => {
      const { body, text } = await answer(service, id, search);
      return [body.rows?.[0]?.count ?? text, body.labels?.assignee[bo], body.meta.kept];
    };
    await assigned();
    assert.deepEqual(await seen(slow!, '?labels=1'), [1, 'Bo', false]);
    await assigned();
    assert.deepEqual(await seen(slow!, ''), [1, undefined, true]);
    assert.deepEqual(await seen(other!, '?labels=1'), [1, 'Bo', true]);
    assert.deepEqual(await seen(other!, '?recount=1'), [2, undefined, false]);
    assert.deepEqual(await seen(slow!, '?labels=1'), [2, 'Bo', true]);
    await assigned();
    assert.deepEqual(await seen(slow!, '?labels=1&recount=1'), [3, 'Bo', false]);
    assert.deepEqual(await seen(other!, ''), [3, undefined, true]);
    await send(slow!, 'DELETE', `/api/records/${bo}?type=person`, { as: founded.writeKey });
    const { body } = await answer(slow!, id, '?labels=1');
    assert.deepEqual([body.meta.kept, body.labels.assignee[bo]], [true, null], 'they are what things are called now');
    assert.deepEqual((await answer(slow!, id)).body.rows, [{ key: { assignee: bo }, count: 3 }]);
    // A quick "Count again" drops the cached answer.
    await assigned();
    assert.equal((await answer(quick!, id, '?labels=1&recount=1')).status, 200);
    assert.equal((await answer(quick!, id)).body.meta.kept, false);
  });

  it('is kept per person with "$me", names people, and is refused to a key', async () => {
    const own = { field: 'createdBy', op: 'eq', value: '$me' };
    const id = await save({ filter: own, groupBy: [{ field: 'createdBy' }] });
    const json = { fields: { title: 'Oven' } };
    const bo = await slow!.join(founded.workspaceId, 'member');
    for (const as of [founded.owner, bo, bo])
      assert.equal((await send(slow!, 'POST', '/api/records?type=ticket', { as, json })).status, 201);
    const seen = async (as: Sender) => {
      const { body } = await answer(slow!, id, '?labels=1', as);
      return [
        body.overall.count,
        body.meta.kept,
        Object.values(body.labels.createdBy).map((name) => /^Person/.test(String(name))),
      ];
    };
    assert.deepEqual(await seen(founded.owner), [1, false, [true]]);
    assert.deepEqual(await seen(bo), [2, false, [true]]);
    assert.deepEqual(await seen(founded.owner), [1, true, [true]]);
    const refused = await send(slow!, 'POST', '/api/query', {
      as: founded.readKey,
      json: { type: 'ticket', filter: own },
    });
    assertProblem(refused, 422, 'invalid_question');
    const listed = `/api/records?type=ticket&filter=${encodeURIComponent(JSON.stringify(own))}`;
    assert.equal((await send(slow!, 'GET', listed, { as: bo })).body.records.length, 2);
  });

  it('is not sent again to a browser that has it, except after "Count again"', async () => {
    const id = await save();
    const held = (await answer(slow!, id)).headers.get('etag')!;
    const again = (service: Service, search = '') =>
      send(service, 'GET', `/api/reports/${id}/answer${search}`, {
        as: founded.owner,
        headers: { 'if-none-match': held },
      });
    clockMs += 1_000;
    const kept = await again(slow!);
    assert.deepEqual([kept.status, kept.headers.get('etag')], [304, held], 'the first that it asks, which is kept');
    assert.equal((await again(slow!, '?recount=1')).status, 200, 'each viewer sees when it was counted');
    assert.equal((await answer(slow!, id)).body.meta.countedAt, new Date(clockMs).toISOString());
    const recounted = await again(slow!);
    assert.equal(recounted.status, 304, 'the same numbers of another moment');
    assert.equal(recounted.headers.get('last-modified'), new Date(clockMs).toUTCString());
    clockMs += 60_000;
    assert.equal((await again(slow!)).status, 304, 'counted again, and still the same');
    assert.equal((await again(quick!, '?recount=1')).status, 200);
    assert.equal((await again(quick!)).status, 304, 'nor kept at all');
    await ticket('open');
    assert.equal((await again(quick!)).status, 200, 'other numbers');
  });

  it('counts as one of the plan’s calls if a key opens it, kept or not', async () => {
    const id = await save();
    for (let time = 0; time < 2; time++) await answer(slow!, id, '', founded.readKey);
    await slow!.deps.planCalls.flush();
    const usage = await readPlanUsage(slow!.store, founded.workspaceId, '2126-03');
    assert.deepEqual(
      usage.map(({ calls }) => calls),
      [2],
    );
  });
});
