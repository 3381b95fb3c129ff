import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimit } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { answeringWith } from '../../test/token-service.ts';
import type { Http } from '../http/http.ts';
import { runAction } from './run-action.ts';
import { takeTurnAhead } from './take-turn.ts';

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

describe('A turn that processes take together', () => {
  const rate = { limit: 5, windowMs: 1_000 };

  /** Calls a service that lets a request be written after some time. `waits` are the answers to taking a turn. */
  async function callAfter(connectingMs: number, waits: number[], isAhead = false): Promise<number> {
    let taken = 0;
    const answering = answeringWith(() => ({}));
    const http: Http = {
      ...answering.http,
      async send(request, options) {
        await sleep(connectingMs);
        await options?.mayWrite?.();
        return answering.http.send(request, options);
      },
    };
    const shared = { take: () => Promise.resolve(waits[taken++] ?? 0), pause: () => Promise.resolve() };
    const released = makePackage({ connector: { rateLimit: rate } });
    const turns = isAhead ? await takeTurnAhead(shared, released.connector, undefined) : shared;
    await runAction(released, 'call', { input: {}, account: { shop: 'fern', token: 'one' }, http, turns });
    assert.equal(answering.asked.length, 1);
    return taken;
  }

  it('is used by a request that can be written soon', async () => {
    assert.equal(await callAfter(0, []), 1);
    assert.equal(await callAfter(0, [], true), 1);
  });

  it('is too old for one that could not be written for a twentieth of the window: it takes another one', async () => {
    assert.equal(await callAfter(80, []), 2);
    assert.equal(await callAfter(80, [], true), 2);
    assert.equal(await callAfter(80, [0, 100, 0]), 3);
  });

  it('that will not come while the connection stays open fails, and nothing is sent', async () => {
    const refused = { class: 'rate_limit', mayHaveArrived: false, retryAfterMs: 9_000 };
    await assert.rejects(callAfter(80, [0, 9_000]), refused);
  });
});
