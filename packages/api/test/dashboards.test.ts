import assert from 'node:assert/strict';
import { newId } from '@tallyhook/store';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const definition = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'status' }] };

interface Tile {
  id: string;
  report: string;
  width: number;
  name: string | null;
  isDeleted: boolean;
}

describe('/api/dashboards', () => {
  let service: Service;
  let founded: Founded;
  let viewer: Sender;
  /** The reports A, B and C. */
  let reports: string[];

  before(async () => {
    service = await startService();
    founded = await service.found();
    viewer = await service.join(founded.workspaceId, 'viewer');
    reports = [];
    for (const name of ['A', 'B', 'C'])
      reports.push((await call('POST', '/api/reports', { name, definition })).body.id);
  });

  after(() => service?.stop());

  const call = (method: string, path: string, json?: unknown, as: Sender = founded.owner) =>
    send(service, method, path, { as, ...(json === undefined ? {} : { json }) });

  const make = async (name = 'Team') => (await call('POST', '/api/dashboards', { name })).body.id as string;
  const add = (dashboard: string, body: object) => call('POST', `/api/dashboards/${dashboard}/tiles`, body);
  const show = (tiles: Tile[]) => tiles.map(({ name, width }) => `${name}${width}`).join(' ');
  const read = async (id: string) =>
    (await call('GET', '/api/dashboards')).body.find((row: { id: string }) => row.id === id) as { tiles: Tile[] };

  /** A dashboard with the reports A, B and C. */
  async function withTiles() {
    const id = await make();
    for (const report of reports) await add(id, { report });
    return { id, tiles: (await read(id)).tiles };
  }

  it('"New dashboard" creates a dashboard without tiles that all readers of the branch see', async () => {
    const made = await call('POST', '/api/dashboards', { name: 'Launch' });
    assert.equal(made.status, 201, made.text);
    const empty = { readOnly: false, tiles: [], conditions: [] };
    assert.deepEqual(made.body, { id: made.body.id, name: 'Launch', revision: 1, ...empty });
    const { body } = await call('GET', '/api/dashboards', undefined, viewer);
    assert.deepEqual(
      body.find(({ id }: { id: string }) => id === made.body.id),
      made.body,
    );
    const renamed = await call('PATCH', `/api/dashboards/${made.body.id}`, { name: 'Launched' });
    assert.deepEqual(renamed.body, { ...made.body, name: 'Launched', revision: 2 });
    assertProblem(await call('POST', '/api/dashboards', { name: '' }), 422, 'invalid_input');
  });

  it('"Add report" puts a report at the end, one column wide by default', async () => {
    const id = await make();
    const added = await add(id, { report: reports[0] });
    assert.equal(added.status, 201, added.text);
    assert.equal(show((await add(id, { report: reports[1], width: 2 })).body.tiles), 'A1 B2');
    assert.equal(show((await add(id, { report: reports[0] })).body.tiles), 'A1 B2 A1');
    assertProblem(await add(id, { report: newId() }), 404, 'not_found');
    assertProblem(await add(newId(), { report: reports[0] }), 404, 'not_found');
    for (const wrong of [{ report: 'x' }, { report: reports[0], width: 4 }, {}]) {
      assertProblem(await add(id, wrong), 422, 'invalid_input');
    }
  });

  it('saves each change: move earlier, move later, change width, take off', async () => {
    const { id, tiles } = await withTiles();
    const [a, b] = tiles.map((tile) => `/api/dashboards/${id}/tiles/${tile.id}`);
    assert.equal(show((await call('PATCH', b!, { move: 'earlier' })).body.tiles), 'B1 A1 C1');
    assert.equal(show((await call('PATCH', b!, { move: 'earlier' })).body.tiles), 'B1 A1 C1');
    assert.equal(show((await call('PATCH', a!, { move: 'later' })).body.tiles), 'B1 C1 A1');
    assert.equal(show((await call('PATCH', a!, { width: 3 })).body.tiles), 'B1 C1 A3');
    assert.equal(show((await call('DELETE', b!)).body.tiles), 'C1 A3');
    assert.equal(show((await read(id)).tiles), 'C1 A3');
    for (const wrong of [{ width: 0 }, { move: 'up' }, {}, { width: 1, move: 'later' }]) {
      assertProblem(await call('PATCH', a!, wrong), 422, 'invalid_input');
    }
  });

  it('puts a tile that was taken off back in its place', async () => {
    const { id, tiles } = await withTiles();
    const [, b, c] = tiles as [Tile, Tile, Tile];
    await call('DELETE', `/api/dashboards/${id}/tiles/${b.id}`);
    const back = { id: b.id, report: b.report, width: 2, before: c.id };
    for (let time = 0; time < 2; time++) assert.equal(show((await add(id, back)).body.tiles), 'A1 B2 C1');
    for (const tile of [b, c]) await call('DELETE', `/api/dashboards/${id}/tiles/${tile.id}`);
    assert.equal(show((await add(id, back)).body.tiles), 'A1 B2');
  });

  it('shows a changed report on every dashboard, and keeps the report if a tile is taken off', async () => {
    const made = (await call('POST', '/api/reports', { name: 'Old', definition })).body;
    const [one, other] = [await make(), await make()];
    for (const id of [one, other]) await add(id, { report: made.id });
    await call('PATCH', `/api/reports/${made.id}`, { revision: 1, name: 'New' });
    assert.deepEqual([show((await read(one)).tiles), show((await read(other)).tiles)], ['New1', 'New1']);
    const [tile] = (await read(one)).tiles;
    await call('DELETE', `/api/dashboards/${one}/tiles/${tile!.id}`);
    assert.equal((await call('GET', `/api/reports/${made.id}`)).status, 200);
    assert.equal(show((await read(other)).tiles), 'New1');
  });

  it('says that the report of a tile was deleted, and lets people take it off', async () => {
    const made = (await call('POST', '/api/reports', { name: 'Short-lived', definition })).body;
    const id = await make();
    await add(id, { report: made.id });
    await call('DELETE', `/api/reports/${made.id}`);
    const [tile] = (await read(id)).tiles;
    assert.partialDeepStrictEqual(tile, { report: made.id, name: null, isDeleted: true });
    assert.deepEqual((await call('DELETE', `/api/dashboards/${id}/tiles/${tile!.id}`)).body.tiles, []);
  });

  it('shows a restored report in its tile again', async () => {
    const made = (await call('POST', '/api/reports', { name: 'Missed', definition })).body;
    const id = await make();
    await add(id, { report: made.id, width: 2 });
    const before_ = await read(id);
    await call('DELETE', `/api/reports/${made.id}`);
    const restored = await call('POST', `/api/reports/${made.id}/restore`);
    assert.equal(restored.status, 200, restored.text);
    assert.partialDeepStrictEqual(restored.body, { id: made.id, name: 'Missed', definition, revision: 2 });
    assert.deepEqual(await read(id), before_);
    assert.equal((await call('GET', `/api/reports/${made.id}/answer`)).status, 200);
    assertProblem(await call('POST', `/api/reports/${newId()}/restore`), 404, 'not_found');
  });

  it('restores a deleted dashboard with its tiles and its address', async () => {
    const { id } = await withTiles();
    const before_ = await read(id);
    assert.equal((await call('DELETE', `/api/dashboards/${id}`)).status, 204);
    const restored = await call('POST', `/api/dashboards/${id}/restore`);
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual([restored.body.id, restored.body.tiles], [id, before_.tiles]);
    assert.equal(show((await read(id)).tiles), show(before_.tiles));
  });

  it('puts a report created on an open dashboard on it, or does neither', async () => {
    const id = await make();
    const made = await call('POST', '/api/reports', { name: 'Fresh', definition, dashboard: id });
    assert.equal(made.status, 201, made.text);
    assert.equal(show((await read(id)).tiles), 'Fresh1');
    assert.equal((await read(id)).tiles[0]!.report, made.body.id);

    const count = async () => (await call('GET', '/api/reports')).body.length as number;
    const before = await count();
    const full = await withTiles();
    for (let tiles = 3; tiles < 100; tiles++) await add(full.id, { report: reports[0] });
    for (const dashboard of [newId(), 'nonsense']) {
      assertProblem(await call('POST', '/api/reports', { name: 'Lost', definition, dashboard }), 404, 'not_found');
    }
    const lost = await call('POST', '/api/reports', { name: 'Lost', definition, dashboard: full.id });
    assertProblem(lost, 422, 'invalid_input');
    assert.equal(await count(), before);
  });

  it('keeps the changes of two people at once', async () => {
    const { id, tiles } = await withTiles();
    const [a, b, c] = tiles.map((tile) => `/api/dashboards/${id}/tiles/${tile.id}`);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => add(id, { report: reports[0] })),
      call('POST', '/api/reports', { name: 'Beside', definition, dashboard: id }),
      call('PATCH', a!, { width: 2 }),
      call('PATCH', b!, { width: 3 }, founded.writeKey),
      call('DELETE', c!),
      call('PATCH', `/api/dashboards/${id}`, { name: 'Renamed' }),
    ]);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 201]);
    const left = await read(id);
    assert.partialDeepStrictEqual(left, { name: 'Renamed' });
    const shown = show(left.tiles).split(' ').sort();
    assert.deepEqual(shown, ['A1', 'A1', 'A1', 'A1', 'A1', 'A1', 'A2', 'B3', 'Beside1']);
  });

  it('refuses changes by people who can only read', async () => {
    const { id, tiles } = await withTiles();
    const tile = `/api/dashboards/${id}/tiles/${tiles[0]!.id}`;
    for (const as of [viewer, founded.readKey]) {
      assertProblem(await call('POST', `/api/dashboards/${id}/tiles`, { report: reports[0] }, as), 403, 'forbidden');
      assertProblem(await call('PATCH', tile, { width: 2 }, as), 403, 'forbidden');
      assertProblem(await call('DELETE', tile, undefined, as), 403, 'forbidden');
    }
    assert.equal(show((await read(id)).tiles), 'A1 B1 C1');
  });

  it('deletes a dashboard without its reports, and versions it like records', async () => {
    const { id } = await withTiles();
    assert.equal((await call('DELETE', `/api/dashboards/${id}`)).status, 204);
    assertProblem(await call('DELETE', `/api/dashboards/${id}`), 404, 'not_found');
    assertProblem(await add(id, { report: reports[0] }), 404, 'not_found');
    assert.equal((await call('GET', `/api/reports/${reports[0]}`)).status, 200);
    const log = await call('GET', '/api/changes?type=dashboard&limit=1000');
    const kinds = log.body.changes
      .filter((entry: { id: string }) => entry.id === id)
      .map((one: { kind: string }) => one.kind);
    assert.deepEqual(kinds, ['create', 'update', 'update', 'update', 'delete']);
  });
});
