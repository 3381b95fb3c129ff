import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import type { ParameterTable } from '../parameters.ts';
import { readParameters, searchOf } from './check-parameters.ts';

const table = {
  type: { kind: 'text', required: true, maxLength: 5 },
  limit: { kind: 'integer', minimum: 1, maximum: 10 },
  missing: { kind: 'choice', values: ['empty', 'refuse'] },
  labels: { kind: 'flag' },
  relation: { kind: 'list', maxItems: 2 },
} as const satisfies ParameterTable;

const read = (search: string) => readParameters(new URLSearchParams(search), table);

const codesOf = (search: string): string[] => {
  try {
    read(search);
    return [];
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === 'invalid_request');
    return error.errors.map(({ pointer, code }) => `${pointer} ${code}`);
  }
};

describe('query parameters', () => {
  const refused: [string, string[]][] = [
    ['', ['#/type missing_key']],
    ['type=', ['#/type missing_key']],
    ['type=a&type=b', ['#/type repeated']],
    ['type=abcdef', ['#/type too_long']],
    ['type=a&tipe=b', ['#/tipe unknown_key']],
    ['type=a&type[$ne]=b', ['#/type[$ne] unknown_key']],
    ['type=a&__proto__=b&constructor=c', ['#/__proto__ unknown_key', '#/constructor unknown_key']],
    ['type=a&limit=0', ['#/limit out_of_range']],
    ['type=a&limit=11', ['#/limit out_of_range']],
    ['type=a&limit=0x5', ['#/limit out_of_range']],
    ['type=a&limit=', ['#/limit empty']],
    ['type=a&missing=none', ['#/missing not_allowed']],
    ['type=a&labels=true', ['#/labels not_allowed']],
    ['type=a&relation=1&relation=2&relation=3', ['#/relation too_many']],
    ['limit=x&labels=x', ['#/type missing_key', '#/limit out_of_range', '#/labels not_allowed']],
  ];
  for (const [search, codes] of refused) {
    it(`are refused with every mistake in "${search}"`, () =>
      assert.deepEqual(
        codesOf(search),
        codes.map((code) => code.replace('[$ne]', '%5B$ne%5D')),
      ));
  }

  it('are read as texts, numbers, choices, flags and lists', () => {
    assert.deepEqual(read('type=a%20b&limit=10&missing=empty&labels=1&relation=x&relation=y'), {
      type: 'a b',
      limit: 10,
      missing: 'empty',
      labels: true,
      relation: ['x', 'y'],
    });
    assert.deepEqual(read('type=a'), { type: 'a', labels: false, relation: [] });
  });

  it('are found in any address', () => {
    assert.equal(searchOf('//evil?type=a').get('type'), 'a');
    assert.equal(searchOf('/path').size, 0);
  });
});
