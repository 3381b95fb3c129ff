import assert from 'node:assert/strict';
import { numberText } from './number-text.ts';

describe('A number in a message', () => {
  for (const [value, format, text] of [
    [1234.5678, undefined, '1,234.568'],
    [0.00012, undefined, '0.00012'],
    [-0.0001, { unit: 'EUR' }, '€0.00'],
    [1234.5, { unit: 'EUR' }, '€1,234.50'],
    [1234.5, { unit: 'EUR', decimals: 0 }, '€1,235'],
    [1234.5, { unit: 'JPY' }, '¥1,235'],
    [0.4321, { unit: 'percent' }, '43.21%'],
    [0.4321, { unit: 'percent', decimals: 1 }, '43.2%'],
    [7, { decimals: 2 }, '7.00'],
    [12345, { thousands: false }, '12345'],
  ] as const)
    it(`is "${text}" for ${value} in the format ${JSON.stringify(format)}`, () => {
      assert.equal(numberText(value, format), text);
    });
});
