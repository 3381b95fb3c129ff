import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Speed } from '@tallyhook/schemas/api';
import { send, startService, type Founded, type Service } from './start-service.ts';

const byStatus = { type: 'ticket', groupBy: [{ field: 'status' }], measures: [{ fn: 'count' }] };

interface Asked {
  rows: { key: { status: string }; count: number }[];
  meta: { plan: { maker: string; whyNotColumns?: string } };
}

describe('Questions asked often', () => {
  let service: Service;
  let founded: Founded;

  before(async () => {
    service = await startService({ columns: { memoryMiB: 64, threads: 1, minRecords: 1, maxCodes: 1_000 } });
    founded = await service.found();
    for (const status of ['open', 'open', 'done']) await create(status);
  });
  after(() => service?.stop());

  const create = async (status: string) => {
    const json = { fields: { title: 'Oven', status } };
    const made = await send(service, 'POST', '/api/records?type=ticket', { as: founded.writeKey, json });
    assert.equal(made.status, 201, made.text);
  };
  const ask = async () => {
    const answered = await send(service, 'POST', '/api/query?explain=1', { as: founded.readKey, json: byStatus });
    assert.equal(answered.status, 200, answered.text);
    return answered.body as unknown as Asked;
  };
  const counts = ({ rows }: Asked) => Object.fromEntries(rows.map(({ key, count }) => [key.status, count]));

  it('are answered by MongoDB first, which explain says with the reason', async () => {
    const answer = await ask();
    assert.notEqual(answer.meta.plan.maker, 'columns');
    assert.match(answer.meta.plan.whyNotColumns!, /"ticket" is not asked often enough/);
  });

  it('are answered from columns once that pays, and a record just saved counts at once', async () => {
    let answer = await ask();
    for (let tries = 0; answer.meta.plan.maker !== 'columns' && tries < 100; tries += 1) {
      await pause(50);
      answer = await ask();
    }
    assert.equal(answer.meta.plan.maker, 'columns');
    assert.deepEqual(counts(answer), { open: 2, done: 1 });
    for (let open = 3; open < 8; open += 1) {
      await create('open');
      const next = await ask();
      assert.equal(next.meta.plan.maker, 'columns');
      assert.deepEqual(counts(next), { open, done: 1 });
    }
  });

  it('are shown on Speed with what is kept and what it saves', async () => {
    const speed = await send(service, 'GET', '/api/speed', { as: founded.owner });
    assert.equal(speed.status, 200, speed.text);
    const { types, ...memory } = (speed.body as unknown as Speed).columns!;
    assert.deepEqual({ memoryMiB: 64, minRecords: 1 }, { memoryMiB: memory.memoryMiB, minRecords: memory.minRecords });
    assert.ok(memory.usedBytes > 0);
    const [ticket] = types;
    assert.deepEqual(
      { ...ticket, sizeBytes: 0, answers: 0, savedMs: 0, usedAt: '' },
      {
        ...{ type: 'ticket', typeLabel: 'Ticket', state: 'kept', fields: [{ field: 'status', label: 'Status' }] },
        ...{ records: 8, sizeBytes: 0, answers: 0, savedMs: 0, usedAt: '' },
      },
    );
    assert.ok(ticket!.answers >= 6 && ticket!.savedMs >= 0 && ticket!.sizeBytes > 0);
    assert.ok(Math.abs(Date.parse(ticket!.usedAt!) - Date.now()) < 60_000);
  });
});
