import assert from 'node:assert/strict';
import type { AnswerColumn, Question } from '@tallyhook/schemas';
import { average, closedBy, project, status } from '../chart/sample-answers.ts';
import { filterOfGroup } from './filter-of-group.ts';

const labels: AnswerColumn = { ...status, name: 'labels', field: 'labels', many: true };
const open = { field: 'status', op: 'eq', value: 'open' } as const;
const asked = (filter?: Question['filter']): Question => ({ type: 'ticket', ...(filter ? { filter } : {}) });

describe('the records of a group', () => {
  const filterOf = (columns: AnswerColumn[], key: Parameters<typeof filterOfGroup>[2], filter?: Question['filter']) =>
    filterOfGroup(asked(filter), [...columns, average], key);

  it('meet the conditions of the question and have the key of the group', () => {
    assert.deepEqual(filterOf([status], { status: 'done' }), { and: [{ ...open, value: 'done' }] });
    assert.deepEqual(filterOf([project], { project: 'p1' }, { and: [open] }), {
      and: [open, { field: 'project', op: 'in', value: ['p1'] }],
    });
    assert.deepEqual(filterOf([labels], { labels: 'bug' }), { and: [{ field: 'labels', op: 'has', value: ['bug'] }] });
    assert.deepEqual(filterOf([status], {}, { or: [open] }), { and: [{ or: [open] }] });
  });

  it('are those of a period, or those without a value', () => {
    const month = { unit: 'month', at: '2026-03-01' };
    assert.deepEqual(filterOf([closedBy('month')], { closed: '2026-03-01' }), {
      and: [{ field: 'closedAt', op: 'within', value: month }],
    });
    assert.deepEqual(filterOf([closedBy('month')], { closed: null }), { and: [{ field: 'closedAt', op: 'empty' }] });
  });
});
