import assert from 'node:assert/strict';
import { setImmediate as nextRound } from 'node:timers/promises';
import { TaskQueue } from './task-queue.ts';

describe('TaskQueue', () => {
  /** Takes slots that are held until they are ended, and records which tasks have started. */
  function takeTurns(max: () => number = () => 2, isUrgent: (name: string) => boolean = () => false) {
    const turns = new TaskQueue(max, isUrgent);
    const begun: string[] = [];
    const ends = new Map<string, (error?: Error) => void>();
    const take = (name: string, signal = new AbortController().signal) =>
      turns.take(name, signal, () => {
        begun.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
        );
      });
    const end = async (name: string, error?: Error) => {
      ends.get(name)!(error);
      await nextRound();
    };
    return { turns, begun, take, end };
  }

  it('runs a few tasks at once, in order, and continues after a failure', async () => {
    const { turns, begun, take, end } = takeTurns();
    const taken = ['a', 'b', 'c', 'd'].map((name) => take(name));
    await nextRound();
    assert.deepEqual(begun, ['a', 'b']);
    assert.deepEqual([turns.isWaiting('b'), turns.isWaiting('c')], [false, true]);
    const failed = assert.rejects(taken[1]!, /no figures/);
    await end('b', new Error('no figures'));
    await failed;
    assert.deepEqual(begun, ['a', 'b', 'c']);
    await end('a');
    assert.deepEqual([begun, turns.isWaiting('d')], [['a', 'b', 'c', 'd'], false]);
    assert.equal(await taken[0], 'a');
  });

  it('skips tasks that are aborted while waiting or before they are queued', async () => {
    const { turns, begun, take, end } = takeTurns(() => 1);
    const leaving = new AbortController();
    const first = take('first');
    const left = assert.rejects(take('left', leaving.signal), { name: 'AbortError' });
    const last = take('last');
    leaving.abort();
    await left;
    assert.equal(turns.isWaiting('left'), false);
    await end('first');
    assert.deepEqual(begun, ['first', 'last']);
    await end('last');
    assert.deepEqual(await Promise.all([first, last]), ['first', 'last']);
    await assert.rejects(take('late', leaving.signal), { name: 'AbortError' });
    assert.deepEqual(begun, ['first', 'last']);
  });

  it('applies a changed limit when a task ends, and notifies listeners', async () => {
    let max = 1;
    const { turns, begun, take, end } = takeTurns(() => max);
    const lengths: boolean[] = [];
    const stop = turns.listen(() => lengths.push(turns.isWaiting('c')));
    for (const name of ['a', 'b', 'c']) void take(name);
    await nextRound();
    max = 2;
    await end('a');
    assert.deepEqual(begun, ['a', 'b', 'c']);
    stop();
    void take('d');
    assert.deepEqual(lengths, [true, false]);
  });

  it('starts urgent tasks first, also among tasks queued at once', async () => {
    const urgent = new Set(['c', 'd']);
    const { begun, take, end } = takeTurns(
      () => 1,
      (name) => urgent.has(name),
    );
    for (const name of ['a', 'b', 'c', 'd', 'e']) void take(name);
    await nextRound();
    assert.deepEqual(begun, ['c']);
    urgent.clear();
    urgent.add('e');
    for (const name of ['c', 'e', 'a', 'b', 'd']) await end(name);
    assert.deepEqual(begun, ['c', 'e', 'a', 'b', 'd']);
  });
});
