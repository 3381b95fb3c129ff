import type { StepKind, TriggerKind, WorkflowKinds } from './kind.ts';
import frame from './workflow-frame.json' with { type: 'json' };

/** Composes the schema of workflows that use these kinds. */
export function composeWorkflowSchema({ triggers, steps }: WorkflowKinds): object {
  const named = [
    ...triggers.map((kind) => [`${kind.kind}Trigger`, schemaOfTrigger(kind)] as const),
    ...steps.map((kind) => [`${kind.kind}Step`, schemaOfStep(kind)] as const),
  ];
  return {
    $comment: 'Made from kinds/ by `npm run generate`. Change the kinds, not this file.',
    ...frame,
    $defs: {
      trigger: {
        title: 'WorkflowTrigger',
        description: 'What starts a run.',
        oneOf: triggers.map(({ kind }) => ({ $ref: `#/$defs/${kind}Trigger` })),
      },
      step: {
        title: 'WorkflowStep',
        description: 'One step of a run. Later steps can read its result as `steps.<id>.output`.',
        oneOf: steps.map(({ kind }) => ({ $ref: `#/$defs/${kind}Step` })),
      },
      ...frame.$defs,
      ...Object.fromEntries(named),
    },
  };
}

function schemaOfTrigger({ kind, description, roots, schema }: TriggerKind): object {
  const reached = Object.keys(roots).map((name) => `\`trigger.${name}\``);
  return {
    ...schema,
    description: `${description} Templates can read ${reached.join(', ')}.`,
    type: 'object',
    additionalProperties: false,
    required: ['kind', ...(schema.required ?? [])],
    properties: { kind: { const: kind, type: 'string' }, ...schema.properties },
  };
}

function schemaOfStep({ kind, description, schema }: StepKind): object {
  return {
    ...schema,
    description,
    type: 'object',
    additionalProperties: false,
    required: ['id', 'kind', ...(schema.required ?? [])],
    properties: {
      id: { $ref: '#/$defs/stepId' },
      kind: { const: kind, type: 'string' },
      name: { $ref: '#/$defs/stepName' },
      ...schema.properties,
    },
  };
}
