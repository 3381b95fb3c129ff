import type { CalledTrigger } from '../generated/workflow.ts';
import { defineTriggerKind } from './kind.ts';
import { findRepeatedInputs } from './known-names.ts';

/** What a run stores of the run that called it. */
export interface CalledStart {
  kind: 'called';
  /** The run that called. */
  runId: string;
  inputs: Record<string, unknown>;
  /** How many runs led to this one. */
  depth: number;
}

export const called = defineTriggerKind<CalledTrigger, CalledStart>({
  kind: 'called',
  name: 'Called by a workflow',
  description: 'Starts a run when a step of another workflow calls this one, whether this one is on or off.',
  schema: {
    title: 'CalledTrigger',
    properties: {
      inputs: {
        type: 'array',
        maxItems: 50,
        description: 'What the calling step gives.',
        items: { $ref: '#/$defs/askedInput' },
      },
    },
    examples: [{ kind: 'called', inputs: [{ name: 'text', label: 'Text', kind: 'text', required: true }] }],
  },
  roots: { inputs: 'any', runId: 'single' },
  summary: ({ inputs = [] }) => inputs.map(({ label }) => label).join(', '),
  describeStart: ({ runId }) => ({ by: 'Called', reference: { name: 'Run', id: runId } }),
  findMistakes: ({ inputs = [] }) => Promise.resolve(findRepeatedInputs(inputs)),
});
