import assert from 'node:assert/strict';
import type { Workflow, WorkflowStep } from '@tallyhook/schemas';
import { defineStepKind, workflowKinds, type AnyStep } from '@tallyhook/schemas/kinds';
import { checkWorkflow } from './check-workflow.ts';

const repeat = defineStepKind<AnyStep & { kind: 'repeat'; steps: AnyStep[] }>({
  ...{ kind: 'repeat', name: 'Repeat', description: 'Runs steps several times.' },
  schema: { title: 'RepeatStep', required: ['steps'], properties: { steps: { $ref: '#/$defs/steps' } } },
  blocks: { steps: { roots: { item: { number: 'single' } } } },
  summary: () => '',
});
const kindsWithRepeat = { ...workflowKinds, steps: [...workflowKinds.steps, repeat] };

const report: WorkflowStep = { id: 'open', kind: 'runReport', report: '65f000000000000000000001' };

function withSteps(...steps: WorkflowStep[]): Workflow {
  return { name: 'x', trigger: { kind: 'connector', connector: 'github', events: ['*'] }, steps };
}

function action(input: Record<string, unknown>, id = 'comment'): WorkflowStep {
  return { id, kind: 'action', connector: 'github', action: 'comment', input };
}

function mistakes(...steps: WorkflowStep[]) {
  return checkWorkflow(withSteps(...steps)).map(({ pointer, code }) => [pointer, code]);
}

describe('Workflow check', () => {
  it('accepts templates that read the trigger and earlier steps', () => {
    const input = {
      number: '{{trigger.payload.issue.number}}',
      body: 'There are {{steps.open.output.overall.count}}.',
    };
    assert.deepEqual(mistakes(report, action(input)), []);
  });

  it('reports two steps with the same id', () => {
    assert.deepEqual(mistakes(report, report), [['#/steps/1/id', 'duplicate']]);
  });

  it('reports a template that refers to a step that is not before it', () => {
    assert.deepEqual(mistakes(action({ body: '{{steps.open.output}}' }), report), [
      ['#/steps/0/input/body', 'unknown_name'],
    ]);
    assert.deepEqual(mistakes(action({ body: '{{steps.comment.output}}' })), [
      ['#/steps/0/input/body', 'unknown_name'],
    ]);
  });

  it('counts nested steps towards the limit', () => {
    const inside = Array.from({ length: 100 }, (_, at) => ({ ...report, id: `step${at}` }));
    const twice = { id: 'twice', kind: 'repeat', times: 2, steps: inside };
    const full = withSteps(...([twice, { ...twice, steps: inside.slice(1) }] as unknown as WorkflowStep[]));
    const found = (workflow: Workflow) => checkWorkflow(workflow, kindsWithRepeat).map(({ code }) => code);
    assert.ok(!found({ ...full, steps: full.steps.slice(1) }).includes('too_many'));
    assert.deepEqual(found({ ...full, steps: [...full.steps, report] }), ['too_many']);
  });

  it('reports an unknown name with a suggestion', () => {
    const [mistake] = checkWorkflow(withSteps(action({ body: '{{triger.payload}}' })));
    assert.match(mistake?.detail ?? '', /trigger/);
  });

  it('reports invalid templates at any depth', () => {
    const input = { list: [{ text: 'ok' }, { text: '{{#if trigger.event}}' }], 'a/b': '{{' };
    assert.deepEqual(
      mistakes(action(input)).map(([pointer]) => pointer),
      ['#/steps/0/input/list/1/text', '#/steps/0/input/a~1b'],
    );
  });
});
