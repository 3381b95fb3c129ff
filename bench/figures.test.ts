import assert from 'node:assert/strict';
import { allowedMs, markdownTable, median, medianError, quantile, ratio, shown } from './figures.ts';

describe('Figures', () => {
  it('have a median for any order and count', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([10, 9, 100, 1]), 9.5);
    assert.throws(() => median([]));
  });

  it('have quantiles interpolated between neighbours', () => {
    assert.equal(quantile([0, 10], 0.95), 9.5);
    assert.equal(quantile([5], 0.95), 5);
  });

  it('have a median error that holds 19 times in 20, even for skewed values', () => {
    let state = 1;
    // Park and Miller's generator; exponentially distributed times have the median ln 2.
    const draw = () => -Math.log((state = (state * 48271) % 2147483647) / 2147483647);
    const rounds = 2_000;
    const near = Array.from({ length: rounds }, () => Array.from({ length: 31 }, draw)).filter(
      (times) => Math.abs(median(times) - Math.LN2) <= medianError(times),
    );
    assert.ok(near.length > 0.9 * rounds && near.length < 0.98 * rounds, `${near.length} of ${rounds}`);
  });

  it('have ratios with two decimals, but not to zero', () => {
    assert.equal(ratio(110, 100), '1.10');
    assert.throws(() => ratio(1, 0));
  });

  it('are formatted with a sensible number of digits', () => {
    assert.deepEqual([0.456, 12.345, 123.4].map(shown), ['0.46', '12.3', '123']);
  });

  it('form a Markdown table whose rows match its columns', () => {
    assert.equal(markdownTable(['a', 'b'], [['x|y', '1']]), '| a | b |\n| --- | ---: |\n| x\\|y | 1 |');
    assert.throws(() => markdownTable(['a', 'b'], [['x']]), /1 cells under 2/);
  });

  it('may exceed the base by a tenth above 50 ms, and by 5 ms below', () => {
    assert.equal(Math.round(allowedMs(100)), 110);
    assert.equal(allowedMs(50), 55);
    assert.equal(allowedMs(1), 6);
  });
});
