import assert from 'node:assert/strict';
import type { WorkflowCondition } from '../generated/workflow.ts';
import { meetsConditions } from './conditions.ts';

const payload = {
  action: 'opened',
  issue: { title: 'Login FAILS', labels: [{ name: 'bug' }], assignee: null, number: 7, body: '' },
  tags: ['a', 'b'],
  at: '2026-11-26',
  'event-data': { id: 'x' },
  'data[id]': 'y',
};

const meets = (condition: WorkflowCondition) => meetsConditions([condition], payload);

describe('Trigger conditions', () => {
  const rows: [boolean, WorkflowCondition][] = [
    [true, { path: 'action', op: 'eq', value: 'opened' }],
    [false, { path: 'action', op: 'eq', value: 'Opened' }],
    [false, { path: 'issue.number', op: 'eq', value: '7' }],
    [true, { path: 'issue.number', op: 'ne', value: 8 }],
    [true, { path: 'issue.labels.0.name', op: 'in', value: ['bug', 'regression'] }],
    [true, { path: 'issue.labels.0.name', op: 'nin', value: ['feature'] }],
    [true, { path: '[event-data].id', op: 'eq', value: 'x' }],
    [true, { path: '[data[id]]', op: 'eq', value: 'y' }],
    [true, { path: 'issue.title', op: 'contains', value: 'fails' }],
    [true, { path: 'tags', op: 'contains', value: 'b' }],
    [true, { path: 'tags', op: 'ncontains', value: 'c' }],
    [true, { path: 'issue.assignee', op: 'empty' }],
    [true, { path: 'issue.body', op: 'empty' }],
    [true, { path: 'issue.milestone.title', op: 'empty' }],
    [false, { path: 'issue.title', op: 'empty' }],
    [true, { path: 'issue.title', op: 'nempty' }],
    [true, { path: 'issue.assignee', op: 'eq', value: null }],
    [true, { path: 'issue.number', op: 'gt', value: 6 }],
    [false, { path: 'issue.number', op: 'gt', value: 7 }],
    [true, { path: 'issue.number', op: 'gte', value: 7 }],
    [true, { path: 'issue.number', op: 'lt', value: '10' }],
    [true, { path: 'at', op: 'lte', value: '2026-11-27' }],
    [false, { path: 'issue.milestone.number', op: 'lt', value: 100 }],
    [false, { path: 'issue.title', op: 'gt', value: 1 }],
    [
      true,
      {
        or: [
          { path: 'action', op: 'eq', value: 'closed' },
          {
            and: [{ path: 'issue.number', op: 'eq', value: 7 }, { not: { path: 'tags', op: 'contains', value: 'c' } }],
          },
        ],
      },
    ],
    [false, { not: { or: [{ path: 'action', op: 'eq', value: 'opened' }] } }],
  ];
  for (const [expected, condition] of rows) {
    it(`${expected ? 'accept' : 'refuse'} ${JSON.stringify(condition)}`, () =>
      assert.equal(meets(condition), expected));
  }

  it('must all be met', () => {
    const met: WorkflowCondition = { path: 'action', op: 'eq', value: 'opened' };
    assert.equal(meetsConditions([], payload), true);
    assert.equal(meetsConditions([met, { path: 'action', op: 'eq', value: 'closed' }], payload), false);
  });

  it('read only own properties of the payload', () => {
    assert.equal(meets({ path: 'constructor.name', op: 'nempty' }), false);
    assert.equal(meets({ path: '__proto__', op: 'nempty' }), false);
  });
});
