import assert from 'node:assert/strict';
import { createFormats } from './formats.ts';
import { average, count } from './sample-answers.ts';
import { linearScale } from './scales.ts';
import { fittingTicks, valueTicks } from './value-ticks.ts';

const formats = createFormats('en-GB', 'UTC');

describe('value ticks', () => {
  it('are whole numbers for counts', () => {
    const axis = linearScale({ domain: [0, 1], range: [0, 1] });
    assert.deepEqual(valueTicks(axis, 5, count), [0, 1]);
    assert.deepEqual(valueTicks(axis, 5, average), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('are as many as fit on a horizontal axis', () => {
    const widthOf = (tick: number) => 7 * formats.tick(tick).length;
    const at = (end: number, widthPx: number) =>
      fittingTicks(linearScale({ domain: [0, end], range: [0, widthPx] }), { max: 5, measure: average, widthOf });
    assert.deepEqual(at(1, 400), [0, 0.2, 0.4, 0.6, 0.8, 1]);
    assert.deepEqual(at(1e-7, 300), [0, 5e-8, 1e-7]);
    assert.deepEqual(at(1e-7, 80), [0, 1e-7]);
    assert.deepEqual(at(1e-7, 20), [0]);
  });
});
