import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { createQuestionGate } from './question-gate.ts';

/** Questions that run until released, recorded in starting order. */
function createQuestions(limits: { atOnce: number; perWorkspace?: number; waiting: number }) {
  const gate = createQuestionGate({ perWorkspace: limits.atOnce, ...limits });
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const ask = (workspaceId: string, name: string, signal = new AbortController().signal) =>
    gate.run(workspaceId, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => endings.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    endings.get(name)?.();
    await new Promise(setImmediate);
  };
  return { ask, begun, end };
}

describe('question gate', () => {
  it('limits how many run at once, and starts the next when one ends', async () => {
    const { ask, begun, end } = createQuestions({ atOnce: 2, waiting: 10 });
    const answers = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
    assert.deepEqual(begun, ['a1', 'a2']);
    await end('a1');
    assert.deepEqual(begun, ['a1', 'a2', 'a3']);
    await end('a2');
    await end('a3');
    assert.deepEqual(await Promise.all(answers), ['a1', 'a2', 'a3']);
  });

  it('lets workspaces take turns, so that a busy one does not hold up another', async () => {
    const { ask, begun, end } = createQuestions({ atOnce: 1, waiting: 10 });
    const answers = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')];
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name);
    await Promise.all(answers);
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('keeps room for other workspaces if one has many questions', async () => {
    const { ask, begun, end } = createQuestions({ atOnce: 3, perWorkspace: 2, waiting: 10 });
    const answers = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2')];
    assert.deepEqual(begun, ['a1', 'a2', 'b1']);
    await end('b1');
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2']);
    await end('a1');
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2', 'a3']);
    for (const name of ['a2', 'a3', 'b2']) await end(name);
    await Promise.all(answers);
  });

  it('refuses a question if too many are waiting, and says when to retry', async () => {
    const { ask, end } = createQuestions({ atOnce: 1, waiting: 1 });
    const [first, second] = [ask('a', 'a1'), ask('a', 'a2')];
    await assert.rejects(
      ask('b', 'b1'),
      (error) => error instanceof Problem && error.code === 'too_many_requests' && error.retryAfterSeconds! > 0,
    );
    await end('a1');
    await end('a2');
    await Promise.all([first, second]);
  });

  it('drops a question whose asker disconnects while it waits', async () => {
    const { ask, begun, end } = createQuestions({ atOnce: 1, waiting: 2 });
    const leaving = new AbortController();
    const first = ask('a', 'a1');
    const left = ask('b', 'b1', leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    const third = ask('c', 'c1');
    await end('a1');
    await end('c1');
    await Promise.all([first, third]);
    assert.deepEqual(begun, ['a1', 'c1']);
  });

  it('does not start a question whose asker has disconnected', async () => {
    const { ask, begun } = createQuestions({ atOnce: 1, waiting: 1 });
    await assert.rejects(ask('a', 'a1', AbortSignal.abort(new Error('left'))), /left/);
    assert.deepEqual(begun, []);
  });

  it('gives the slot of a failed question to the next', async () => {
    const gate = createQuestionGate({ atOnce: 1, perWorkspace: 1, waiting: 1 });
    const { signal } = new AbortController();
    const failed = gate.run('a', signal, () => Promise.reject(new Error('broken')));
    const next = gate.run('a', signal, () => Promise.resolve('next'));
    await assert.rejects(failed, /broken/);
    assert.equal(await next, 'next');
    assert.equal(await gate.run('a', signal, () => Promise.resolve('last')), 'last');
  });
});
