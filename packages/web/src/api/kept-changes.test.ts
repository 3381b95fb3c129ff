import assert from 'node:assert/strict';
import { sendChange } from './kept-changes.ts';

describe('changes being sent', () => {
  const page = new EventTarget();
  before(() => Object.assign(globalThis, { window: page }));
  after(() => Reflect.deleteProperty(globalThis, 'window'));

  /** Sends a change; it is answered when `end` is called. */
  function sendOne(body: string | null) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isKept: boolean | undefined;
    const sent = sendChange(body, (kept) => {
      isKept = kept;
      return promise;
    });
    const end = async (error?: Error) => {
      if (error === undefined) resolve();
      else reject(error);
      await sent.catch(() => undefined);
    };
    return { isKept: () => isKept, end };
  }
  const asksFirst = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('use keepalive while their total size fits the limit of browsers', async () => {
    const first = sendOne('ж'.repeat(20_000));
    const [empty, most, more] = [sendOne(null), sendOne('a'.repeat(25_536)), sendOne('a')];
    assert.deepEqual(
      [first, empty, most, more].map(({ isKept }) => isKept()),
      [true, true, true, false],
    );
    await more.end();
    await first.end(new Error('refused'));
    const next = sendOne('ж'.repeat(20_000));
    assert.equal(next.isKept(), true);
    for (const one of [empty, most, next]) await one.end();
  });

  it('ask before leaving the page while any is sent without keepalive', async () => {
    const kept = sendOne('a'.repeat(65_536));
    assert.equal(asksFirst(), false);
    const [one, other] = [sendOne('a'), sendOne('b')];
    assert.equal(asksFirst(), true);
    await one.end();
    assert.equal(asksFirst(), true);
    await other.end(new Error('refused'));
    assert.equal(asksFirst(), false);
    await kept.end();
  });
});
