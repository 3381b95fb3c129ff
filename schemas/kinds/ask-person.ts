import type { AskPersonStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findRepeatedInputs } from './known-names.ts';
import { waitKeys } from './wait-keys.ts';

export const askPerson = defineStepKind<AskPersonStep>({
  kind: 'askPerson',
  name: 'Ask a person',
  description:
    'Asks members of the workspace and waits for the first answer. The output has the given values as `values`, whether somebody answered as `answered`, and who and when as `by` and `at`.',
  schema: {
    title: 'AskPersonStep',
    required: ['message'],
    properties: {
      message: { type: 'string', minLength: 1, maxLength: 2_000, description: 'What is asked; a template.' },
      inputs: {
        type: 'array',
        maxItems: 50,
        description: 'What the person gives; by default only that they confirm.',
        items: { $ref: '#/$defs/askedInput' },
      },
      to: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        items: { type: 'string', minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' },
        description:
          'The emails of the members who may answer; by default everybody who may change records of the workspace.',
      },
      ...waitKeys,
    },
    examples: [
      {
        id: 'approval',
        kind: 'askPerson',
        message: 'Refund {{trigger.payload.amount}}?',
        inputs: [{ name: 'verdict', label: 'Verdict', kind: 'choice', options: ['Refund', 'Refuse'], required: true }],
        within: '2d',
      },
    ],
  },
  templates: ['message'],
  output: { answered: 'single', values: 'any', by: 'single', at: 'single' },
  summary: ({ message }) => message,
  findMistakes: ({ inputs = [] }) => Promise.resolve(findRepeatedInputs(inputs)),
});
