import assert from 'node:assert/strict';
import type { Workflow, WorkflowTestCase } from '@tallyhook/schemas';
import { findWorkflowMistakes, testWorkflow } from './test-workflow.ts';

const comment = (id: string, body: string) => ({
  ...{ id, kind: 'action' as const, connector: 'github', action: 'comment-on-issue' },
  input: { number: '{{trigger.payload.number}}', body },
});
const workflow: Workflow = {
  name: 'Triage',
  trigger: {
    ...{ kind: 'connector', connector: 'github', events: ['issues.opened'] },
    conditions: [{ path: 'number', op: 'gt', value: 5 }],
  },
  steps: [
    { id: 'count', kind: 'runReport', report: '65f000000000000000000001' },
    {
      id: 'many',
      kind: 'condition',
      if: { left: '{{steps.count.output.overall.count}}', op: 'gt', right: 10 },
      then: [
        comment('tell', 'There are {{steps.count.output.overall.count}}.'),
        {
          id: 'each',
          kind: 'forEach',
          list: '{{trigger.payload.labels}}',
          steps: [comment('label', '{{index}} {{item.name}}')],
        },
        { id: 'end', kind: 'stop', as: 'failed', message: 'Too many for {{steps.tell.output.id}}' },
      ],
      else: [comment('few', 'Few.')],
    },
    comment('last', 'Bye'),
  ],
};
const trigger = { payload: { number: 7, labels: [{ name: 'bug' }, { name: 'ui' }] } };
const many = { count: { overall: { count: 12 } }, tell: { id: 'c1' } };

const differences = (test: Omit<WorkflowTestCase, 'name'>) =>
  testWorkflow(workflow, { name: 'x', ...test }).differences;

describe('a test of a workflow without the product', () => {
  it('fills in templates, follows conditions and loops, and ends where the workflow stops', () => {
    const expect = {
      status: 'failed' as const,
      steps: ['count', 'many', 'tell', 'each', 'label', 'label', 'end'],
      inputs: {
        tell: { input: { number: 7, body: 'There are 12.' } },
        label: [{ input: { number: 7, body: '0 bug' } }, { input: { number: 7, body: '1 ui' } }],
        end: { message: 'Too many for c1' },
      },
    };
    assert.deepEqual(differences({ trigger, outputs: many, expect }), []);
    assert.deepEqual(differences({ trigger, expect: { steps: ['count', 'many', 'few', 'last'] } }), []);
  });

  it('says what differs', () => {
    assert.deepEqual(differences({ trigger, outputs: many }), [
      'status is "failed", expected "completed" (Too many for c1)',
    ]);
    const inputs = { few: { input: { number: 8, body: 'Few.' } }, tell: {}, last: [{}, {}] };
    assert.deepEqual(differences({ trigger, expect: { inputs } }), [
      'inputs.few.input.number is 7, expected 8',
      'inputs.tell: the step did not run',
      'inputs.last: the step ran 1 times, expected 2',
    ]);
  });

  it('does not start if the conditions of the trigger do not hold', () => {
    const small = { payload: { number: 5 } };
    assert.deepEqual(differences({ trigger: small, expect: { status: 'not started', steps: [] } }), []);
  });

  it('names values that are not there, and fails if a loop has no list', () => {
    const { run } = testWorkflow(workflow, { name: 'x', trigger: { payload: { number: 7 } }, outputs: many });
    assert.equal(run.status, 'failed');
    assert.equal(run.error, 'each: the list of the loop is not a list in this test');
    const { count } = many;
    const unsaid = testWorkflow(workflow, { name: 'x', trigger, outputs: { count } });
    assert.deepEqual(unsaid.run.steps.at(-1)?.absent, ['message: steps.tell.output.id']);
  });

  it('finds the mistakes of a workflow with their places', () => {
    assert.deepEqual(findWorkflowMistakes(workflow), []);
    const places = (given: unknown) => findWorkflowMistakes(given).map(({ pointer, code }) => [pointer, code]);
    assert.deepEqual(places({ ...workflow, steps: [comment('a', '{{steps.b.output}}')] }), [
      ['#/steps/0/input/body', 'unknown_name'],
    ]);
    assert.deepEqual(places({ ...workflow, steps: undefined }), [['#', 'missing_key']]);
  });
});
