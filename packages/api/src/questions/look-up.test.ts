import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { startTurn } from '@tallyhook/store/questions';
import { lookUp, type LookUp } from './look-up.ts';
import { createQuestionGate } from './question-gate.ts';

const questions = { atOnce: 1, perWorkspace: 1, waiting: 1 };
const words = {
  tookTooLong: () => new Problem('query_timeout', 'It took too long.'),
  waitedTooLong: () => new Problem('too_many_requests', 'It waited too long.', { retryAfterSeconds: 1 }),
};
const endless = () => new Promise<never>(() => undefined);

describe('lookup for a question', () => {
  const begin = <Found>(
    look: LookUp<Found>['look'],
    {
      questionGate = createQuestionGate(questions),
      signal,
    }: Partial<{ questionGate: ReturnType<typeof createQuestionGate>; signal: AbortSignal }> = {},
  ) =>
    lookUp({ questionGate }, { workspaceId: 'w', turn: startTurn({ limitMs: 200, left: signal }) }, { ...words, look });

  it('returns what it finds, and knows how much of the question’s time is left', async () => {
    const leftMs = await begin(({ deadlineAt }) => Promise.resolve(deadlineAt - Date.now()));
    assert.ok(leftMs > 100 && leftMs <= 200, String(leftMs));
  });

  it('ends when the question runs out of time', async () => {
    let ended: AbortSignal | undefined;
    const asked = begin(({ signal }) => {
      ended = signal;
      return endless();
    });
    await assert.rejects(asked, /It took too long/);
    assert.ok(ended?.aborted);
  });

  it('queues with other questions, and says so if it only waited', async () => {
    const questionGate = createQuestionGate(questions);
    const leave = Promise.withResolvers<void>();
    const running = questionGate.run('w', new AbortController().signal, () => leave.promise);
    let isLooking = false;
    const waiting = begin(() => Promise.resolve((isLooking = true)), { questionGate });
    await assert.rejects(begin(endless, { questionGate }), {
      code: 'too_many_requests',
      message: /waiting for their turn/,
    });
    await assert.rejects(waiting, /It waited too long/);
    assert.equal(isLooking, false);
    leave.resolve();
    await running;
    assert.equal(await begin(() => Promise.resolve('found'), { questionGate }), 'found');
  });

  it('ends when nobody waits for it', async () => {
    const leaving = new AbortController();
    const asked = begin(endless, { signal: leaving.signal });
    await sleep(10);
    leaving.abort(new Error('left'));
    await assert.rejects(asked, /left/);
  });
});
