import type { WaitStep } from '../generated/workflow.ts';
import { defineStepKind } from './kind.ts';
import { duration } from './wait-keys.ts';

export const wait = defineStepKind<WaitStep>({
  kind: 'wait',
  name: 'Wait',
  description: 'Waits for a time or until a moment; the output is the moment it waited for, as `until`.',
  schema: {
    title: 'WaitStep',
    properties: {
      for: {
        ...duration,
        description: 'How long: a number and `s`, `m`, `h` or `d` for seconds, minutes, hours or days.',
      },
      until: {
        type: 'string',
        minLength: 1,
        maxLength: 1_000,
        description:
          'Until when: a template that gives a day, which begins in the time zone of the workspace, or a moment with a zone (ISO 8601). A moment that has passed is not waited for.',
      },
    },
    examples: [
      { id: 'pause', kind: 'wait', for: '2h' },
      { id: 'due', kind: 'wait', until: '{{trigger.payload.issue.due}}' },
    ],
  },
  templates: ['until'],
  summary: ({ for: time, until }) => time ?? until ?? '',
  findMistakes: ({ for: time, until }) => {
    if ((time === undefined) !== (until === undefined)) return Promise.resolve([]);
    const detail = 'a wait needs either "for" or "until", and not both';
    return Promise.resolve([{ path: [], code: time === undefined ? 'missing_key' : 'too_many', detail }]);
  },
});
