import assert from 'node:assert/strict';
import { extentOf, stackParts, sumOf, sumOfParts } from './stack.ts';

const series = (...rows: (number | null)[][]) => rows.map((values, key) => ({ key, label: String(key), values }));

describe('parts of a bar', () => {
  it('stack upwards above zero and downwards below, without empty parts', () => {
    assert.deepEqual(stackParts(series([3], [null], [-2], [4], [0], [-1]), 0), [
      { series: 0, from: 0, to: 3 },
      { series: 2, from: 0, to: -2 },
      { series: 3, from: 3, to: 7 },
      { series: 5, from: -2, to: -3 },
    ]);
  });

  it('give the extent of the axis, including zero', () => {
    const given = series([3, 5], [4, -6]);
    assert.deepEqual(extentOf(given, 'stacked'), [-6, 7]);
    assert.deepEqual(extentOf(given, 'grouped'), [-6, 5]);
    assert.deepEqual(extentOf(series([]), 'grouped'), [0, 0]);
  });

  it('add up, ignoring missing values; without any value the sum has none', () => {
    const given = series([3, null, 0], [null, null, null], [-1, null, null]);
    assert.deepEqual([0, 1, 2].map((group) => sumOfParts(given, group)), [2, null, 0]); // prettier-ignore
  });

  it('add up with the precision of sums in answers', () => {
    const given = series([3_000_000_370_370_000, 0.1], [2_000_000_000_000_005, 0.2]);
    assert.deepEqual([0, 1].map((group) => sumOfParts(given, group)), [5_000_000_370_370_000, 0.3]); // prettier-ignore
    const cancelling = [[0.1, 1e6], [0.2, 0.1], [-0.3, -1e6]]; // prettier-ignore
    assert.deepEqual(cancelling[0]!.map((_, index) => sumOf(cancelling.map((values) => values[index]!))), [0, 0.1]); // prettier-ignore
  });
});
