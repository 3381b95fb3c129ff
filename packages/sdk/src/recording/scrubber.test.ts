import assert from 'node:assert/strict';
import { createScrubber } from './scrubber.ts';

describe('what takes credentials out', () => {
  it('leaves alone what it has put in, where that holds another credential', () => {
    const scrubber = createScrubber([
      { name: 'first', secret: 'alphabet', madeUp: 'test-beta' },
      { name: 'second', secret: 'beta', madeUp: 'test-b' },
    ]);
    assert.equal(scrubber.text('alphabet beta'), 'test-beta test-b');
  });
});
