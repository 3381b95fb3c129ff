import assert from 'node:assert/strict';
import { allowedMs, markdownTable, median, medianError, quantile, ratio, shown } from './figures.ts';

describe('the figures of a measurement', () => {
  it('have a median, whatever their order and number', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([10, 9, 100, 1]), 9.5);
    assert.throws(() => median([]));
  });

  it('have quantiles between neighbours in proportion', () => {
    assert.equal(quantile([0, 10], 0.95), 9.5);
    assert.equal(quantile([5], 0.95), 5);
  });

  it('know how far their median may be from the true one, nineteen times of twenty, however skew they are', () => {
    let state = 1;
    // Park and Miller's generator; exponentially distributed times have the median ln 2.
    const draw = () => -Math.log((state = (state * 48271) % 2147483647) / 2147483647);
    const rounds = 2_000;
    const near = Array.from({ length: rounds }, () => Array.from({ length: 31 }, draw)).filter(
      (times) => Math.abs(median(times) - Math.LN2) <= medianError(times),
    );
    assert.ok(near.length > 0.9 * rounds && near.length < 0.98 * rounds, `${near.length} of ${rounds}`);
  });

  it('have ratios with two decimals, and none to nothing', () => {
    assert.equal(ratio(110, 100), '1.10');
    assert.throws(() => ratio(1, 0));
  });

  it('are shown with as many digits as they can bear', () => {
    assert.deepEqual([0.456, 12.345, 123.4].map(shown), ['0.46', '12.3', '123']);
  });

  it('stand in a Markdown table whose rows all have its columns', () => {
    assert.equal(markdownTable(['a', 'b'], [['x|y', '1']]), '| a | b |\n| --- | ---: |\n| x\\|y | 1 |');
    assert.throws(() => markdownTable(['a', 'b'], [['x']]), /1 cells under 2/);
  });

  it('may be a tenth above the base beyond 50 ms, and 5 ms below', () => {
    assert.equal(Math.round(allowedMs(100)), 110);
    assert.equal(allowedMs(50), 55);
    assert.equal(allowedMs(1), 6);
  });
});
