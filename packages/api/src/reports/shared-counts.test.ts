import assert from 'node:assert/strict';
import { createSharedCounts } from './shared-counts.ts';

/** A count that ends on request. */
function begin() {
  const counts = createSharedCounts<string>();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let ended: AbortSignal | undefined;
  const count = counts.start('key', (signal) => {
    ended = signal;
    return promise;
  });
  return { counts, count, resolve, reject, isEnded: () => ended?.aborted };
}

describe('shared count', () => {
  it('is found while it runs, and gives everybody the same result', async () => {
    const { counts, count, resolve } = begin();
    const { signal } = new AbortController();
    assert.equal(counts.find('key'), count);
    assert.equal(counts.find('other'), undefined);
    const waiting = [count.wait(signal), counts.find('key')!.wait(signal)];
    resolve('12');
    assert.deepEqual(await Promise.all(waiting), ['12', '12']);
    assert.equal(counts.find('key'), undefined);
  });

  it('continues if one person leaves, and is stopped and forgotten when the last one does', async () => {
    const { counts, count, isEnded } = begin();
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [count.wait(one.signal), count.wait(other.signal)];
    one.abort(new Error('one left'));
    await assert.rejects(waiting[0]!, /one left/);
    assert.deepEqual([isEnded(), counts.find('key')], [false, count]);
    other.abort(new Error('the other left'));
    await assert.rejects(waiting[1]!, /the other left/);
    assert.deepEqual([isEnded(), counts.find('key')], [true, undefined]);
  });

  it('is stopped if the only person had already left, and continues if others wait', async () => {
    const left = AbortSignal.abort(new Error('left before'));
    const alone = begin();
    await assert.rejects(alone.count.wait(left), /left before/);
    assert.deepEqual([alone.isEnded(), alone.counts.find('key')], [true, undefined]);
    const wanted = begin();
    const waiting = wanted.count.wait(new AbortController().signal);
    await assert.rejects(wanted.count.wait(left), /left before/);
    assert.equal(wanted.isEnded(), false);
    wanted.resolve('12');
    assert.equal(await waiting, '12');
  });

  it('fails for everybody who waits, and for nobody once all have left', async () => {
    const { counts, count, reject } = begin();
    const { signal } = new AbortController();
    const waiting = [count.wait(signal), count.wait(signal)];
    reject(new Error('broken'));
    for (const one of waiting) await assert.rejects(one, /broken/);
    assert.equal(counts.find('key'), undefined);
  });

  it('is replaced by a newer one', async () => {
    const { counts, resolve } = begin();
    const later = Promise.withResolvers<string>();
    const again = counts.start('key', () => later.promise);
    resolve('12');
    await new Promise(setImmediate);
    assert.equal(counts.find('key'), again);
    later.resolve('13');
  });
});
