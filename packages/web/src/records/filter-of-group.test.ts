import assert from 'node:assert/strict';
import type { AnswerColumn, Question } from '@tallyhook/schemas';
import { otherKey } from '../chart/group-keys.ts';
import { average, closedBy, project, status } from '../chart/sample-answers.ts';
import { filterOfGroup } from './filter-of-group.ts';

const labels: AnswerColumn = { ...status, name: 'labels', field: 'labels', many: true };
const open = { field: 'status', op: 'eq', value: 'open' } as const;
const asked = (filter?: Question['filter']): Question => ({ type: 'ticket', ...(filter ? { filter } : {}) });

describe('filter for the records of a group', () => {
  const filterOf = (columns: AnswerColumn[], key: Parameters<typeof filterOfGroup>[2], filter?: Question['filter']) =>
    filterOfGroup(asked(filter), [...columns, average], key);

  it('combines the conditions of the question with the key of the group', () => {
    assert.deepEqual(filterOf([status], { status: 'done' }), { and: [{ ...open, value: 'done' }] });
    assert.deepEqual(filterOf([project], { project: 'p1' }, { and: [open] }), {
      and: [open, { field: 'project', op: 'in', value: ['p1'] }],
    });
    assert.deepEqual(filterOf([labels], { labels: 'bug' }), { and: [{ field: 'labels', op: 'has', value: ['bug'] }] });
    assert.deepEqual(filterOf([status], {}, { or: [open] }), { and: [{ or: [open] }] });
  });

  it('does not repeat a condition that the question already has', () => {
    const once = { and: [{ field: 'project', op: 'in', value: ['p1'] }] } as const;
    assert.deepEqual(filterOf([project], { project: 'p1' }, once as never), once);
    assert.deepEqual(filterOf([status], { status: 'open' }, { and: [open] }), { and: [open] });
    const listed = { field: 'status', op: 'in', value: ['open'] } as never;
    assert.deepEqual(filterOf([status], { status: 'open' }, { and: [listed] }), { and: [listed] });
    assert.deepEqual(filterOf([status], { status: 'done' }, { and: [listed] }), {
      and: [listed, { ...open, value: 'done' }],
    });
  });

  it('selects a period, or records without a value', () => {
    const month = { unit: 'month', at: '2026-03-01' };
    assert.deepEqual(filterOf([closedBy('month')], { closed: '2026-03-01' }), {
      and: [{ field: 'closedAt', op: 'within', value: month }],
    });
    const monday = { unit: 'dayOfWeek', at: 1 };
    assert.deepEqual(filterOf([closedBy('dayOfWeek')], { closed: 1 }), {
      and: [{ field: 'closedAt', op: 'within', value: monday }],
    });
    assert.deepEqual(filterOf([closedBy('month')], { closed: null }), { and: [{ field: 'closedAt', op: 'empty' }] });
  });

  it('excludes the top values for “all others”', () => {
    const topped = (column: AnswerColumn, top: AnswerColumn['top']) => ({ ...column, top: top! });
    const others = (column: AnswerColumn) => filterOf([column], { [column.name]: otherKey }, open);
    assert.deepEqual(others(topped(project, ['p1', 'p2'])), {
      and: [open, { field: 'project', op: 'nin', value: ['p1', 'p2'] }],
    });
    assert.deepEqual(others(topped(closedBy('year'), ['2026-01-01'])), {
      and: [open, { field: 'closedAt', op: 'nwithin', value: { unit: 'year', at: '2026-01-01' } }],
    });
    assert.deepEqual(others(topped({ ...status, kind: 'yesNo' }, [true, null])), {
      and: [open, { field: 'status', op: 'nempty' }, { field: 'status', op: 'ne', value: true }],
    });
  });

  it('selects all groups that a chart combined', () => {
    const empty = { field: 'status', op: 'empty' };
    const oneOf = { field: 'status', op: 'in', value: ['open', 'done'] };
    assert.deepEqual(filterOf([status], { status: ['open', 'done'] }), { and: [oneOf] });
    assert.deepEqual(filterOf([status], { status: ['open', 'done', null] }), { and: [{ or: [oneOf, empty] }] });
    const others = { field: 'status', op: 'nin', value: ['blocked'] };
    assert.deepEqual(filterOf([{ ...status, top: ['blocked'] }], { status: [otherKey, null] }), {
      and: [{ or: [empty, others] }],
    });
    assert.deepEqual(filterOf([labels], { labels: ['bug', 'idea'] }), {
      and: [{ field: 'labels', op: 'has', value: ['bug', 'idea'] }],
    });
    const within = ['2025-01-01', '2026-01-01'].map((at) => ({
      field: 'closedAt',
      op: 'within',
      value: { unit: 'year', at },
    }));
    assert.deepEqual(filterOf([closedBy('year')], { closed: ['2025-01-01', '2026-01-01'] }), { and: [{ or: within }] });
  });

  it('is undefined for fields with several values, or if it would be too long', () => {
    assert.equal(filterOf([{ ...labels, top: ['bug'] }], { labels: otherKey }), undefined);
    const many = Array.from({ length: 1_001 }, (_, index) => `p${index}`);
    assert.equal(filterOf([project], { project: many }), undefined);
    const years = Array.from({ length: 53 }, (_, index) => `${1970 + index}-01-01`);
    assert.equal(filterOf([closedBy('year')], { closed: years }), undefined);
  });
});
