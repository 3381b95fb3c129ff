import type { Workflow } from '@tallyhook/schemas';
import { defineStepKind, workflowKinds, type AnyStep } from '@tallyhook/schemas/kinds';
import { engineKinds, type EngineKinds, type StepWork } from '../src/index.ts';
import { commentWith } from './world.ts';

/** A step kind for tests that runs its inner steps several times. */
export interface RepeatStep extends AnyStep {
  kind: 'repeat';
  times: number;
  steps: AnyStep[];
}

const repeat = defineStepKind<RepeatStep>({
  kind: 'repeat',
  name: 'Repeat',
  description: 'Runs steps several times.',
  schema: {
    title: 'RepeatStep',
    required: ['times', 'steps'],
    properties: { times: { type: 'integer', minimum: 1, maximum: 10 }, steps: { $ref: '#/$defs/steps' } },
  },
  blocks: { steps: { roots: { item: { number: 'single' } } } },
  summary: ({ times }) => `${times} times`,
});

const work: StepWork<RepeatStep> = {
  async run(_deps, { step: { times }, keepInput }) {
    await keepInput({ times });
    return { opens: { block: 'steps', turns: times } };
  },
  close: async (_deps, { step: { times } }) => ({ times }),
  readRoots: (_opened, turn) => ({ item: { number: turn! + 1 } }),
};

/** The standard kinds, plus `repeat`. */
export const kindsWithRepeat: EngineKinds = {
  ...engineKinds,
  declared: { ...workflowKinds, steps: [...workflowKinds.steps, repeat] },
  steps: { ...engineKinds.steps, repeat: work },
};

/** A report, then twice (a comment and two more reports), then a last comment. */
export function nestedSteps(reportId: string): Workflow['steps'] {
  const report = { kind: 'runReport', report: reportId };
  const again = { id: 'again', kind: 'repeat', times: 2, steps: [{ id: 'recount', ...report }] };
  const turn = commentWith('comment', '{{item.number}}: {{steps.count.output.overall.count}} open');
  const steps = [
    { id: 'count', ...report },
    { id: 'twice', kind: 'repeat', times: 2, steps: [turn, again] },
    commentWith('last', 'Said {{steps.twice.output.times}} times'),
  ];
  return steps as Workflow['steps'];
}
