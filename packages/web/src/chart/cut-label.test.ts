import assert from 'node:assert/strict';
import { cutLabel } from './cut-label.ts';

describe('chart labels', () => {
  const perSign = (text: string) => [...text].length;

  it('are cut between characters if they do not fit', () => {
    assert.equal(cutLabel('Billing', 7, perSign), 'Billing');
    assert.equal(cutLabel('Help pages', 6, perSign), 'Help…');
    assert.equal(cutLabel('👩‍🚀🚀🚀🚀', 3, perSign).endsWith('…'), true);
    assert.equal(cutLabel('Billing', 0, perSign), '…');
  });
});
