import assert from 'node:assert/strict';
import { isUsedUp } from './wait-before-retry.ts';

describe('header with the remaining requests', () => {
  it('is the usual one or the declared one', () => {
    assert.equal(isUsedUp({ 'x-ratelimit-remaining': '0' }), true);
    assert.equal(isUsedUp({ 'x-ratelimit-remaining': '0', left: '1' }, 'left'), false);
  });

  it('may be absent under any name', () => {
    assert.equal(isUsedUp({}, 'constructor'), false);
  });
});
