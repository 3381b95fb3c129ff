import assert from 'node:assert/strict';
import type { WorkflowInput } from '@tallyhook/schemas';
import { readInputs } from './read-inputs.ts';

const inputs: WorkflowInput[] = [
  { name: 'month', label: 'Month', kind: 'day', required: true },
  { name: 'times', label: 'Times', kind: 'number' },
  { name: 'loud', label: 'Loud', kind: 'yesNo' },
  { name: 'why', label: 'Why', kind: 'text' },
];

describe('the form that starts a workflow', () => {
  it('gives each value its type, and leaves out what is optional and empty', () => {
    assert.deepEqual(readInputs(inputs, { month: '2026-11-01', times: ' 2,5 ', loud: true, why: '' }), {
      values: { month: '2026-11-01', times: 2.5, loud: true },
      faults: {},
    });
  });

  it('says at each input what is wrong', () => {
    assert.deepEqual(readInputs(inputs, { times: 'many' }).faults, {
      month: 'A value is needed.',
      times: 'Type a number, such as 12.5.',
    });
  });
});
