import type { CreateRecordStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findFieldMistakes } from './known-names.ts';

export const createRecord = defineStepKind<CreateRecordStep>({
  kind: 'createRecord',
  name: 'Create record',
  description: 'Creates a record on the branch, once even if the step is tried again; the output is the record.',
  schema: {
    title: 'CreateRecordStep',
    required: ['type', 'fields'],
    properties: { type: { $ref: '#/$defs/typeName' }, fields: { $ref: '#/$defs/recordFields' } },
    examples: [
      { id: 'ticket', kind: 'createRecord', type: 'ticket', fields: { title: '{{trigger.payload.issue.title}}' } },
    ],
  },
  templates: ['fields'],
  output: { id: 'single', fields: 'any' },
  summary: ({ type }) => type,
  findMistakes: (step, lookup) => Promise.resolve(findFieldMistakes(step, lookup)),
});
