import type { ForEachStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';

/** The most items a loop runs over. */
export const maxLoopItems = 1_000;

export const forEach = defineStepKind<ForEachStep>({
  kind: 'forEach',
  name: 'For each',
  description: `Runs steps once for each item of a list, of at most ${maxLoopItems}. Inside, templates can read \`item\` and \`index\` (from 0). The output is a list with the output of the last step inside, one for each item.`,
  schema: {
    title: 'ForEachStep',
    required: ['list', 'steps'],
    properties: {
      list: {
        type: ['string', 'array'],
        minLength: 1,
        maxLength: 1_000,
        maxItems: maxLoopItems,
        description: 'The list: a template, such as `{{steps.find.output.records}}`, or the items themselves.',
      },
      steps: { $ref: '#/$defs/steps', description: 'The steps that run for each item.' },
      parallel: {
        type: 'integer',
        minimum: 1,
        maximum: 20,
        default: 1,
        description: 'How many items are worked on at the same time.',
      },
    },
    examples: [
      {
        id: 'each',
        kind: 'forEach',
        list: '{{steps.find.output.records}}',
        steps: [{ id: 'again', kind: 'runReport', report: '65f000000000000000000001' }],
      },
    ],
  },
  templates: ['list'],
  blocks: { steps: { roots: { item: 'any', index: 'single' } } },
  summary: ({ list }) => (typeof list === 'string' ? list : `${list.length} items`),
});
