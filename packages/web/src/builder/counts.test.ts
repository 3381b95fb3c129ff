import assert from 'node:assert/strict';
import type { Answer, Report } from '@tallyhook/schemas';
import { countsReducer, isSlow, notCounted, type CountEvent } from './counts.ts';

const answer = (count: number) => ({ rows: [{ count }] }) as unknown as Answer;
const counted = (count: number, tookMs?: number): CountEvent => ({
  ...{ type: 'answered', answer: answer(count) },
  answered: `question ${count}`,
  tookMs,
});
const [changed, begun, stopped] = (['changed', 'begun', 'stopped'] as const).map((type) => ({ type }));
const failed: CountEvent = {
  ...{ type: 'failed', error: new Error('too long'), tookMs: 6_000 },
  failed: { type: 'ticket', chart: 'number' } satisfies Report,
};
const after = (...events: (CountEvent | undefined)[]) =>
  events.reduce((state, event) => countsReducer(state, event!), notCounted);

describe('counts of a question being edited', () => {
  it('keep the old answer until the new one arrives, even after a stop or failure', () => {
    const counting = after(begun, counted(1, 10), changed, begun);
    assert.deepEqual([counting.answer, counting.isCounting, counting.begun], [answer(1), true, 2]);
    const held = countsReducer(counting, stopped!);
    assert.deepEqual([held.answer, held.isCounting, held.waits], [answer(1), false, 'stopped']);
    const refused = countsReducer(counting, failed);
    assert.deepEqual([refused.answer, refused.isCounting, refused.error?.message], [answer(1), false, 'too long']);
    const done = countsReducer(refused, counted(2, 10));
    assert.deepEqual(done, { ...notCounted, answer: answer(2), answered: 'question 2', begun: 2, tookMs: 10 });
  });

  it('wait for the person after a count of more than 5 seconds, and start automatically otherwise', () => {
    const slow = after(begun, counted(1, 5_001), changed);
    assert.deepEqual([slow.waits, isSlow(slow), slow.answer], ['slow', true, answer(1)]);
    assert.equal(after(begun, failed, changed).waits, 'slow');
    const asked = countsReducer(slow, begun!);
    assert.deepEqual([asked.waits, asked.isCounting], [undefined, true]);
    const quick = [counted(2, 5_000), changed!].reduce(countsReducer, asked);
    assert.deepEqual([quick.waits, isSlow(quick)], [undefined, false]);
  });

  it('start automatically after a stopped count, however slow the one before it', () => {
    const state = after(begun, counted(1, 6_000), begun, stopped, changed);
    assert.deepEqual([state.waits, isSlow(state)], ['stopped', false]);
    assert.equal(countsReducer(state, begun!).waits, undefined);
  });

  it('ignore the duration of a background count', () => {
    assert.ok(isSlow(after(begun, counted(1, 6_000), counted(2))));
  });
});
