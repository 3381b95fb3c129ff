import assert from 'node:assert/strict';
import type { Answer, Report } from '@tallyhook/schemas';
import { assertProblem, send, startService, type Founded, type Service } from './start-service.ts';

const now = new Date('2026-11-28T12:00:00Z');
const thisMonth = { field: 'closedAt', op: 'within', value: 'this month' } as const;

describe('a report compared with the period before', () => {
  let service: Service;
  let founded: Founded;

  const call = (method: string, path: string, json?: unknown) =>
    send(service, method, path, { as: founded.owner, ...(json === undefined ? {} : { json }) });
  const save = (definition: object) => call('POST', '/api/reports', { name: 'Closed', definition });
  async function compare(part: Partial<Report>): Promise<Answer> {
    const { body } = await save({ type: 'ticket', compare: 'previousPeriod', ...part });
    const answered = await call('GET', `/api/reports/${body.id}/answer`);
    assert.equal(answered.status, 200, answered.text);
    return answered.body as Answer;
  }

  before(async () => {
    service = await startService({ now: () => now });
    founded = await service.found();
    const closed = [
      ...['2026-11-02', '2026-11-02', '2026-11-20'].map((day) => [day, 'done']),
      ...['2026-10-02', '2026-10-20', '2026-10-20', '2026-10-30', '2026-10-31'].map((day) => [day, 'done']),
      ['2026-09-05', 'open'],
    ] as const;
    for (const [day, status] of closed)
      await call('POST', '/api/records?type=ticket', {
        fields: { title: day, status, closedAt: `${day}T10:00:00Z`, estimate: 2 },
      });
  });

  after(() => service?.stop());

  it('has the number of the same part of that period, if the current one is not over', async () => {
    const { overall, comparison } = await compare({ chart: 'number', filter: thisMonth });
    assert.equal(overall.count, 3);
    assert.deepEqual(comparison, {
      by: 'range',
      rows: [],
      overall: { count: 3 },
      from: '2026-10-01',
      to: '2026-10-28',
      unit: 'month',
      isPart: true,
    });
  });

  it('has all of that period if the asked one is over', async () => {
    const { overall, comparison } = await compare({
      chart: 'number',
      filter: { ...thisMonth, value: 'last month' },
      measures: [{ fn: 'sum', field: 'estimate' }],
    });
    assert.deepEqual([overall, comparison!.overall], [{ sum_estimate: 10 }, { sum_estimate: 2 }]);
    assert.deepEqual([comparison!.from, comparison!.to, comparison!.isPart], ['2026-09-01', '2026-09-30', undefined]);
  });

  it('has each period of the range before at the same place', async () => {
    const { rows, comparison } = await compare({
      chart: 'line',
      filter: thisMonth,
      groupBy: [{ field: 'closedAt', unit: 'day' }],
    });
    assert.deepEqual([rows.length, comparison!.rows.length], [30, 30]);
    assert.deepEqual(rows[1], { key: { closedAt: '2026-11-02' }, count: 2 });
    assert.deepEqual(comparison!.rows[1], { key: { closedAt: '2026-10-02' }, count: 1 });
    assert.deepEqual(comparison!.rows[29], { key: { closedAt: '2026-10-30' }, count: 1 });
    assert.deepEqual(comparison!.overall, { count: 3 });
  });

  it('has the same groups, and what no record is in counts as nothing', async () => {
    const { rows, comparison } = await compare({
      chart: 'bars',
      filter: { ...thisMonth, value: 'last month' },
      groupBy: [{ field: 'status' }],
    });
    assert.deepEqual(rows, [{ key: { status: 'done' }, count: 5 }]);
    assert.deepEqual(comparison!.rows, [{ key: { status: 'done' }, count: 0 }]);
    assert.deepEqual(comparison!.overall, { count: 1 });
  });

  it('without a filter has each period beside the one before it', async () => {
    const { rows, comparison } = await compare({ chart: 'bars', groupBy: [{ field: 'closedAt', unit: 'month' }] });
    assert.deepEqual(
      rows.map(({ count }) => count),
      [1, 5, 3],
    );
    assert.deepEqual(comparison, {
      by: 'group',
      rows: [
        { key: null, count: null },
        { key: { closedAt: '2026-09-01' }, count: 1 },
        { key: { closedAt: '2026-10-01' }, count: 5 },
      ],
    });
  });

  it('is refused if there is no period before', async () => {
    const refused = await save({ type: 'ticket', chart: 'number', compare: 'previousPeriod' });
    assertProblem(refused, 422, 'invalid_question');
    assert.deepEqual(
      refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['#/definition/compare'],
    );
  });

  it('can be tried before it is saved', async () => {
    const q = encodeURIComponent(JSON.stringify({ type: 'ticket', filter: thisMonth }));
    const { body } = await call('GET', `/api/query?q=${q}&compare=previousPeriod`);
    assert.deepEqual(body.comparison.overall, { count: 3 });
    assert.equal((await call('GET', `/api/query?q=${q}`)).body.comparison, undefined);
  });

  it('keeps its goal, description and tags', async () => {
    const more = { goal: { value: 5, label: 'Plan' }, description: 'What is done.', tags: ['Team'] };
    const { body } = await save({ type: 'ticket', chart: 'number', filter: thisMonth, ...more });
    assert.deepEqual(body.definition.goal, more.goal);
    assert.equal((await call('GET', `/api/reports/${body.id}/answer`)).body.overall.count, 3);
  });
});
