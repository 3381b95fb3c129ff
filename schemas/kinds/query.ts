import type { QueryStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { findQuestionMistakes } from './known-names.ts';

export const query = defineStepKind<QueryStep>({
  kind: 'query',
  name: 'Query',
  description: 'Asks a question of the records of the branch, as `/api/query` does; the output is the answer.',
  schema: {
    title: 'QueryStep',
    required: ['question'],
    properties: {
      question: {
        type: 'object',
        additionalProperties: true,
        required: ['type'],
        properties: { type: { $ref: '#/$defs/typeName' } },
        description: 'The question. Texts are templates.',
      },
    },
    examples: [
      {
        id: 'late',
        kind: 'query',
        question: { type: 'ticket', filter: { field: 'dueOn', op: 'lt', value: 'today' }, measures: [{ fn: 'count' }] },
      },
    ],
  },
  templates: ['question'],
  output: { overall: { count: 'single' }, rows: 'any' },
  summary: ({ question }) => question.type,
  findMistakes: ({ question }, lookup) => Promise.resolve(findQuestionMistakes(question, lookup, ['question'])),
});
