import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { installApp, workApp } from '@tallyhook/store/apps';
import { openBranch } from '@tallyhook/store/branches';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const definition = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }], measures: [{ fn: 'count' }] };

const pointerAndCode = ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`;

describe('/api/reports', () => {
  let service: Service;
  let founded: Founded;
  let viewer: Sender;

  before(async () => {
    service = await startService();
    founded = await service.found();
    viewer = await service.join(founded.workspaceId, 'viewer');
    for (const status of ['open', 'open', 'done']) {
      await send(service, 'POST', '/api/records?type=ticket', {
        as: founded.writeKey,
        json: { fields: { title: 'Oven', status } },
      });
    }
  });

  after(() => service?.stop());

  const save = (json: unknown, as: Sender = founded.owner) => send(service, 'POST', '/api/reports', { as, json });

  it('refuses a missing chart, two measures and unknown keys at their place in the body', async () => {
    const refused: [object, string, string][] = [
      [{ ...definition, chart: undefined }, '#/definition', 'missing_key'],
      [{ ...definition, chart: 'bar' }, '#/definition/chart', 'not_allowed'],
      [{ ...definition, filtre: {} }, '#/definition/filtre', 'unknown_key'],
      [
        { ...definition, measures: [{ fn: 'count' }, { fn: 'sum', field: 'estimate' }] },
        '#/definition/measures',
        'too_many',
      ],
    ];
    for (const [wrong, pointer, code] of refused) {
      const answered = await save({ name: 'Open', definition: wrong });
      assertProblem(answered, 422, 'invalid_input');
      assert.partialDeepStrictEqual(answered.body.errors, [{ pointer, code }]);
    }
    for (const name of ['', '   ', 'a\u0000b', 'a\nb']) {
      const unnamed = await save({ name, definition });
      assertProblem(unnamed, 422, 'invalid_input');
      assert.equal(unnamed.body.errors[0].pointer, '#/name');
    }
    assertProblem(await save({ definition }), 422, 'invalid_input');
  });

  it('refuses an invalid question at its place in the body', async () => {
    const answered = await save({ name: 'Open', definition: { ...definition, groupBy: [{ field: 'statsu' }] } });
    assertProblem(answered, 422, 'invalid_question');
    const { detail, errors } = answered.body;
    assert.match(errors[0].pointer, /^#\/definition\/groupBy\/0/);
    assert.ok(detail.startsWith(`${errors[0].pointer}: `), detail);
  });

  it('reports the mistakes of chart and question together, each once', async () => {
    const wrong = { type: 'ticket', chart: 'donut', groupBy: [{ field: 'statsu' }] };
    const measures = [{ fn: 'sum', field: 'title' }];
    const answered = await save({ name: 'Open', definition: { ...wrong, measures } });
    assertProblem(answered, 422, 'invalid_input');
    assert.deepEqual(answered.body.errors.map(pointerAndCode), [
      '#/definition/chart not_allowed',
      '#/definition/groupBy/0/field unknown_field',
      '#/definition/measures/0/fn fn_not_allowed',
    ]);
    const misspelt = { type: 'tickett', filtre: {}, measures: [{ fn: 'summ', field: 'title' }] };
    const unnamed = await save({ definition: misspelt });
    assert.deepEqual(unnamed.body.errors.map(pointerAndCode).sort(), [
      '# missing_key',
      '#/definition missing_key',
      '#/definition/filtre unknown_key',
      '#/definition/measures/0/fn not_allowed',
      '#/definition/type unknown_type',
    ]);
  });

  it('refuses a chart that cannot show the question, like the page', async () => {
    const { type, groupBy } = definition;
    const refused: [object, RegExp][] = [
      [{ type, chart: 'pie' }, /A pie needs a grouping/],
      [{ type, chart: 'line', groupBy }, /A line shows change over time/],
      [{ type, chart: 'number', groupBy }, /One number cannot have a grouping/],
      [{ type, chart: 'bars', groupBy, measures: [{ fn: 'min', field: 'createdAt' }] }, /is a date/],
    ];
    for (const [wrong, words] of refused) {
      const answered = await save({ name: 'Open', definition: wrong });
      assertProblem(answered, 422, 'invalid_question');
      assert.deepEqual(answered.body.errors.map(pointerAndCode), ['#/definition/chart chart_not_allowed']);
      assert.match(answered.body.detail, words);
    }
    const fields = (await send(service, 'GET', '/api/query/fields?type=project', { as: founded.readKey })).body.fields;
    const dated = fields.find(({ units }: { units: string[] }) => units.length > 0).name;
    const made = await save({
      name: 'Line',
      definition: { type, chart: 'line', groupBy: [{ field: `project.${dated}` }] },
    });
    assert.equal(made.status, 201, made.text);
    await send(service, 'DELETE', `/api/reports/${made.body.id}`, { as: founded.owner });
  });

  it('includes periods without records if a line shows time, even if that is not saved', async () => {
    for (const publishedOn of ['2026-01-05', '2026-03-05']) {
      const json = { fields: { title: 'Recipe', publishedOn } };
      assert.equal(
        (await send(service, 'POST', '/api/records?type=document', { as: founded.writeKey, json })).status,
        201,
      );
    }
    const filter = { field: 'publishedOn', op: 'nempty' };
    const line = { type: 'document', chart: 'line', filter, groupBy: [{ field: 'publishedOn', unit: 'month' }] };
    const rowsOf = async (saved: object) => {
      const { id } = (await save({ name: 'Published', definition: saved })).body;
      const answered = await send(service, 'GET', `/api/reports/${id}/answer`, { as: founded.readKey });
      await send(service, 'DELETE', `/api/reports/${id}`, { as: founded.owner });
      return answered.body.rows;
    };
    const [january, march] = [
      { key: { publishedOn: '2026-01-01' }, count: 1 },
      { key: { publishedOn: '2026-03-01' }, count: 1 },
    ];
    const february = { key: { publishedOn: '2026-02-01' }, count: 0, filled: true };
    assert.deepEqual(await rowsOf(line), [january, february, march]);
    assert.deepEqual(await rowsOf({ ...line, chart: 'table' }), [january, march]);
  });

  it('lets a viewer read but not save', async () => {
    assertProblem(await save({ name: 'Open', definition }, viewer), 403, 'forbidden');
    assertProblem(await save({ name: 'Open', definition }, founded.readKey), 403, 'forbidden');
  });

  it('saves, reads, lists, changes and deletes a report', async () => {
    const made = await save({ name: 'By status', definition });
    assert.equal(made.status, 201, made.text);
    assert.partialDeepStrictEqual(made.body, { name: 'By status', definition, revision: 1 });
    const path = `/api/reports/${made.body.id}`;
    assert.deepEqual((await send(service, 'GET', path, { as: viewer })).body, made.body);
    const listed = await send(service, 'GET', '/api/reports', { as: founded.readKey });
    assert.deepEqual(
      listed.body.filter(({ readOnly }: { readOnly: boolean }) => !readOnly),
      [made.body],
    );

    const patch = (json: unknown) => send(service, 'PATCH', path, { as: founded.writeKey, json });
    const renamed = await patch({ revision: 1, name: 'Status' });
    assert.partialDeepStrictEqual(renamed.body, { name: 'Status', definition, revision: 2 });
    assertProblem(await patch({ revision: 1, name: 'Late' }), 409, 'revision_conflict');
    assertProblem(await patch({ name: 'Late' }), 422, 'invalid_input');
    const pie = { ...definition, chart: 'pie' };
    assert.partialDeepStrictEqual((await patch({ revision: 2, definition: pie })).body, {
      name: 'Status',
      definition: pie,
      revision: 3,
    });

    assertProblem(await send(service, 'DELETE', `${path}?revision=2`, { as: founded.owner }), 409, 'revision_conflict');
    assert.equal((await send(service, 'DELETE', path, { as: founded.owner })).status, 204);
    assertProblem(await send(service, 'GET', path, { as: viewer }), 404, 'not_found');
  });

  it('gives the same answer as its question', async () => {
    const { id } = (await save({ name: 'By status', definition })).body;
    const answered = await send(service, 'GET', `/api/reports/${id}/answer`, { as: viewer });
    assert.equal(answered.status, 200, answered.text);
    const { type, groupBy, measures } = definition;
    const question = { type, groupBy, measures };
    const asked = await send(service, 'POST', '/api/query', { as: founded.readKey, json: question });
    assert.deepEqual(answered.body.rows, asked.body.rows);
    assert.deepEqual(answered.body.overall, { count: 3 });
    assert.equal(answered.headers.get('etag'), asked.headers.get('etag'));
  });

  it('answers 404 for an unknown report, and for the id of another kind of record', async () => {
    for (const id of [newId(), 'nonsense']) {
      for (const path of [`/api/reports/${id}`, `/api/reports/${id}/answer`]) {
        assertProblem(await send(service, 'GET', path, { as: viewer }), 404, 'not_found');
      }
    }
    const ticket = await send(service, 'GET', '/api/records?type=ticket&limit=1', { as: viewer });
    const { id } = ticket.body.records[0];
    assertProblem(await send(service, 'GET', `/api/reports/${id}`, { as: viewer }), 404, 'not_found');
  });

  it('names a removed field or type in each report that used it, instead of an empty answer', async () => {
    const removing = await service.found();
    const branch = await openBranch(service.store, removing.workspaceId, 'main');
    const call = (method: string, path: string, json?: unknown) =>
      send(service, method, path, { as: removing.owner, ...(json === undefined ? {} : { json }) });
    const made: string[] = [];
    const asked = [definition, { type: 'note', chart: 'number' }, { type: 'ticket', chart: 'number' }];
    for (const one of asked) made.push((await call('POST', '/api/reports', { name: 'R', definition: one })).body.id);
    const [ticket, ...others] = workApp.types.filter(({ name }) => name !== 'note');
    const fields = ticket!.fields.filter(({ name }) => name !== 'status');
    const app = { ...workApp, types: [{ ...ticket!, fields }, ...others], reports: [], dashboards: [] };
    await installApp(service.store, branch, app, 'ana');

    const listed = (await call('GET', '/api/reports')).body;
    assert.deepEqual(
      made.map((id) => listed.find((row: { id: string }) => row.id === id).problems.map(pointerAndCode)),
      [['#/definition/groupBy/0/field unknown_field'], ['#/definition/type unknown_type'], []],
    );
    const read = (await call('GET', `/api/reports/${made[0]}`)).body;
    assert.match(read.problems[0].detail, /"status"/);
    for (const [id, name] of [[made[0], /status/] as const, [made[1], /note/] as const]) {
      const answered = await call('GET', `/api/reports/${id}/answer`);
      assertProblem(answered, 422, 'invalid_question');
      assert.match(answered.body.detail, name);
      assert.match(answered.body.detail, /report "R"/);
      assert.equal(answered.body.rows, undefined);
    }
    assert.equal((await call('GET', `/api/reports/${made[2]}/answer`)).status, 200);
  });

  it('keeps a report made in an app read-only, says so, and can count it', async () => {
    const { body } = await send(service, 'GET', '/api/reports', { as: founded.owner });
    const shipped = body.filter(({ app }: { app?: string }) => app === 'work');
    assert.equal(shipped.length, workApp.reports!.length);
    for (const { id, readOnly, problems } of shipped) {
      assert.deepEqual([readOnly, problems], [true, []]);
      assert.equal((await send(service, 'GET', `/api/reports/${id}/answer`, { as: viewer })).status, 200);
      const path = `/api/reports/${id}`;
      const json = { revision: 1, name: 'Mine' };
      const refused = await send(service, 'PATCH', path, { as: founded.owner, json });
      assertProblem(refused, 409, 'read_only');
      assert.match(refused.body.detail, /"work"/);
      assertProblem(await send(service, 'DELETE', path, { as: founded.owner }), 409, 'read_only');
    }
    const dashboards = await send(service, 'GET', '/api/dashboards', { as: viewer });
    const [overview] = dashboards.body;
    assert.partialDeepStrictEqual(overview, { app: 'work', readOnly: true });
    assert.ok(overview.tiles.every(({ isDeleted }: { isDeleted: boolean }) => !isDeleted));
    const address = `/api/dashboards/${overview.id}`;
    for (const [method, path, json] of [
      ['PATCH', address, { name: 'Mine' }],
      ['DELETE', address, undefined],
      ['POST', `${address}/tiles`, { report: shipped[0].id }],
      ['DELETE', `${address}/tiles/${overview.tiles[0].id}`, undefined],
    ] as const) {
      assertProblem(await send(service, method, path, { as: founded.owner, json }), 409, 'read_only');
    }
  });

  it('versions reports like records, in the change log', async () => {
    const log = await send(service, 'GET', '/api/changes?type=report', { as: founded.readKey });
    assert.equal(log.status, 200, log.text);
    assert.ok(log.body.changes.length >= 4);
  });
});
