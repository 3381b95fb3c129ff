import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { refuseDeepText } from './nesting.ts';

const isRefusal = (error: unknown) => error instanceof Problem && error.code === 'invalid_request';
const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('body nesting', () => {
  it('allows a hundred levels', () => {
    refuseDeepText(nested(100), 'The body');
  });

  for (const levels of [102, 5_000, 1_000_000]) {
    it(`refuses ${levels} levels`, () => {
      assert.throws(() => refuseDeepText(nested(levels), 'The body'), isRefusal);
    });
  }

  it('ignores brackets inside strings, even after escaped quotes', () => {
    refuseDeepText(JSON.stringify({ text: '["'.repeat(500), other: `\\${'{'.repeat(500)}` }), 'The body');
  });

  it('ignores the number of sibling values', () => {
    refuseDeepText(JSON.stringify(Array.from({ length: 500 }, () => [{}])), 'The body');
  });
});
