import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

describe('records as a grid reads and changes them', () => {
  let service: Service;
  let founded: Founded;
  let ids: string[];

  beforeEach(async () => {
    service ??= await startService();
    founded = await service.found();
    const made = await batch([
      create({ title: 'banana', status: 'open', estimate: 3, due: '2026-03-01' }),
      create({ title: 'Apple', status: 'done', estimate: -1 }),
      create({ title: 'cherry', status: 'open' }),
      create({ title: 'date', status: 'blocked', estimate: 10 }),
    ]);
    assert.equal(made.status, 200, made.text);
    ids = made.body.records.map(({ id }: { id: string }) => id);
  });
  after(() => service?.stop());

  const create = (fields: object, id?: string) => ({ do: 'create', fields, ...(id && { id }) });
  const batch = (changes: unknown[], as = founded.writeKey) =>
    send(service, 'POST', '/api/records/batch?type=ticket', { as, json: { changes } });
  const search = (json: object, query = '') =>
    send(service, 'POST', `/api/records/search?type=ticket${query}`, { as: founded.readKey, json });
  const all = { filter: { and: [] } };
  const titles = async (json: object, query = '') => {
    const { body, text } = await search({ ...all, ...json }, query);
    assert.ok(body.records, text);
    return body.records.map(({ fields }: { fields: { title: string } }) => fields.title);
  };
  const history = (id: string, query = '') =>
    send(service, 'GET', `/api/records/${id}/history?type=ticket${query}`, { as: founded.readKey });
  const news = (since?: string) =>
    send(service, 'GET', `/api/record-news?type=ticket${since ? `&since=${since}` : ''}`, { as: founded.readKey });

  describe('a page at a place', () => {
    it('follows the order: texts ignore case, choices follow their list, records without a value come last', async () => {
      assert.deepEqual(await titles({ sort: [{ field: 'title' }] }), ['Apple', 'banana', 'cherry', 'date']);
      const byEstimate = (dir: string) => titles({ sort: [{ field: 'estimate', dir }] });
      assert.deepEqual(await byEstimate('asc'), ['Apple', 'banana', 'date', 'cherry']);
      assert.deepEqual(await byEstimate('desc'), ['date', 'banana', 'Apple', 'cherry']);
      assert.deepEqual(await titles({ sort: [{ field: 'status' }, { field: 'title', dir: 'desc' }] }), [
        ...['cherry', 'banana'],
        ...['date', 'Apple'],
      ]);
    });

    it('begins where asked, newest first by default, and keeps to the filter', async () => {
      assert.deepEqual(await titles({ offset: 0 }), ['date', 'cherry', 'Apple', 'banana']);
      assert.deepEqual(await titles({ offset: 1 }, '&limit=2'), ['cherry', 'Apple']);
      assert.deepEqual(await titles({ offset: 9 }), []);
      const filter = { field: 'status', op: 'eq', value: 'open' };
      assert.deepEqual(await titles({ filter, sort: [{ field: 'title' }], offset: 1 }), ['cherry']);
    });

    it('is refused with a cursor, for a field without an order, and for one that does not exist', async () => {
      assertProblem(await search({ ...all, offset: 1 }, `&cursor=${newId()}`), 400, 'invalid_request');
      assertProblem(await search({ ...all, sort: [{ field: 'project' }] }), 400, 'invalid_request');
      const misspelt = await search({ ...all, sort: [{ field: 'titel' }] });
      assertProblem(misspelt, 400, 'invalid_request');
      assert.match(misspelt.body.detail, /did you mean "title"/);
    });
  });

  describe('a batch', () => {
    it('changes, deletes and restores records in one step', async () => {
      const changed = await batch([
        { do: 'update', id: ids[0], revision: 1, fields: { title: 'plum', estimate: null } },
        { do: 'delete', id: ids[1] },
        { do: 'update', id: ids[2], revision: 1, fields: { status: 'open' } },
      ]);
      const [plum, gone, same] = changed.body.records;
      assert.deepEqual([plum.revision, plum.fields.title, plum.fields.estimate, gone], [2, 'plum', undefined, null]);
      assert.equal(same.revision, 1, 'a change without effect writes nothing');
      const [restored] = (await batch([{ do: 'restore', id: ids[1] }])).body.records;
      assert.deepEqual([restored.fields.title, restored.revision, restored.id], ['Apple', 2, ids[1]]);
      assert.deepEqual((await batch([{ do: 'restore', id: ids[1] }])).body.records[0].revision, 2);
    });

    it('changes nothing if one field does not fit, and names every such field', async () => {
      const refused = await batch([
        { do: 'update', id: ids[0], revision: 1, fields: { title: 'plum', estimate: 'ten' } },
        { do: 'update', id: ids[3], revision: 1, fields: { status: 'opne', project: newId() } },
        create({ estimate: 1 }),
      ]);
      assertProblem(refused, 422, 'invalid_record');
      const found = refused.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
      assert.deepEqual(found.toSorted(), [
        '#/changes/0/fields/estimate wrong_kind',
        '#/changes/1/fields/project target_missing',
        '#/changes/1/fields/status choice_not_allowed',
        '#/changes/2/fields/title required_field',
      ]);
      assert.deepEqual(await titles({ sort: [{ field: 'title' }] }), ['Apple', 'banana', 'cherry', 'date']);
    });

    it('says which records somebody else changed or deleted', async () => {
      await batch([{ do: 'update', id: ids[0], revision: 1, fields: { title: 'theirs' } }]);
      const refused = await batch([
        { do: 'update', id: ids[0], revision: 1, fields: { title: 'mine' } },
        { do: 'update', id: newId(), revision: 1, fields: { title: 'mine' } },
        { do: 'update', id: ids[1], revision: 1, fields: { title: 'mine' } },
      ]);
      assertProblem(refused, 409, 'revision_conflict');
      const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
      assert.deepEqual(pointers, ['#/changes/0/revision', '#/changes/1/id']);
      assert.ok((await titles({ offset: 0 })).includes('Apple'));
    });

    it('refuses a record twice, a change without what it needs, and more than 1,000 changes', async () => {
      const refused = await batch([{ do: 'delete', id: ids[0] }, { do: 'delete', id: ids[0] }, { do: 'update' }]);
      assertProblem(refused, 422, 'invalid_record');
      assert.equal(refused.body.errors.length, 4, refused.text);
      assert.equal((await batch(Array.from({ length: 1001 }, () => create({ title: 'x' })))).status, 422);
    });

    it('creates a record with its id once, so that a lost answer can be asked for again', async () => {
      const id = newId();
      assert.equal((await batch([create({ title: 'once' }, id)])).body.records[0].id, id);
      assertProblem(await batch([create({ title: 'once' }, id)]), 409, 'revision_conflict');
    });

    it('is counted once in the write counter and the change log for each record', async () => {
      const { since } = (await news()).body;
      const fields = Array.from({ length: 250 }, (_, at) => create({ title: `n${at}`, estimate: at - 10.5 }));
      assert.equal((await batch(fields)).status, 200);
      const { body } = await news(since);
      assert.equal(new Set(body.changes.map((one: { id: string }) => one.id)).size, 250);
      const q = encodeURIComponent(JSON.stringify({ type: 'ticket', measures: [{ fn: 'count' }] }));
      const counted = await send(service, 'GET', `/api/query?q=${q}`, { as: founded.readKey });
      assert.equal(counted.body.overall.count, 254);
    });
  });

  describe('the history of a record', () => {
    it('lists who changed what, newest first, in pages, and outlives the record', async () => {
      await batch([{ do: 'update', id: ids[0], revision: 1, fields: { status: 'done' } }]);
      await batch([{ do: 'delete', id: ids[0] }]);
      const { body } = await history(ids[0]!);
      assert.deepEqual(
        body.changes.map(({ kind }: { kind: string }) => kind),
        ['delete', 'update', 'create'],
      );
      const [, update] = body.changes;
      assert.deepEqual([update.before.fields.status, update.after.fields.status], ['open', 'done']);
      assert.match(body.labels['(people)'][update.by], /API key/);
      const first = (await history(ids[0]!, '&limit=2')).body;
      const rest = (await history(ids[0]!, `&before=${first.nextBefore}`)).body;
      assert.deepEqual([first.changes.length, rest.changes[0].kind, rest.nextBefore], [2, 'create', undefined]);
    });

    it('goes on before the copy of a branch, without what happened on the other branch later', async () => {
      await batch([{ do: 'update', id: ids[0], revision: 1, fields: { status: 'done' } }]);
      const { owner } = founded;
      await send(service, 'POST', '/api/branches', { as: owner, json: { name: 'spring', from: 'main' } });
      await batch([{ do: 'update', id: ids[0], revision: 2, fields: { status: 'blocked' } }]);
      const read = await send(service, 'GET', `/api/records/${ids[0]}/history?type=ticket&branch=spring`, {
        as: owner,
      });
      const kinds = read.body.changes.map((one: { after: { revision: number } }) => one.after.revision);
      assert.deepEqual(kinds, [2, 1]);
    });

    it('is not found for a record that never existed', async () => {
      assertProblem(await history(newId()), 404, 'not_found');
      assertProblem(await history('nobody'), 404, 'not_found');
    });
  });

  describe('news', () => {
    it('are the changes since the last time, each once', async () => {
      const begin = (await news()).body;
      assert.deepEqual(begin.changes, []);
      await batch([{ do: 'update', id: ids[0], revision: 1, fields: { title: 'plum' } }]);
      await batch([{ do: 'delete', id: ids[1] }]);
      const next = (await news(begin.since)).body;
      assert.deepEqual(
        next.changes.map(({ kind, record }: { kind: string; record: { fields: object } | null }) => [
          kind,
          record?.fields,
        ]),
        [
          ['update', { title: 'plum', status: 'open', estimate: 3, due: '2026-03-01' }],
          ['delete', undefined],
        ],
      );
      assert.deepEqual((await news(next.since)).body.changes, []);
    });

    it('say that the records must be read again if there are too many', async () => {
      const { since } = (await news()).body;
      await batch(Array.from({ length: 600 }, (_, at) => create({ title: `n${at}` })));
      const { isComplete, changes } = (await news(since)).body;
      assert.deepEqual([isComplete, changes], [false, []]);
    });

    it('refuse a place that they did not give', async () => {
      for (const since of ['1', '-1.2', 'x'.repeat(60)]) assertProblem(await news(since), 400, 'invalid_request');
    });
  });

  describe('an export', () => {
    const exported = (query: string) =>
      send(service, 'GET', `/api/record-export?type=ticket${query}`, { as: founded.readKey });

    it('has all records in their order: as CSV with names, as NDJSON, as JSON', async () => {
      const csv = await exported('&fields=title,status,estimate&sort=-estimate');
      assert.match(csv.headers.get('content-disposition') ?? '', /ticket\.csv/);
      const lines = csv.text.split('\r\n');
      assert.deepEqual(lines.slice(1, 3), ['date,Blocked,10', 'banana,Open,3']);
      const filter = encodeURIComponent(JSON.stringify({ field: 'status', op: 'eq', value: 'open' }));
      const json = await exported(`&format=json&fields=title&filter=${filter}&sort=title`);
      assert.deepEqual(JSON.parse(json.text), [
        { id: ids[0], title: 'banana' },
        { id: ids[2], title: 'cherry' },
      ]);
      const ndjson = await exported('&format=ndjson&fields=title,estimate&sort=title');
      const rows = ndjson.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(rows[0], { id: ids[1], title: 'Apple', estimate: -1 });
      const none = encodeURIComponent(JSON.stringify({ field: 'title', op: 'eq', value: 'nothing' }));
      assert.deepEqual(JSON.parse((await exported(`&format=json&filter=${none}`)).text), []);
    });

    it('is longer than one group of records', async () => {
      for (let at = 0; at < 2; at += 1)
        await batch(Array.from({ length: 700 }, (_, nr) => create({ title: `n${at} ${nr}` })));
      for (const format of ['ndjson', 'json', 'csv']) {
        const { text } = await exported(`&format=${format}&fields=title&sort=title`);
        const found = new Set(text.match(/n\d \d+/g));
        assert.equal(found.size, 1400, format);
        if (format === 'json') assert.equal(JSON.parse(text).length, 1404);
      }
    });

    it('is refused for a wrong filter and unknown columns', async () => {
      const filter = encodeURIComponent(JSON.stringify({ field: 'titel', op: 'eq', value: 'x' }));
      assertProblem(await exported(`&filter=${filter}`), 422, 'invalid_question');
      assertProblem(await exported('&fields=nothing'), 400, 'invalid_request');
    });
  });

  describe('views', () => {
    const definition = {
      type: 'ticket',
      filter: { and: [{ field: 'status', op: 'ne', value: 'done' }] },
      sort: [{ field: 'due', dir: 'desc' }],
      group: { field: 'status' },
      fields: ['title', 'status'],
    };
    const save = (json: object) => send(service, 'POST', '/api/views', { as: founded.writeKey, json });

    it('are saved, listed by type, changed, deleted and restored', async () => {
      const saved = await save({ name: 'Not done', definition });
      assert.equal(saved.status, 201, saved.text);
      const { id } = saved.body;
      const call = (method: string, path: string, json?: unknown) =>
        send(service, method, `/api/views/${path}`, { as: founded.writeKey, ...(json ? { json } : {}) });
      const renamed = await call('PATCH', id, { revision: 1, name: 'Open ones' });
      assert.deepEqual([renamed.body.name, renamed.body.definition], ['Open ones', definition]);
      assertProblem(await call('PATCH', id, { revision: 1, name: 'Later' }), 409, 'revision_conflict');
      const list = async (type: string) =>
        (await send(service, 'GET', `/api/views?type=${type}`, { as: founded.readKey })).body.length;
      assert.deepEqual([await list('ticket'), await list('project')], [1, 0]);
      assert.equal((await call('DELETE', id)).status, 204);
      assert.equal(await list('ticket'), 0);
      assert.equal((await call('POST', `${id}/restore`)).body.name, 'Open ones');
    });

    it('are refused with unknown fields, at their places', async () => {
      const refused = await save({
        name: 'Wrong',
        definition: { type: 'ticket', sort: [{ field: 'project' }, { field: 'nobody' }], fields: ['title', 'none'] },
      });
      assertProblem(refused, 422, 'invalid_question');
      assert.deepEqual(
        refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['#/definition/sort/1/field', '#/definition/sort/0/field', '#/definition/fields/1'],
      );
      assertProblem(await save({ name: 'No type', definition: { type: 'tikcet' } }), 422, 'invalid_question');
    });
  });

  it('names of members are for those who may choose them', async () => {
    const { body } = await send(service, 'GET', '/api/people', { as: founded.writeKey });
    assert.deepEqual(
      body.map(({ id }: { id: string }) => id),
      [founded.personId],
    );
    assertProblem(await send(service, 'GET', '/api/people', { as: founded.readKey }), 403, 'forbidden');
  });
});
