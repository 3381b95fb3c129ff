import assert from 'node:assert/strict';
import { inferType } from './infer-type.ts';

const same: [string, unknown[], string][] = [
  ['a text', ['a', 'b'], 'string'],
  ['values of several kinds', [1, 'a', true], 'boolean | number | string'],
  ['one that may be null', [null, 'a'], 'string | null'],
  ['one that is always null, of which nothing is known', [null], 'unknown'],
  ['no value at all', [], 'unknown'],
  ['objects, with the keys of each', [{ a: 1 }, { b: 'x' }], '{\n  a?: number;\n  b?: string;\n}'],
  ['a key that is no plain name', [{ 'x-id': 1, "it's": 2 }], '{\n  "x-id"?: number;\n  "it\'s"?: number;\n}'],
  ['an object without keys', [{}], 'Record<string, unknown>'],
  ['the elements of all lists', [[1], ['a', null], []], '(number | string | null)[]'],
  ['a list of nothing', [[]], '(unknown)[]'],
  ['an object or a text', [{ a: [{ b: 1 }] }, 'x'], '{\n  a?: ({\n    b?: number;\n  })[];\n} | string'],
];

describe('the type that is inferred from values', () => {
  for (const [what, values, type] of same) {
    it(`is right for ${what}`, () => assert.equal(inferType(values), type));
  }
});
