import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSharedReads, gather } from './gather.ts';

describe('calls made together', () => {
  it('answers those that arrive while a request is under way with the next one', async () => {
    const requests: number[][] = [];
    const double = gather(async (items: number[]) => {
      requests.push(items);
      await sleep(20);
      return items.map((item) => 2 * item);
    });
    const first = double(1);
    await sleep(10);
    const later = [double(2), double(3)];
    assert.deepEqual(await Promise.all([first, ...later]), [2, 4, 6]);
    assert.deepEqual(requests, [[1], [2, 3]]);
  });

  it('fails the calls of a request that fails, and no others', async () => {
    const work = gather(async (items: number[]) => {
      await sleep(5);
      if (items.includes(1)) throw new Error('no');
      return items;
    });
    const first = assert.rejects(work(1), /no/);
    await sleep(2);
    assert.equal(await work(2), 2);
    await first;
  });

  it('takes at most so many calls, and makes at most so many requests at once', async () => {
    let atOnce = 0;
    let most = 0;
    const sizes: number[] = [];
    const work = gather(
      async (items: number[]) => {
        most = Math.max(most, (atOnce += 1));
        sizes.push(items.length);
        await sleep(5);
        atOnce -= 1;
        return items;
      },
      { atMost: 3, atOnce: 2 },
    );
    const items = Array.from({ length: 10 }, (_, index) => index);
    assert.deepEqual(await Promise.all(items.map(work)), items);
    assert.equal(most, 2);
    assert.deepEqual(sizes, [3, 3, 3, 1]);
  });

  it('does not wait for a request that hangs', async () => {
    let isFirst = true;
    const work = gather(async (items: number[]) => {
      if (isFirst) {
        isFirst = false;
        await new Promise(() => undefined);
      }
      return items;
    });
    void work(1);
    await sleep(5);
    assert.equal(await work(2), 2);
  });
});

describe('shared reads', () => {
  it('never gives what was read before it was asked for', async () => {
    const share = createSharedReads();
    let value = 1;
    let reads = 0;
    const read = async () => {
      reads += 1;
      const found = value;
      await sleep(20);
      return found;
    };
    const first = share('a', read);
    await sleep(10);
    value = 2;
    assert.deepEqual(await Promise.all([first, share('a', read), share('a', read), share('b', read)]), [1, 2, 2, 2]);
    assert.equal(reads, 3);
  });

  it('reads again after a failure', async () => {
    const share = createSharedReads();
    await assert.rejects(
      share('a', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await share('a', () => Promise.resolve(1)), 1);
  });
});
