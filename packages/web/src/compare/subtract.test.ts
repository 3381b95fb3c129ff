import assert from 'node:assert/strict';
import { subtract } from './subtract.ts';

describe('subtract', () => {
  const rows: [one: number, other: number, difference: number][] = [
    [0.3, 0.1, 0.2],
    [0.1, 0.3, -0.2],
    [1.1, 1, 0.1],
    [1_000_000.01, 1_000_000, 0.01],
    [-0.05, 0.05, -0.1],
    [-1.005, -1.005, 0],
    [1e21, 1, 1e21 - 1],
    [1e-7, 2e-7, -1e-7],
    [9_007_199_254_740_991, 9_007_199_254_740_990, 1],
    [2.5e-10, 0, 2.5e-10],
  ];
  for (const [one, other, difference] of rows) {
    it(`gives ${difference} for ${one} − ${other}`, () => assert.equal(subtract(one, other), difference));
  }
});
