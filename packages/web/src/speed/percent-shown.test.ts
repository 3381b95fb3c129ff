import assert from 'node:assert/strict';
import { percentShown } from './percent-shown.ts';

describe('percentage of an index being built', () => {
  const building = (percent: number | null) => ({ state: 'building' as const, percent, sizeBytes: null, error: null });
  const show = (...percents: (number | null)[]) => {
    let shown: number | null = null;
    return percents.map((percent) => (shown = percentShown(shown, building(percent))));
  };

  it('never decreases or disappears while the index is built', () => {
    assert.deepEqual(show(null, 0, 22, 0, null, 60, 99), [null, 0, 22, 22, 22, 60, 99]);
  });

  it('starts over with another job', () => {
    for (const state of ['on', 'off', 'failed'] as const)
      assert.equal(percentShown(22, { ...building(null), state }), null);
    assert.equal(percentShown(null, building(3)), 3);
  });
});
