import assert from 'node:assert/strict';
import { createValidator } from '../validate.ts';
import {
  blocksOf,
  composeWorkflowSchema,
  defineStepKind,
  describeStart,
  describeStep,
  findStep,
  walkSteps,
  workflowKinds,
  type AnyStep,
  type WorkflowKinds,
} from './index.ts';

interface ChooseStep extends AnyStep {
  kind: 'choose';
  yes: AnyStep[];
  no?: AnyStep[];
}

const choose = defineStepKind<ChooseStep>({
  kind: 'choose',
  name: 'Choose',
  description: 'Runs one of two lists of steps.',
  schema: {
    title: 'ChooseStep',
    required: ['yes'],
    properties: { yes: { $ref: '#/$defs/steps' }, no: { $ref: '#/$defs/steps' } },
  },
  blocks: { yes: { label: 'If so', roots: { found: 'single' } }, no: { label: 'Otherwise' } },
  summary: ({ no }) => (no ? 'two ways' : 'one way'),
});

const kinds: WorkflowKinds = { ...workflowKinds, steps: [...workflowKinds.steps, choose] };

const report = (id: string) => ({ id, kind: 'runReport', report: '65f000000000000000000001' });
const inner = { id: 'inner', kind: 'choose', yes: [report('deep')] };
const steps = [report('a'), { id: 'outer', kind: 'choose', yes: [report('b'), inner], no: [report('c')] }, report('d')];
const workflow = { name: 'x', trigger: { kind: 'connector', connector: 'github', events: ['*'] }, steps };

describe('additional kind of step', () => {
  const validate = createValidator(composeWorkflowSchema(kinds));

  it('is part of the workflow schema, with nested steps at any depth', () => {
    assert.deepEqual(validate(workflow), []);
    assert.deepEqual(
      createValidator(composeWorkflowSchema(workflowKinds))(workflow).map(({ pointer, code }) => [pointer, code]),
      [['#/steps/1/kind', 'not_allowed']],
    );
  });

  it('reports mistakes of nested steps at their places', () => {
    const wrong = { ...report('c'), reprt: 1 };
    const mistakes = validate({ ...workflow, steps: [{ id: 'outer', kind: 'choose', yes: [wrong], no: [] }] });
    assert.deepEqual(mistakes.map(({ pointer, code }) => [pointer, code]).sort(), [
      ['#/steps/0/no', 'too_few'],
      ['#/steps/0/yes/0/reprt', 'unknown_key'],
    ]);
  });

  it('has a display text', () => {
    assert.equal(describeStep(steps[1]!, kinds), 'Choose · two ways');
    assert.equal(describeStep(inner, kinds), 'Choose · one way');
    assert.equal(describeStep(inner, workflowKinds), 'choose');
  });
});

describe('workflow steps', () => {
  it('are walked with their path, parents, and the steps and names in scope of templates', () => {
    const walked = walkSteps(steps, kinds).map(({ step, path, parents, earlier, roots }) => [
      step.id,
      path.join('/'),
      parents.map(({ id }) => id).join(' '),
      earlier.join(' '),
      Object.keys(roots).join(' '),
    ]);
    assert.deepEqual(walked, [
      ['a', 'steps/0', '', '', ''],
      ['outer', 'steps/1', '', 'a', ''],
      ['b', 'steps/1/yes/0', 'outer', 'a', 'found'],
      ['inner', 'steps/1/yes/1', 'outer', 'a b', 'found'],
      ['deep', 'steps/1/yes/1/yes/0', 'outer inner', 'a b', 'found'],
      ['c', 'steps/1/no/0', 'outer', 'a', ''],
      ['d', 'steps/2', '', 'a outer', ''],
    ]);
  });

  it('are found by id at any depth', () => {
    assert.equal(findStep(steps, 'deep', kinds), inner.yes[0]);
    assert.equal(findStep(steps, 'none', kinds), undefined);
  });

  it('may be any value before validation; values that are not steps are skipped', () => {
    assert.deepEqual(walkSteps({ steps }, kinds), []);
    const odd = [null, 7, 'x', [], { kind: 'choose', yes: 7 }, { id: 'e', kind: 'none', yes: [report('f')] }];
    assert.deepEqual(
      walkSteps(odd, kinds).map(({ path }) => path.join('/')),
      ['steps/4', 'steps/5'],
    );
    assert.deepEqual(blocksOf({ id: 'x', kind: 'choose' }, kinds), []);
  });
});

describe('start of a run', () => {
  it('has a display text and its id', () => {
    const start = { kind: 'connector', connector: 'github', event: 'issues.opened', deliveryId: 'd1' } as const;
    const words = { by: 'github, issues.opened', reference: { name: 'Delivery', id: 'd1' } };
    assert.deepEqual(describeStart(start, workflowKinds), words);
    assert.deepEqual(describeStart({ kind: 'moon' }, workflowKinds), { by: 'moon' });
  });
});
