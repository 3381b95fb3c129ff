import assert from 'node:assert/strict';
import { isUsedUp } from './wait-before-retry.ts';

describe('the header that says how many requests are left', () => {
  it('is the usual one, or the one that is declared', () => {
    assert.equal(isUsedUp({ 'x-ratelimit-remaining': '0' }), true);
    assert.equal(isUsedUp({ 'x-ratelimit-remaining': '0', left: '1' }, 'left'), false);
  });

  it('may be absent whatever it is called', () => {
    assert.equal(isUsedUp({}, 'constructor'), false);
  });
});
