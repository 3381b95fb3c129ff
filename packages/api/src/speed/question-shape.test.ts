import assert from 'node:assert/strict';
import type { Question } from '@tallyhook/schemas';
import { questionShape } from './question-shape.ts';

describe('shape of a question', () => {
  const open = { field: 'status', op: 'eq', value: 'open' } as const;
  const shapeOf = (filter: Question['filter'], more: Partial<Question> = {}) =>
    questionShape({ type: 'ticket', filter, groupBy: [{ field: 'status' }], ...more });

  it('is the same whatever values are compared with, and whatever order is asked for', () => {
    const shape = shapeOf({
      and: [open, { not: { field: 'closedAt', op: 'within', value: { last: 3, unit: 'day' } } }],
    } as never);
    assert.equal(
      shapeOf({
        and: [
          { ...open, value: 'closed' },
          { not: { field: 'closedAt', op: 'within', value: { last: 9, unit: 'day' } } },
        ],
      } as never),
      shape,
    );
    assert.equal(shapeOf(open, { sort: [{ by: 'count' }] }), shapeOf(open));
  });

  it('differs by field, comparison, group, measure and type, and by one value or several', () => {
    const all = [
      shapeOf(open),
      shapeOf({ ...open, op: 'ne' }),
      shapeOf({ ...open, field: 'priority' }),
      shapeOf({ field: 'status', op: 'in', value: ['open'] }),
      shapeOf({ field: 'status', op: 'in', value: ['open', 'closed'] }),
      shapeOf(undefined),
      shapeOf(open, { groupBy: [{ field: 'closedAt', unit: 'month' }] }),
      shapeOf(open, { groupBy: [{ field: 'closedAt', unit: 'year' }] }),
      shapeOf(open, { measures: [{ fn: 'sum', field: 'estimate' }] }),
      shapeOf(open, { type: 'note' }),
    ];
    assert.equal(new Set(all).size, all.length);
  });
});
