import assert from 'node:assert/strict';
import type { RateLimit } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { answeringWith } from '../../test/token-service.ts';
import { runAction } from './run-action.ts';

/** Calls an action with a rate limit at times chosen by the test, and records the waits. */
function scene(rateLimit: RateLimit) {
  const { http, asked } = answeringWith(() => ({}));
  const released = makePackage({ connector: { rateLimit } });
  const waited: number[] = [];
  const call = async (now: number, token = 'test-one', pause = true): Promise<number> => {
    waited.length = 0;
    const note = async (waitMs: number): Promise<void> => void waited.push(waitMs);
    const account = { shop: 'fern', token };
    const options = { input: {}, account, http, now: () => now, ...(pause && { pause: note }) };
    await runAction(released, 'call', options);
    return waited[0] ?? 0;
  };
  return { call, asked };
}

describe("a connector's rate limit", () => {
  it('allows the declared requests per period and delays the others', async () => {
    const { call } = scene({ limit: 2, windowMs: 1000 });
    assert.deepEqual([await call(0), await call(100), await call(200), await call(300)], [0, 0, 800, 800]);
    assert.deepEqual([await call(1100), await call(5000), await call(5000), await call(5000)], [900, 0, 0, 1000]);
  });

  it('applies per account unless all accounts share it', async () => {
    const each = scene({ limit: 1, windowMs: 1000 });
    assert.deepEqual([await each.call(0), await each.call(0, 'test-two'), await each.call(0)], [0, 0, 1000]);
    const all = scene({ limit: 1, windowMs: 1000, scope: 'connector' });
    assert.deepEqual([await all.call(0), await all.call(0, 'test-two')], [0, 1000]);
  });

  it('fails with the waiting time instead of a long wait, and sends nothing', async () => {
    const { call, asked } = scene({ limit: 1, windowMs: 3_600_000 });
    await call(0);
    const refused = { class: 'rate_limit', mayHaveArrived: false };
    await assert.rejects(call(10, 'test-one', false), { ...refused, retryAfterMs: 3_599_990 });
    await assert.rejects(call(3_599_000 - 60_000, 'test-one', false), { ...refused, retryAfterMs: 61_000 });
    assert.equal(asked.length, 1);
    assert.equal(await call(3_600_000), 0);
  });

  it('does not apply if the connector declares none', async () => {
    const { call } = scene({ remaining: 'x-left' });
    assert.deepEqual([await call(0), await call(0), await call(0)], [0, 0, 0]);
  });
});
