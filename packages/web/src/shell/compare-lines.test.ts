import assert from 'node:assert/strict';
import { compareLines } from './compare-lines.ts';

const marks = { same: ' ', added: '+', removed: '-' };
const compared = (before: string, after: string) =>
  compareLines(before, after)
    .map(({ kind, text }) => marks[kind] + text)
    .join('|');

describe('two texts compared line by line', () => {
  it('keep their common lines', () => {
    assert.equal(compared('a\nb\nc', 'a\nx\nc'), ' a|-b|+x| c');
    assert.equal(compared('a\nb', 'a\nb'), ' a| b');
    assert.equal(compared('a\nb\nc\nd', 'b\nd\ne'), '-a| b|-c| d|+e');
    assert.equal(compared('a\na', 'a'), ' a|-a');
  });

  it('are taken apart as a whole if what differs is very long', () => {
    const long = (letter: string) => Array.from({ length: 5_000 }, (_, line) => `${letter}${line}`).join('\n');
    const lines = compareLines(`same\n${long('a')}`, `same\n${long('b')}`);
    assert.deepEqual(
      [lines.length, lines[0]?.kind, lines[1]?.kind, lines[5_001]?.kind],
      [10_001, 'same', 'removed', 'added'],
    );
  });
});
