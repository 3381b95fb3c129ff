import assert from 'node:assert/strict';
import { listNames } from './nearest.ts';

describe('a list of names in a sentence', () => {
  it('holds all of a few names, and says that there are none', () => {
    assert.equal(listNames(['b', 'a'], 'c'), 'b, a');
    assert.equal(listNames([], 'c'), 'none');
    assert.equal(listNames([], 'c', 'nothing'), 'nothing');
  });

  it('holds the nearest of hundreds, and how many there are besides', () => {
    const names = Array.from({ length: 300 }, (_, index) => `get-thing-${index}`);
    const text = listNames([...names, 'create-issue'], 'creat_isue');
    assert.match(text, /^create-issue, (get-thing-\d+, ){6}get-thing-\d+ and 293 more$/);
    assert.ok(listNames(names, 'x'.repeat(10_000)).length < 200);
  });
});
