import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { createStartQueue } from './start-queue.ts';

describe('start queue', () => {
  const logger = pino({ level: 'silent' });

  it('starts every delivery, a few at a time', async () => {
    const started: string[] = [];
    let atOnce = 0;
    let most = 0;
    const start = async (deliveryId: string) => {
      most = Math.max(most, ++atOnce);
      await turn();
      atOnce--;
      started.push(deliveryId);
    };
    const queue = createStartQueue({ start, logger, atOnce: 3 });
    const ids = Array.from({ length: 20 }, (_, index) => `d-${index}`);
    for (const id of ids) queue.add(id);
    await queue.idle();
    assert.deepEqual([started.length, most], [20, 3]);
  });

  it('continues after a delivery that cannot be started, and logs its id', async () => {
    const lines: string[] = [];
    const logging = pino({}, { write: (line: string) => void lines.push(line) });
    const started: string[] = [];
    const start = async (deliveryId: string) => {
      if (deliveryId === 'bad') throw new Error('Temporal is down');
      started.push(deliveryId);
    };
    const queue = createStartQueue({ start, logger: logging, atOnce: 1 });
    queue.add('bad');
    queue.add('good');
    await queue.idle();
    assert.deepEqual(started, ['good']);
    assert.equal((JSON.parse(lines[0]!) as { deliveryId: string }).deliveryId, 'bad');
  });

  it('leaves deliveries that it has no room for to the sweep', async () => {
    const started: string[] = [];
    const queue = createStartQueue({ start: async (id) => void started.push(id), logger, atOnce: 1, maxWaiting: 2 });
    for (const id of ['a', 'b', 'c', 'd']) queue.add(id);
    await queue.idle();
    assert.deepEqual(started, ['a', 'b', 'c']);
  });

  it('starts few while many deliveries are being received, and the others afterwards', async () => {
    let atOnce = 0;
    const most = { receiving: 0, later: 0 };
    let phase: keyof typeof most = 'receiving';
    const start = async () => {
      most[phase] = Math.max(most[phase], ++atOnce);
      await turn();
      atOnce--;
    };
    const queue = createStartQueue({ start, logger, atOnce: 6, atOnceWhileReceiving: 2 });
    const ends = Array.from({ length: 8 }, () => queue.receive());
    for (let index = 0; index < 20; index++) queue.add(`d-${index}`);
    for (let turns = 0; turns < 3; turns++) await turn();
    phase = 'later';
    for (const end of ends) end();
    await queue.idle();
    assert.deepEqual(most, { receiving: 2, later: 6 });
  });
});
