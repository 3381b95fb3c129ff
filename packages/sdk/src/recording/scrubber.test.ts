import assert from 'node:assert/strict';
import { createScrubber } from './scrubber.ts';

describe('scrubber', () => {
  it('does not change its made-up values that contain another credential', () => {
    const scrubber = createScrubber([
      { name: 'first', secret: 'alphabet', madeUp: 'test-beta' },
      { name: 'second', secret: 'beta', madeUp: 'test-b' },
    ]);
    assert.equal(scrubber.text('alphabet beta'), 'test-beta test-b');
  });
});
