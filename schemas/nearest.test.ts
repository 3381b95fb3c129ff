import assert from 'node:assert/strict';
import { listNames, nearest } from './nearest.ts';

describe('nearest name', () => {
  const rows: [string, string[], string | undefined][] = [
    ['statsu', ['title', 'status'], 'status'],
    ['help_text', ['helpText'], 'helpText'],
    ['id', ['name', 'ids'], 'ids'],
    ['C', ['n', 'c'], 'c'],
    // Words in another script.
    ['закрыто', ['Новое', 'Закрыто'], 'Закрыто'],
    ['ново', ['закрыто', 'новое'], 'новое'],
    ['В_работе', ['в работе'], 'в работе'],
    ['Κλειστό', ['κλειστό'], 'κλειστό'],
    // The plural of a word in -y.
    ['retries', ['rateLimit', 'retry'], 'retry'],
    ['category', ['categories'], 'categories'],
    ['series', ['entry'], undefined],
    // Nothing in common.
    ['c', ['n', 'x'], undefined],
    ['c', ['no', 'ab'], undefined],
    ['--c', ['n'], undefined],
    ['priority', ['parity_of'], undefined],
  ];
  for (const [given, names, expected] of rows) {
    it(`for "${given}" among ${names.join(', ')} is ${expected ?? 'none'}`, () => {
      assert.equal(nearest(given, names), expected);
    });
  }
});

describe('list of names in a sentence', () => {
  it('names all of a few, and says "none" if there are none', () => {
    assert.equal(listNames(['b', 'a'], 'c'), 'b, a');
    assert.equal(listNames([], 'c'), 'none');
    assert.equal(listNames([], 'c', 'nothing'), 'nothing');
  });

  it('names the nearest of hundreds, and how many more there are', () => {
    const names = Array.from({ length: 300 }, (_, index) => `get-thing-${index}`);
    const text = listNames([...names, 'create-issue'], 'creat_isue');
    assert.match(text, /^create-issue, (get-thing-\d+, ){6}get-thing-\d+ and 293 more$/);
    assert.ok(listNames(names, 'x'.repeat(10_000)).length < 200);
  });
});
