import assert from 'node:assert/strict';
import { putBetween } from './publish.ts';

describe('a measurement that is kept', () => {
  const page = 'before\n<!-- a: begin -->\nold\n<!-- a: end -->\nafter\n';

  it('replaces the last one, and nothing around it', () => {
    const once = putBetween(page, 'a', 'new\n');
    assert.equal(once, 'before\n<!-- a: begin -->\n\nnew\n\n<!-- a: end -->\nafter\n');
    assert.equal(putBetween(once, 'a', 'new'), once);
  });

  it('has a place on the page', () => {
    assert.throws(() => putBetween(page, 'b', 'new'), /no marks/);
  });
});
