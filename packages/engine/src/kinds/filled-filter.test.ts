import assert from 'node:assert/strict';
import { filledFilter } from './filled-filter.ts';

describe('a filter whose templates are filled in', () => {
  it('compares with a list, whether a template gave one value or a list', () => {
    for (const value of ['open', ['open'], [['open']]])
      assert.deepEqual(filledFilter({ field: 'status', op: 'in', value }), {
        field: 'status',
        op: 'in',
        value: ['open'],
      });
    const several = { field: 'labels', op: 'hasAll', value: ['a', ['b', 'c']] };
    assert.deepEqual(filledFilter({ and: [several] }), { and: [{ ...several, value: ['a', 'b', 'c'] }] });
  });

  it('stays as it is elsewhere, and where a template gave nothing', () => {
    for (const filter of [
      { field: 'title', op: 'eq', value: ['a'] },
      { field: 'status', op: 'in', value: null },
      { or: [{ field: 'a', op: 'between', value: [1, 2] }, { not: { field: 'b', op: 'empty' } }] },
    ])
      assert.deepEqual(filledFilter(filter), filter);
  });
});
