import assert from 'node:assert/strict';
import type { Answer, DashboardCondition } from '@tallyhook/schemas';
import { assertProblem, send, startService, type Founded, type Sender, type Service } from './start-service.ts';

const now = new Date('2026-11-28T12:00:00Z');

describe('a filter for a whole dashboard', () => {
  let service: Service;
  let founded: Founded;
  let viewer: Sender;
  let tickets: string;
  let notes: string;

  const call = (method: string, path: string, json?: unknown, as: Sender = founded.owner) =>
    send(service, method, path, { as, ...(json === undefined ? {} : { json }) });
  const ask = (report: string, conditions: unknown, as: Sender = viewer) =>
    call(
      'GET',
      `/api/reports/${report}/answer?conditions=${encodeURIComponent(JSON.stringify(conditions))}`,
      undefined,
      as,
    );
  const report = async (definition: object) => {
    const made = await call('POST', '/api/reports', { name: 'Count', definition });
    assert.equal(made.status, 201, made.text);
    return made.body.id as string;
  };

  before(async () => {
    service = await startService({ now: () => now, keepAnswersOverMs: -1 });
    founded = await service.found();
    viewer = await service.join(founded.workspaceId, 'viewer');
    for (const [status, closedAt] of [
      ['open', undefined],
      ['done', '2026-11-20T12:00:00Z'],
      ['done', '2026-09-20T12:00:00Z'],
    ])
      await call('POST', '/api/records?type=ticket', { fields: { title: 'A', status, closedAt } });
    await call('POST', '/api/records?type=note', { fields: { title: 'N' } });
    tickets = await report({ type: 'ticket', chart: 'number' });
    notes = await report({ type: 'note', chart: 'number' });
  });

  after(() => service?.stop());

  const done: DashboardCondition = { field: 'status', kind: 'choice', op: 'in', value: ['done'] };
  const recent: DashboardCondition = { field: 'closedAt', kind: 'instant', op: 'within', value: 'last 30 days' };

  it('applies to the reports whose records have the field, for people who can only read too', async () => {
    const { body } = await ask(tickets, [done]);
    assert.equal(body.overall.count, 2);
    assert.equal((await ask(tickets, [done, recent])).body.overall.count, 1);
    assert.equal((await ask(tickets, [])).body.overall.count, 3);
    assert.deepEqual(body.meta.unfiltered, undefined);
  });

  it('leaves out other reports and says so', async () => {
    const { body } = (await ask(notes, [done, recent])) as { body: Answer };
    assert.equal(body.overall.count, 1);
    assert.deepEqual(
      body.meta.unfiltered!.map(({ field }) => field),
      ['status', 'closedAt'],
    );
  });

  it('has kept answers of its own', async () => {
    const filtered = await ask(tickets, [done]);
    assert.deepEqual([filtered.body.overall.count, filtered.body.meta.kept], [2, true]);
    const all = await ask(tickets, []);
    assert.deepEqual([all.body.overall.count, all.body.meta.kept], [3, true]);
    assert.deepEqual((await ask(notes, [done])).body.meta.unfiltered.length, 1);
    assert.deepEqual((await ask(notes, [])).body.meta.unfiltered, undefined);
  });

  it('is refused with all mistakes if it is no list of conditions', async () => {
    const wrong = await ask(tickets, [{ field: 'status', op: 'like' }]);
    assertProblem(wrong, 422, 'invalid_question');
    const pointers = wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers, ['#/conditions/0', '#/conditions/0/op']);
    assertProblem(await call('GET', `/api/reports/${tickets}/answer?conditions=x`), 400, 'invalid_json');
  });

  it('can be saved with its dashboard, as can a description and tags, by people who may write', async () => {
    const { id } = (await call('POST', '/api/dashboards', { name: 'Team' })).body;
    const path = `/api/dashboards/${id}`;
    await call('POST', `${path}/tiles`, { report: tickets });
    const patch = { conditions: [done], description: 'For Mondays.', tags: ['Support'] };
    const saved = await call('PATCH', path, patch);
    assert.equal(saved.status, 200, saved.text);
    const { body } = await call('POST', `${path}/tiles`, { report: notes });
    assert.equal(body.tiles.length, 2);
    assert.deepEqual({ conditions: body.conditions, description: body.description, tags: body.tags }, patch);
    const emptied = (await call('PATCH', path, { conditions: [], description: '', tags: [] })).body;
    assert.deepEqual([emptied.conditions, emptied.description, emptied.tags], [[], undefined, undefined]);
    assertProblem(await call('PATCH', path, patch, viewer), 403, 'forbidden');
    assertProblem(await call('PATCH', path, { tags: [' '] }), 422, 'invalid_input');
  });
});
