import assert from 'node:assert/strict';
import { evenBands, evenPoints, linearScale } from './scales.ts';

describe('scales', () => {
  it('map numbers to pixels evenly, upwards if the range is', () => {
    const scale = linearScale({ domain: [0, 10], range: [200, 0] });
    assert.deepEqual([0, 5, 10, 15].map(scale), [200, 100, 0, -100]);
    assert.deepEqual(scale.ticks(5), [0, 2, 4, 6, 8, 10]);
    assert.equal(linearScale({ domain: [3, 3], range: [0, 100] })(3), 50);
  });

  it('extend their domain to round numbers on request', () => {
    const nice = (from: number, to: number) => {
      const scale = linearScale({ domain: [from, to], range: [0, 100], nice: 5 });
      return [scale.ticks(5).at(0), scale.ticks(5).at(-1)];
    };
    assert.deepEqual(nice(0, 97), [0, 100]);
    assert.deepEqual(nice(-13, 1_234), [-500, 1_500]);
    assert.deepEqual(nice(0, 0.047), [0, 0.05]);
    assert.deepEqual(nice(0, 0), [0, 0]);
  });

  it('divide a range into bands, with padding between them and at the ends', () => {
    const bands = evenBands(3, { range: [10, 110], padding: 0.25 });
    const step = 100 / 3.25;
    assert.equal(bands.width, step * 0.75);
    assert.deepEqual(
      [0, 1, 2].map((index) => Math.round(bands.startOf(index))),
      [18, 48, 79],
    );
  });

  it('place points from one end of a range to the other, and a single one in the middle', () => {
    assert.deepEqual([0, 1, 2].map(evenPoints(3, [10, 50])), [10, 30, 50]);
    assert.equal(evenPoints(1, [10, 50])(0), 30);
  });
});
