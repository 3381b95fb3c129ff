import assert from 'node:assert/strict';
import { inferType } from './infer-type.ts';

const same: [string, unknown[], string][] = [
  ['a text', ['a', 'b'], 'string'],
  ['values of several kinds', [1, 'a', true], 'boolean | number | string'],
  ['a value that may be null', [null, 'a'], 'string | null'],
  ['a value that is always null', [null], 'unknown'],
  ['no values', [], 'unknown'],
  ['objects, with the keys of each', [{ a: 1 }, { b: 'x' }], '{\n  a?: number;\n  b?: string;\n}'],
  ['a key that is not an identifier', [{ 'x-id': 1, "it's": 2 }], '{\n  "x-id"?: number;\n  "it\'s"?: number;\n}'],
  ['an object without keys', [{}], 'Record<string, unknown>'],
  ['the elements of all lists', [[1], ['a', null], []], '(number | string | null)[]'],
  ['an empty list', [[]], '(unknown)[]'],
  ['an object or a text', [{ a: [{ b: 1 }] }, 'x'], '{\n  a?: ({\n    b?: number;\n  })[];\n} | string'],
];

describe('inferred type', () => {
  for (const [what, values, type] of same) {
    it(`is right for ${what}`, () => assert.equal(inferType(values), type));
  }
});
