import type { FindRecordsStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findQuestionMistakes } from './known-names.ts';

export const findRecords = defineStepKind<FindRecordsStep>({
  kind: 'findRecords',
  name: 'Find records',
  description:
    'Finds records of the branch, the newest first; the output has them as `records`, the first one as `first` (null if there is none) and how many there are as `count`.',
  schema: {
    title: 'FindRecordsStep',
    required: ['type'],
    properties: {
      type: { $ref: '#/$defs/typeName' },
      filter: {
        type: 'object',
        additionalProperties: true,
        description: 'A filter as in questions; all records by default. Texts are templates.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 100, description: 'How many at most.' },
    },
    examples: [
      {
        id: 'same',
        kind: 'findRecords',
        type: 'ticket',
        filter: { field: 'title', op: 'eq', value: '{{trigger.payload.issue.title}}' },
        limit: 1,
      },
    ],
  },
  templates: ['filter'],
  output: { count: 'single', first: { id: 'single', fields: 'any' }, records: 'any' },
  summary: ({ type }) => type,
  findMistakes: ({ type, filter }, lookup) =>
    Promise.resolve(findQuestionMistakes({ type, ...(filter && { filter }) }, lookup)),
});
