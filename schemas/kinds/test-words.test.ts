import assert from 'node:assert/strict';
import type { WorkflowTest } from '../generated/workflow.ts';
import { describeTest } from './test-words.ts';

describe('a test in words', () => {
  const rows: [WorkflowTest, string][] = [
    [{ left: '{{steps.open.output.overall.count}}', op: 'gt', right: 10 }, 'overall.count is more than 10'],
    [{ left: '{{trigger.payload.issue.title}}', op: 'contains', right: 'bug' }, 'issue.title contains bug'],
    [{ left: '{{item}}', op: 'nempty' }, 'item is not empty'],
    [{ left: '{{ trigger.event | json }}', op: 'in', right: ['a', 'b'] }, 'event is one of ["a","b"]'],
    [{ or: [{ left: 1, op: 'eq', right: 2 }, { not: { left: '', op: 'empty' } }] }, '1 is 2 or not ( is empty)'],
  ];
  for (const [test, words] of rows) it(words, () => assert.equal(describeTest(test), words));
});
