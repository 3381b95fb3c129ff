import type { CallWorkflowStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findUnknown } from './known-names.ts';

/** How deep runs may start each other, by calls and by changed records. */
export const maxRunDepth = 8;

export const callWorkflow = defineStepKind<CallWorkflowStep>({
  kind: 'callWorkflow',
  name: 'Call a workflow',
  description: `Starts a run of another workflow of the branch, whose trigger is "Called by a workflow", and waits until it has ended. The output has its \`runId\` and, as \`output\`, that of its last step. Workflows call each other at most ${maxRunDepth} deep.`,
  schema: {
    title: 'CallWorkflowStep',
    required: ['workflow'],
    properties: {
      workflow: { $ref: '#/$defs/recordId', description: 'The id of the workflow.' },
      inputs: {
        type: 'object',
        additionalProperties: true,
        maxProperties: 50,
        description: 'The values of its inputs, by name. Texts are templates.',
      },
      background: {
        type: 'boolean',
        default: false,
        description: 'Whether this run goes on without waiting for the other.',
      },
    },
    examples: [
      {
        id: 'tell',
        kind: 'callWorkflow',
        workflow: '65f000000000000000000002',
        inputs: { text: 'There are {{steps.open.output.overall.count}} tickets open.' },
      },
    ],
  },
  templates: ['inputs'],
  output: { runId: 'single', output: 'any' },
  summary: ({ workflow }) => workflow,
  async findMistakes({ workflow: id, inputs = {} }, lookup) {
    const called = await lookup.workflow(id);
    if (called === undefined) {
      const detail = `there is no workflow "${id}" on the branch`;
      return [{ path: ['workflow'], code: 'unknown_workflow', detail }];
    }
    if (called.trigger.kind !== 'called') {
      const detail = `the workflow "${called.name}" cannot be called: its trigger is "${called.trigger.kind}", not "called"`;
      return [{ path: ['workflow'], code: 'not_allowed', detail }];
    }
    const asked = called.trigger.inputs ?? [];
    const allowed = asked.map(({ name }) => name);
    const unknown = Object.keys(inputs).flatMap((name) =>
      findUnknown(['inputs', name], { name, allowed, what: 'input' }),
    );
    const missing = asked.filter(({ name, required }) => required && !Object.hasOwn(inputs, name));
    return [
      ...unknown,
      ...missing.map(({ name, label }) => ({
        path: ['inputs'],
        code: 'missing_key',
        detail: `"${called.name}" needs a value for "${label}" (${name})`,
      })),
    ];
  },
});
