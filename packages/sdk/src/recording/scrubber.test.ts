import assert from 'node:assert/strict';
import { createScrubber, redacted } from './scrubber.ts';

describe('what takes credentials out', () => {
  it('leaves alone what it has put in, where that holds another credential', () => {
    const scrubber = createScrubber([
      { name: 'first', secret: 'alphabet', madeUp: 'test-beta' },
      { name: 'second', secret: 'beta', madeUp: 'test-b' },
    ]);
    assert.equal(scrubber.text('alphabet beta'), 'test-beta test-b');
  });

  it('takes one sign out without garbling names, in keys and in texts', () => {
    const scrubber = createScrubber([{ name: 'key', secret: 'k', madeUp: redacted }], new Set(['x-api-key', 'k']));
    assert.deepEqual(scrubber.value({ 'x-api-key': 'k', other: 'x-api-key k', k: 1, ok: 2 }), {
      'x-api-key': redacted,
      other: `x-api-key ${redacted}`,
      k: 1,
      [`o${redacted}`]: 2,
    });
  });
});
