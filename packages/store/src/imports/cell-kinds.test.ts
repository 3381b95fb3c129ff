import assert from 'node:assert/strict';
import fc from 'fast-check';
import { kindOfCell, readNumber } from './cell-kinds.ts';

describe('The number in a cell', () => {
  it('is read if it is exactly the decimal that is written', () => {
    const kept: [string, number][] = [
      ['0.10', 0.1],
      ['1.50', 1.5],
      ['-.5', -0.5],
      ['1e3', 1000],
      ['1.20E-3', 0.0012],
      ['0.000', 0],
      ['-0', 0],
      ['0e999', 0],
      ['123456789.123450000000000000', 123456789.12345],
      ['99999999999999.9', 99999999999999.9],
      ['0.30000000000000004', 0.30000000000000004],
      ['10.357019999999999', 10.357019999999999],
      ['1.7976931348623157e308', Number.MAX_VALUE],
      ['5e-324', 5e-324],
    ];
    for (const [cell, number] of kept) assert.equal(readNumber(cell), number, cell);
  });

  it('is refused, and stays a text in a new field, if a number would change it', () => {
    const changed = [
      '12345678901234567',
      '12345678901234567.5',
      '12345678901234567890.5',
      '-12345678901234567.5',
      '0.123456789012345678',
      '0.10000000000000001',
      '9007199254740993.0',
      '12345678901234567e2',
      '1.2345678901234567890e5',
      '1e999',
      '1e-400',
      '4.9e-324',
    ];
    for (const cell of changed) assert.deepEqual([readNumber(cell), kindOfCell(cell)], [undefined, 'text'], cell);
  });

  it('is read exactly if the number printed back has the same value', () => {
    const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${maxLength}}$`));
    const written = fc.oneof(
      fc.tuple(digits(20), digits(22)).map(([whole, fraction]) => `${whole.replace(/^0+(?=\d)/, '')}.${fraction}`),
      fc
        .tuple(digits(20), digits(20), fc.integer({ min: -345, max: 330 }))
        .map(([whole, fraction, power]) => `${whole.replace(/^0+(?=\d)/, '')}.${fraction}e${power}`),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => `${value}`.replace('e+', 'e')),
      fc.double({ noNaN: true, min: -1e20, max: 1e20 }).map((value) => value.toFixed(20)),
    );
    fc.assert(
      fc.property(fc.boolean(), written, (isNegative, text) => {
        const cell = isNegative && !text.startsWith('-') ? `-${text}` : text;
        if (/^-?\d+$/.test(cell)) return;
        const number = Number(cell);
        const isExact = Number.isFinite(number) && equal(fractionOf(cell), fractionOf(String(number)));
        assert.equal(readNumber(cell), isExact ? number + 0 : undefined, cell);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is found without delay in a very long cell', () => {
    const beganAt = performance.now();
    assert.equal(readNumber(`0.1${'0'.repeat(1_000_000)}1`), undefined);
    assert.ok(performance.now() - beganAt < 2_000);
  });
});

/** The value of a decimal as a fraction of whole numbers. */
function fractionOf(text: string): [bigint, bigint] {
  const [mantissa = '', power = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(power) - fraction.length;
  const digits = BigInt(whole.replace('-', '') + fraction) * (text.startsWith('-') ? -1n : 1n);
  return shift < 0 ? [digits, 10n ** BigInt(-shift)] : [digits * 10n ** BigInt(shift), 1n];
}

function equal([a, b]: [bigint, bigint], [c, d]: [bigint, bigint]): boolean {
  return a * d === c * b;
}
