import assert from 'node:assert/strict';
import { putBetween } from './publish.ts';

describe('Saved measurements', () => {
  const page = 'before\n<!-- a: begin -->\nold\n<!-- a: end -->\nafter\n';

  it('replace the previous one and nothing around it', () => {
    const once = putBetween(page, 'a', 'new\n');
    assert.equal(once, 'before\n<!-- a: begin -->\n\nnew\n\n<!-- a: end -->\nafter\n');
    assert.equal(putBetween(once, 'a', 'new'), once);
  });

  it('need markers on the page', () => {
    assert.throws(() => putBetween(page, 'b', 'new'), /no markers/);
  });
});
