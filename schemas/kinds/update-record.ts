import type { UpdateRecordStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findFieldMistakes } from './known-names.ts';

export const updateRecord = defineStepKind<UpdateRecordStep>({
  kind: 'updateRecord',
  name: 'Update record',
  description:
    'Changes the given fields of a record of the branch, once even if the step is tried again; a field given as null becomes empty. The output is the record.',
  schema: {
    title: 'UpdateRecordStep',
    required: ['type', 'record', 'fields'],
    properties: {
      type: { $ref: '#/$defs/typeName' },
      record: { $ref: '#/$defs/recordReference' },
      fields: { $ref: '#/$defs/recordFields' },
    },
    examples: [
      {
        id: 'close',
        kind: 'updateRecord',
        type: 'ticket',
        record: '{{steps.same.output.first.id}}',
        fields: { status: 'done' },
      },
    ],
  },
  templates: ['record', 'fields'],
  output: { id: 'single', fields: 'any' },
  summary: ({ type }) => type,
  findMistakes: (step, lookup) => Promise.resolve(findFieldMistakes(step, lookup)),
});
