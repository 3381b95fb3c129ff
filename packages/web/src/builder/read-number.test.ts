import assert from 'node:assert/strict';
import { readNumber, shownNumber, stepNumber, type TypedText } from './read-number.ts';

describe('a typed number', () => {
  it('is read as typed', () => {
    const numbers = {
      '-3': -3,
      '0.5': 0.5,
      '.5': 0.5,
      '1.': 1,
      '+7': 7,
      '007': 7,
      ' 12 ': 12,
      '-0.0': -0,
      '10.050': 10.05,
    };
    const grouped = { '1,500': 1500, '1,500.25': 1500.25, '-12,345,678': -12_345_678 };
    const exponents = {
      '1e3': 1000,
      '-1.25E-2': -0.0125,
      '1e+21': 1e21,
      '0.00000001': 1e-8,
      '9007199254740992': 2 ** 53,
    };
    for (const [typed, number] of Object.entries({ ...numbers, ...grouped, ...exponents }))
      assert.deepEqual(readNumber(typed), { number }, typed);
    assert.deepEqual(readNumber(' '), {});
  });

  it('is read back from how programs and pages write it', () => {
    const format = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
    for (let power = -12; power <= 12; power += 1)
      for (const digits of [1, 7, 123, -98_765, 1_234_567, -99_999_999]) {
        const number = Number(`${digits}e${power}`);
        assert.deepEqual(readNumber(String(number)), { number });
        assert.deepEqual(readNumber(format.format(number)), { number });
      }
  });

  it('is invalid if reading it would drop a character', () => {
    for (const typed of ['-', '.', 'e3', '1e', '5-', '--5', '1.5.2', '1,,500', '1,5.2', '12 000', '0x10', 'Infinity'])
      assert.deepEqual(readNumber(typed), { problem: 'Type a number' }, typed);
  });

  it('is invalid with a decimal comma, and says how to write it', () => {
    const meant = {
      '1,5': '1.5',
      '-0,25': '-0.25',
      '1.234,5': '1234.5',
      '0,500': '0.500',
      ',500': '.500',
      '1,5000': '1.5000',
    };
    for (const [typed, written] of Object.entries(meant))
      assert.deepEqual(readNumber(typed), { problem: `Use a decimal point: ${written}` }, typed);
  });

  it('is invalid if it would lose digits', () => {
    for (const typed of ['1e400', '-1e400', '1e-400', '9007199254740993', '0.12345678901234567891', '1'.repeat(200)])
      assert.deepEqual(readNumber(typed), { problem: 'This number has too many digits' }, typed);
  });

  it('must be whole and within the limits, if there are any', () => {
    const limits = { isWhole: true, min: 0, max: 99_999 };
    for (const [typed, number] of Object.entries({ '0': 0, '14': 14, '1e1': 10, '99,999': 99_999 }))
      assert.deepEqual(readNumber(typed, limits), { number }, typed);
    for (const typed of ['-5', '1.5', '1,5', '100000', '1e400', 'a'])
      assert.deepEqual(readNumber(typed, limits), { problem: 'Type a whole number from 0 to 99,999' }, typed);
  });
});

describe('a number field', () => {
  /** Types a text character by character and checks what is shown; returns the final number. */
  function type(text: string): number | undefined {
    let [value, typed]: [number | undefined, TypedText | undefined] = [1, undefined];
    for (let length = 1; length <= text.length; length += 1) {
      const begun = text.slice(0, length);
      value = readNumber(begun).number;
      typed = { text: begun, value };
      assert.equal(shownNumber(typed, value), begun);
    }
    return value;
  }

  it('shows the text as typed, at every keystroke', () => {
    const numbers = { '0.5': 0.5, '12.25': 12.25, '10.05': 10.05, '-2.5': -2.5, '-3': -3, '1e3': 1000 };
    const long = { '0.00000001': 1e-8, '1000000000000000': 1e15, '1,500.25': 1500.25 };
    for (const [text, number] of Object.entries({ ...numbers, ...long })) assert.equal(type(text), number, text);
    for (const text of ['1,5', '1.234,5', '5-', '-', '1e400']) assert.equal(type(text), undefined, text);
  });

  it('shows the number once it loses the focus, or when somebody else changes it', () => {
    assert.equal(shownNumber(undefined, 1000), '1000');
    assert.equal(shownNumber(undefined, undefined), '');
    assert.equal(shownNumber({ text: '1e3', value: 1000 }, 7), '7');
    assert.equal(shownNumber({ text: '5-', value: undefined }, 7), '7');
  });

  it('steps up and down without rounding errors', () => {
    assert.deepEqual([stepNumber(10.05, 1), stepNumber(11.05, -1)], ['11.05', '10.05']);
    assert.deepEqual([stepNumber(1.1, -1), stepNumber(-0.3, 1)], ['0.1', '0.7']);
    assert.deepEqual([stepNumber(undefined, 1), stepNumber(undefined, -1)], ['0', '0']);
  });
});
