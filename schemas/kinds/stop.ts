import type { StopStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';

export const stop = defineStepKind<StopStep>({
  kind: 'stop',
  name: 'Stop',
  description: 'Ends the run here, as completed or as failed, with a message.',
  schema: {
    title: 'StopStep',
    required: [],
    properties: {
      as: { type: 'string', enum: ['completed', 'failed'], default: 'completed', description: 'How the run ends.' },
      message: { type: 'string', minLength: 1, maxLength: 2_000, description: 'Why; a template.' },
    },
    examples: [{ id: 'enough', kind: 'stop', message: 'Nothing to do: {{steps.open.output.overall.count}} open.' }],
  },
  templates: ['message'],
  summary: ({ as = 'completed', message }) => [as, message].filter(Boolean).join(', '),
});
