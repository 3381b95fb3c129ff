import assert from 'node:assert/strict';
import { percentShown } from './percent-shown.ts';

describe('the percentage of an index that is built', () => {
  const building = (percent: number | null) => ({ state: 'building' as const, percent, sizeBytes: null, error: null });
  const show = (...percents: (number | null)[]) => {
    let shown: number | null = null;
    return percents.map((percent) => (shown = percentShown(shown, building(percent))));
  };

  it('never gets less, nor goes away, while the index is built', () => {
    assert.deepEqual(show(null, 0, 22, 0, null, 60, 99), [null, 0, 22, 22, 22, 60, 99]);
  });

  it('begins anew with another job', () => {
    for (const state of ['on', 'off', 'failed'] as const)
      assert.equal(percentShown(22, { ...building(null), state }), null);
    assert.equal(percentShown(null, building(3)), 3);
  });
});
