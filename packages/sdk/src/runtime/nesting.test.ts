import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { refuseHeavyText, refuseManyFields } from './nesting.ts';

const isRefusal = (error: unknown) => error instanceof Problem && error.code === 'invalid_request';
const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('body nesting', () => {
  it('allows a hundred levels', () => {
    refuseHeavyText(nested(100), 'The body');
  });

  for (const levels of [102, 5_000, 1_000_000]) {
    it(`refuses ${levels} levels`, () => {
      assert.throws(() => refuseHeavyText(nested(levels), 'The body'), isRefusal);
    });
  }

  it('ignores brackets inside strings, even after escaped quotes', () => {
    refuseHeavyText(JSON.stringify({ text: '["'.repeat(500), other: `\\${'{'.repeat(500)}` }), 'The body');
  });

  it('ignores the number of sibling values', () => {
    refuseHeavyText(JSON.stringify(Array.from({ length: 500 }, () => [{}])), 'The body');
  });

  it('refuses more values than a service sends, whatever they are, and counts none inside strings', () => {
    const refused = { code: 'invalid_request', message: /more than 200000 values/ };
    const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;
    assert.throws(() => refuseHeavyText(keys(200_001), 'The body'), refused);
    assert.throws(() => refuseHeavyText(`[${'[],'.repeat(150_000)}1]`, 'The body'), refused);
    refuseHeavyText(keys(199_000), 'The body');
    refuseHeavyText(JSON.stringify([',"[{'.repeat(300_000), '\\"'.repeat(10), '\\']), 'The body');
  });

  it('refuses a form with more than 10,000 fields', () => {
    assert.throws(() => refuseManyFields(Buffer.from('a&'.repeat(10_000))), { code: 'invalid_request' });
    refuseManyFields(Buffer.from('a=1&'.repeat(9_999)));
  });
});
