import assert from 'node:assert/strict';
import type { NumberFormat } from '@tallyhook/schemas';
import { choiceOf, formatOf } from './number-format.ts';

describe('the form of a number format', () => {
  it('returns each format as it was', () => {
    const formats: NumberFormat[] = [
      { unit: 'EUR' },
      { unit: 'percent', decimals: 1 },
      { decimals: 0, thousands: false },
      { unit: 'JPY', decimals: 0, thousands: false },
    ];
    assert.deepEqual(formats.map(choiceOf).map(formatOf), formats);
  });

  it('removes the format if nothing is chosen', () => {
    assert.deepEqual(choiceOf(), { shownAs: 'number', currency: 'USD', decimals: '', thousands: true });
    assert.equal(formatOf(choiceOf()), null);
    assert.equal(formatOf(choiceOf({ thousands: true })), null);
  });
});
