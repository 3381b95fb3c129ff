import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { refuseDeepText } from './nesting.ts';

const isRefusal = (error: unknown) => error instanceof Problem && error.code === 'invalid_request';
const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('the depth of a body', () => {
  it('may be a hundred levels', () => {
    refuseDeepText(nested(100), 'The body');
  });

  for (const levels of [102, 5_000, 1_000_000]) {
    it(`may not be ${levels} levels`, () => {
      assert.throws(() => refuseDeepText(nested(levels), 'The body'), isRefusal);
    });
  }

  it('is not made by brackets inside strings, also after escaped quotes', () => {
    refuseDeepText(JSON.stringify({ text: '["'.repeat(500), other: `\\${'{'.repeat(500)}` }), 'The body');
  });

  it('is not made by many values side by side', () => {
    refuseDeepText(JSON.stringify(Array.from({ length: 500 }, () => [{}])), 'The body');
  });
});
