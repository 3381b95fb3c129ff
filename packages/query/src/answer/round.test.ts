import assert from 'node:assert/strict';
import { roundMeasure } from './round.ts';

describe('a sum or an average', () => {
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
    it(`${value} leaves as ${rounded}`, () => assert.ok(Object.is(roundMeasure(value), rounded)));
  }
});
