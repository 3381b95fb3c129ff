import assert from 'node:assert/strict';
import { roundMeasure } from './round.ts';

describe('rounding of sums and averages', () => {
  const rows: [number, number | null][] = [
    [0.1 + 0.2, 0.3],
    [12.639070257304708, 12.6390702573],
    [1 / 3, 0.333333333333],
    [350217607, 350217607],
    [123456789012345, 123456789012000],
    [-0, 0],
    [1e-20 / 3, 3.33333333333e-21],
    [Infinity, null],
    [NaN, null],
  ];
  for (const [value, rounded] of rows) {
    it(`rounds ${value} to ${rounded}`, () => assert.ok(Object.is(roundMeasure(value), rounded)));
  }

  const cancelled: [number, number, number | null][] = [
    // Payments and refunds of 1,000,000.10, with a rounding error.
    [7.27595761418e-11, 2_000_000.2, 0],
    [-7.27595761418e-11, 2_000_000.2, 0],
    [0.125, 2e15, 0],
    [1234.5600000012, 2e10, 1234.56],
    [1234.5600000012, 2e11, 1234.6],
    [1234.56000012, 1234.56000012, 1234.56000012],
    [12.639070257304708, 130, 12.6390702573],
    [0.1 + 0.2, 0.99999999999, 0.3],
    [3, 1e15, 0],
    [3000, 1e15, 3000],
  ];
  for (const [value, magnitude, rounded] of cancelled) {
    it(`rounds ${value} to ${rounded} if values up to ${magnitude} cancelled out`, () =>
      assert.ok(Object.is(roundMeasure(value, magnitude), rounded), String(roundMeasure(value, magnitude))));
  }

  it('keeps the digits if the magnitude is just below a power of ten', () => {
    assert.equal(roundMeasure(1.23456789e-6, 999_999.999_999_9), roundMeasure(1.23456789e-6, 1_000_000));
  });
});
