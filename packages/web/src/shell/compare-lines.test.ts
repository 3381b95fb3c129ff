import assert from 'node:assert/strict';
import { compareLines, leaveOutSame } from './compare-lines.ts';

const marks = { same: ' ', added: '+', removed: '-', leftOut: '…' };
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

  it('leave out same lines far from any change, and say how many', () => {
    const lines = Array.from({ length: 12 }, (_, line) => String(line));
    const changed = lines.with(6, 'x').join('\n');
    const shown = leaveOutSame(compareLines(lines.join('\n'), changed)).map(({ kind, text }) => marks[kind] + text);
    assert.equal(shown.join('|'), '…3 lines| 3| 4| 5|-6|+x| 7| 8| 9|…2 lines');
    assert.deepEqual(leaveOutSame(compareLines('a\nb', 'a\nb')), [{ kind: 'leftOut', text: '2 lines' }]);
  });
});
