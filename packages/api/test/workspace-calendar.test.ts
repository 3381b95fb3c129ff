import assert from 'node:assert/strict';
import { listAudit } from '@tallyhook/store/audit';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const definition = { type: 'ticket', chart: 'bars', groupBy: [{ field: 'createdAt', unit: 'day' }] };
/** Two time zones that never share a calendar day. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Niue'] as const;

describe('time zone and week of a workspace', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ keepAnswersOverMs: 0 });
  });

  beforeEach(async () => {
    founded = await service.found();
  });

  after(() => service?.stop());

  const change = (json: unknown, as: Sender = founded.owner) =>
    send(service, 'PATCH', `/api/workspaces/${founded.workspaceId}`, { as, json });
  const read = async (as: Sender = founded.owner) => {
    const { body } = await send(service, 'GET', '/api/workspaces', { as });
    const { name, timezone, weekStart } = body.find(({ id }: { id: string }) => id === founded.workspaceId);
    return { name, timezone, weekStart };
  };

  /** Saves a report of tickets by creation day, with one ticket. */
  async function saveReport(): Promise<string> {
    const fields = { title: 'Oven' };
    await send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, json: { fields } });
    const json = { name: 'By day', definition };
    return (await send(service, 'POST', '/api/reports', { as: founded.owner, json })).body.id;
  }

  const open = (id: string, search = '', headers = {}) =>
    send(service, 'GET', `/api/reports/${id}/answer${search}`, { as: founded.owner, headers });
  const daysIn = ({ body }: { body: any }) => body.rows.map(({ key }: any) => key.createdAt); // eslint-disable-line @typescript-eslint/no-explicit-any

  it('default to UTC and Monday, and can be set on creation', async () => {
    assert.deepEqual(await read(), { name: 'Bakery', timezone: 'UTC', weekStart: 'monday' });
    const chosen = { timezone: 'Asia/Tokyo', weekStart: 'sunday' };
    const json = { name: 'Tokyo', ...chosen };
    const made = await send(service, 'POST', '/api/workspaces', { as: founded.owner, json });
    assert.equal(made.status, 201, made.text);
    assert.partialDeepStrictEqual(made.body, json);
    const search = `?workspace=${made.body.id}&q=${encodeURIComponent('{"type":"ticket"}')}`;
    const { body } = await send(service, 'GET', `/api/query${search}`, { as: founded.owner });
    assert.partialDeepStrictEqual(body.meta.resolved, chosen);
  });

  it('can be changed by owners and admins, alone or with the name, with an audit entry', async () => {
    const admin = await service.join(founded.workspaceId, 'admin');
    const changed = await change({ timezone: 'Europe/Berlin' }, admin);
    assert.equal(changed.status, 200, changed.text);
    assert.partialDeepStrictEqual(changed.body, { id: founded.workspaceId, timezone: 'Europe/Berlin' });
    assert.deepEqual(await read(), { name: 'Bakery', timezone: 'Europe/Berlin', weekStart: 'monday' });
    await change({ name: 'Bread', weekStart: 'saturday' });
    assert.deepEqual(await read(), { name: 'Bread', timezone: 'Europe/Berlin', weekStart: 'saturday' });
    await change({});
    const rows = await listAudit(service.store, founded.workspaceId, { limit: 100 });
    assert.deepEqual(
      rows.filter(({ action }) => action === 'workspace.changed').map(({ by, details }) => ({ by, details })),
      [
        { by: founded.personId, details: { name: 'Bread', weekStart: 'saturday' } },
        { by: admin.personId, details: { timezone: 'Europe/Berlin' } },
      ],
    );
  });

  it('cannot be changed by members, readers and keys, nor from another workspace', async () => {
    const stranger = await service.found();
    for (const role of ['member', 'viewer', 'guest'] as const) {
      assertProblem(
        await change({ timezone: 'Asia/Tokyo' }, await service.join(founded.workspaceId, role)),
        403,
        'forbidden',
      );
    }
    assertProblem(await change({ timezone: 'Asia/Tokyo' }, founded.writeKey), 403, 'forbidden');
    assertProblem(await change({ timezone: 'Asia/Tokyo' }, stranger.owner), 404, 'not_found');
    assert.equal((await read()).timezone, 'UTC');
  });

  it('are refused with the nearest value if they do not exist, and nothing changes', async () => {
    const wrong = { name: 'Bread', timezone: 'Europe/Berln' };
    const made = await send(service, 'POST', '/api/workspaces', { as: founded.owner, json: wrong });
    for (const refused of [await change(wrong), made]) {
      assertProblem(refused, 422, 'invalid_input');
      const detail = '"Europe/Berln" is not an IANA time zone: did you mean "Europe/Berlin"?';
      const mistake = { pointer: '#/timezone', code: 'unknown_timezone', detail, suggestion: 'Europe/Berlin' };
      assert.deepEqual(refused.body.errors, [mistake]);
    }
    for (const json of [{ timezone: '+02:00' }, { weekStart: 'friday' }, { weekstart: 'sunday' }, { name: ' ' }]) {
      assertProblem(await change(json), 422, 'invalid_input');
    }
    assert.deepEqual(await read(), { name: 'Bakery', timezone: 'UTC', weekStart: 'monday' });
    assert.equal((await send(service, 'GET', '/api/workspaces', { as: founded.owner })).body.length, 1);
  });

  it('apply on every branch, and invalidate kept and cached answers', async () => {
    const id = await saveReport();
    await send(service, 'POST', '/api/branches', { as: founded.owner, json: { name: 'draft' } });
    await change({ timezone: east });
    const [before, kept] = [await open(id), await open(id)];
    assert.equal(kept.body.meta.kept, true);
    const headers = { 'if-none-match': [before, kept].map((answer) => answer.headers.get('etag')).join(', ') };
    assert.equal((await open(id, '', headers)).status, 304);
    await change({ timezone: west });
    const after = await open(id, '', headers);
    assert.deepEqual([after.status, after.body.meta.kept], [200, false]);
    assert.notDeepEqual(daysIn(after), daysIn(before));
    assert.deepEqual(daysIn(await open(id, '?branch=draft')), daysIn(after));
    await change({ weekStart: 'sunday' });
    const inWeeks = await open(id);
    assert.deepEqual([inWeeks.body.meta.kept, inWeeks.body.meta.resolved.weekStart], [false, 'sunday']);
  });

  it('do not apply to a report that names its own', async () => {
    const id = await saveReport();
    await change({ timezone: east });
    const own = await open(id);
    const json = { revision: 1, definition: { ...definition, timezone: east } };
    assert.equal((await send(service, 'PATCH', `/api/reports/${id}`, { as: founded.owner, json })).status, 200);
    await change({ timezone: west });
    assert.deepEqual(daysIn(await open(id)), daysIn(own));
  });

  it('are refused with every mistake at once', async () => {
    const answered = await change({ timezone: 'Mars', weekStart: 'friday' });
    assertProblem(answered, 422, 'invalid_input');
    const places = (answered.body.errors as { pointer: string; code: string }[]).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
    assert.deepEqual(places, ['#/weekStart not_allowed', '#/timezone unknown_timezone']);
  });

  it('allow a report whose range may become empty as days pass', async () => {
    const conditions = [
      { field: 'due', op: 'between', value: ['today', '2020-01-01'] },
      { field: 'due', op: 'within', value: 'today..2020-01-01' },
    ];
    for (const filter of conditions) {
      const json = { name: 'Due', definition: { type: 'ticket', chart: 'number', filter } };
      const saved = await send(service, 'POST', '/api/reports', { as: founded.owner, json });
      assert.equal(saved.status, 201, saved.text);
      const { body } = await send(service, 'GET', `/api/reports/${saved.body.id}/answer`, { as: founded.owner });
      assert.deepEqual([body.overall.count, body.meta.warnings[0].code], [0, 'empty_range']);
      const query = `{ ticketAggregate(filter: {due: {${filter.op}: ${JSON.stringify(filter.value)}}}) { overall { count } info { warnings { code } } } }`;
      const asked = await send(service, 'POST', '/graphql', { as: founded.owner, json: { query } });
      const expected = { overall: { count: 0 }, info: { warnings: [{ code: 'empty_range' }] } };
      assert.deepEqual(asked.body.data?.ticketAggregate, expected, asked.text);
    }
  });
});
