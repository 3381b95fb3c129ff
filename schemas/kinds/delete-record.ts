import type { DeleteRecordStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findUnknownType } from './known-names.ts';

export const deleteRecord = defineStepKind<DeleteRecordStep>({
  kind: 'deleteRecord',
  name: 'Delete record',
  description: 'Deletes a record of the branch; the output is the record as it was.',
  schema: {
    title: 'DeleteRecordStep',
    required: ['type', 'record'],
    properties: { type: { $ref: '#/$defs/typeName' }, record: { $ref: '#/$defs/recordReference' } },
    examples: [{ id: 'gone', kind: 'deleteRecord', type: 'ticket', record: '{{steps.same.output.first.id}}' }],
  },
  templates: ['record'],
  summary: ({ type }) => type,
  findMistakes: ({ type }, lookup) => Promise.resolve(findUnknownType(['type'], type, lookup)),
});
