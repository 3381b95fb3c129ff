import assert from 'node:assert/strict';
import type { Workflow } from '@tallyhook/schemas';
import { walkSteps, workflowKinds } from '@tallyhook/schemas/kinds';
import { cutWorkflow } from './cut-workflow.ts';

const find = (id: string) => ({ id, kind: 'findRecords' as const, type: 'ticket' });
const steps: Workflow['steps'] = [
  find('first'),
  {
    id: 'if',
    kind: 'condition',
    if: { left: 1, op: 'eq', right: 1 },
    then: [
      find('before'),
      { id: 'each', kind: 'forEach', list: [1], steps: [find('inner'), find('after')] },
      find('later'),
    ],
    else: [find('other')],
  },
  find('last'),
];

describe('a workflow cut to a test', () => {
  const idsOf = (id: string, scope: 'step' | 'rest') => {
    const cut = cutWorkflow(steps, id, scope)!;
    return [walkSteps(cut.steps, workflowKinds).map(({ step }) => step.id), cut.around.map(({ block }) => block)];
  };

  it('has one step within those around it', () => {
    assert.deepEqual(idsOf('first', 'step'), [['first'], []]);
    assert.deepEqual(idsOf('inner', 'step'), [
      ['if', 'each', 'inner', 'other'],
      ['then', 'steps'],
    ]);
  });

  it('or also everything that follows, on every level', () => {
    assert.deepEqual(idsOf('inner', 'rest'), [
      ['if', 'each', 'inner', 'after', 'later', 'other', 'last'],
      ['then', 'steps'],
    ]);
  });

  it('is nothing for a step that is not there', () => {
    assert.equal(cutWorkflow(steps, 'missing', 'rest'), undefined);
  });
});
