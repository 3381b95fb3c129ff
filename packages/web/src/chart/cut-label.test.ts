import assert from 'node:assert/strict';
import { cutLabel } from './cut-label.ts';

describe('the labels of a chart', () => {
  const perSign = (text: string) => [...text].length;

  it('are cut where there is no room, whole signs at a time', () => {
    assert.equal(cutLabel('Billing', 7, perSign), 'Billing');
    assert.equal(cutLabel('Help pages', 6, perSign), 'Help…');
    assert.equal(cutLabel('👩‍🚀🚀🚀🚀', 3, perSign).endsWith('…'), true);
    assert.equal(cutLabel('Billing', 0, perSign), '…');
  });
});
