import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { refuseDeepText, refuseDeepValue } from './nesting.ts';

const isRefusal = (error: unknown) => error instanceof Problem && error.code === 'invalid_request';
const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('the depth of a body', () => {
  it('may be a hundred levels', () => {
    refuseDeepText(Buffer.from(nested(100)));
    refuseDeepValue(JSON.parse(nested(100)));
  });

  for (const levels of [102, 5_000, 1_000_000]) {
    it(`may not be ${levels} levels, as text and as value`, () => {
      assert.throws(() => refuseDeepText(Buffer.from(nested(levels))), isRefusal);
      assert.throws(() => refuseDeepValue(JSON.parse(nested(levels))), isRefusal);
    });
  }

  it('is not made by brackets inside strings, also after escaped quotes', () => {
    refuseDeepText(Buffer.from(JSON.stringify({ text: '["'.repeat(500), other: `\\${'{'.repeat(500)}` })));
  });

  it('is not made by many values side by side', () => {
    const text = JSON.stringify(Array.from({ length: 500 }, () => [{}]));
    refuseDeepText(Buffer.from(text));
    refuseDeepValue(JSON.parse(text));
  });
});
