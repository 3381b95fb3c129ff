import type { ConditionStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { describeTest } from './test-words.ts';

export const condition = defineStepKind<ConditionStep>({
  kind: 'condition',
  name: 'Condition',
  description: 'Runs one of two lists of steps; the output says whether the test holds, as `met`.',
  schema: {
    title: 'ConditionStep',
    required: ['if', 'then'],
    properties: {
      if: { $ref: '#/$defs/test', description: 'The test that decides.' },
      then: { $ref: '#/$defs/steps', description: 'The steps that run if the test holds.' },
      else: { $ref: '#/$defs/steps', description: 'The steps that run otherwise.' },
    },
    examples: [
      {
        id: 'many',
        kind: 'condition',
        if: { left: '{{steps.open.output.overall.count}}', op: 'gt', right: 10 },
        then: [{ id: 'again', kind: 'runReport', report: '65f000000000000000000001' }],
      },
    ],
  },
  templates: ['if'],
  blocks: { then: { label: 'Yes' }, else: { label: 'No' } },
  output: { met: 'single' },
  summary: ({ if: test }) => describeTest(test),
});
