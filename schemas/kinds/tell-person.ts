import type { TellPersonStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';

export const tellPerson = defineStepKind<TellPersonStep>({
  kind: 'tellPerson',
  name: 'Tell a person',
  description:
    'Puts a message into the inbox of members of the workspace, and mails it; the run goes on at once. The output has the emails of those who got it as `reached`, and who is not a member as `notReached`.',
  schema: {
    title: 'TellPersonStep',
    required: ['message', 'to'],
    properties: {
      message: { type: 'string', minLength: 1, maxLength: 2_000, description: 'The text; a template.' },
      to: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        items: {
          type: 'string',
          minLength: 3,
          maxLength: 1_000,
          pattern: '^\\s*(\\{\\{[\\s\\S]*\\}\\}|[^@\\s]+@[^@\\s]+)\\s*$',
        },
        description:
          'The emails of members, or templates such as `{{trigger.record.createdBy}}` that give emails or people.',
      },
      report: { $ref: '#/$defs/recordId', description: 'The id of the report that the message opens.' },
      link: {
        type: 'string',
        minLength: 1,
        maxLength: 2_000,
        description: 'An address outside that the message offers, beginning with `https://`; a template.',
      },
    },
    examples: [
      {
        id: 'tell',
        kind: 'tellPerson',
        message: '{{steps.open.output.overall.count}} tickets are open.',
        to: ['ada@example.com'],
        report: '65f000000000000000000001',
      },
    ],
  },
  templates: ['message', 'to', 'link'],
  output: { reached: 'any', notReached: 'any' },
  summary: ({ message }) => message,
  async findMistakes({ report }, lookup) {
    if (report === undefined || (await lookup.hasReport(report))) return [];
    return [{ path: ['report'], code: 'unknown_report', detail: `the branch has no report "${report}"` }];
  },
});
