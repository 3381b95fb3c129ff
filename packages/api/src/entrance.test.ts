import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { Problem } from '@tallyhook/schemas';
import type { Response } from 'express';
import { createEntrance, type Entrant } from './entrance.ts';

const settled = () => new Promise(setImmediate);

/** Sends requests to an entrance that admits two questions per workspace at once, and records whose work began. */
function createRequests({ deadlineMs = 5_000, waiting = 10 } = {}) {
  const entrance = createEntrance({ deadlineMs, atOnce: 2, perWorkspace: 1, waiting });
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const come = (
    name: string,
    {
      sender = 'a',
      workspace,
      work,
      ageMs = 0,
    }: { sender?: string; workspace?: () => string | undefined; work?: Promise<void>; ageMs?: number },
  ) => {
    const response = Object.assign(new EventEmitter(), { closed: false, writableFinished: false });
    const request = {
      arrivedAt: Date.now() - ageMs,
      get: (header: string) => (header === 'cookie' ? sender : undefined),
    };
    open.push(() => response.emit('close'));
    const entrant = {
      request: request as unknown as Entrant['request'],
      response: response as unknown as Response,
      findWorkspace: workspace ?? (() => undefined),
    };
    const passed = entrance.pass(entrant, () => {
      begun.push(name);
      return work ?? Promise.resolve();
    });
    passed.catch(() => undefined);
    return { passed, answer: () => response.emit('prefinish'), leave: () => response.emit('close') };
  };
  const ask = (name: string, workspace = 'w', ageMs = 0) => come(name, { workspace: () => workspace, ageMs });
  return { begun, come, ask, closeAll: () => open.forEach((close) => close()) };
}

const isTooMany = (sentence: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === 'too_many_requests' && sentence.test(error.message);

describe('entrance', () => {
  it('reads nothing for questions that wait for others of the workspace', async () => {
    const { begun, ask, closeAll } = createRequests();
    const [first] = ['w1', 'w2', 'w3', 'w4'].map((name) => ask(name));
    ask('v1', 'v');
    await settled();
    assert.deepEqual(begun, ['w1', 'w2', 'v1']);
    first!.answer();
    await settled();
    assert.deepEqual(begun, ['w1', 'w2', 'v1', 'w3']);
    closeAll();
  });

  it('identifies a few callers at a time, and lets senders take turns', async () => {
    const { begun, come } = createRequests();
    const { promise: work, resolve } = Promise.withResolvers<void>();
    const all = Array.from({ length: 6 }, (_, at) => come(`a${at}`, { sender: 'a', work }));
    all.push(come('b0', { sender: 'b', work }));
    await settled();
    assert.deepEqual(begun, ['a0', 'a1', 'a2', 'a3', 'b0']);
    resolve();
    await Promise.all(all.map(({ passed }) => passed));
    assert.deepEqual(begun, ['a0', 'a1', 'a2', 'a3', 'b0', 'a4', 'a5']);
  });

  it('queues a question with its workspace as soon as that is known', async () => {
    const { begun, come, closeAll } = createRequests();
    const { promise: work, resolve } = Promise.withResolvers<void>();
    const seen: { workspace?: string } = {};
    for (let at = 0; at < 9; at++) come(`q${at}`, { workspace: () => seen.workspace, work });
    await settled();
    assert.deepEqual(begun, ['q0', 'q1', 'q2', 'q3']);
    seen.workspace = 'w';
    resolve();
    await settled();
    assert.deepEqual(begun, ['q0', 'q1', 'q2', 'q3', 'q4', 'q5']);
    closeAll();
  });

  it('refuses a question if the queue is full or its time is over', async () => {
    const { begun, ask, closeAll } = createRequests({ deadlineMs: 1_500, waiting: 2 });
    const asked = Array.from({ length: 5 }, (_, at) => ask(`q${at}`, 'w', at === 3 ? 300 : 0));
    await settled();
    const startedAt = performance.now();
    await assert.rejects(asked[4]!.passed, isTooMany(/2 questions are already waiting for their turn/));
    assert.ok(performance.now() - startedAt < 1_400, 'it did not wait for the end of its time');
    await assert.rejects(asked[3]!.passed, isTooMany(/spent its time waiting for other questions/));
    assert.equal(begun.includes('q3') || begun.includes('q4'), false);
    closeAll();
  });

  it('forgets callers who disconnect', async () => {
    const { begun, ask, closeAll } = createRequests();
    const [first, , third] = ['w1', 'w2', 'w3', 'w4'].map((name) => ask(name));
    await settled();
    third!.leave();
    await assert.rejects(third!.passed, /client disconnected/);
    first!.answer();
    await settled();
    assert.deepEqual(begun, ['w1', 'w2', 'w4']);
    closeAll();
  });
});
