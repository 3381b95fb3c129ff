import type { ScheduleTrigger } from '../generated/workflow.ts';
import { defineTriggerKind } from './kind.ts';

/** What a run stores of the time at which it was due. */
export interface ScheduleStart {
  kind: 'schedule';
  /** The scheduled moment, which may be earlier than the start of the run. */
  at: string;
}

export const schedule = defineTriggerKind<ScheduleTrigger, ScheduleStart>({
  kind: 'schedule',
  name: 'Schedule',
  description:
    'Starts a run at given times, by the clock of the time zone: a time that summer time skips runs when the clock has moved on, and one that comes twice runs once.',
  schema: {
    title: 'ScheduleTrigger',
    properties: {
      at: {
        type: 'string',
        pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
        description: 'The time of day, such as `08:00`; on every day, or on those of `days`.',
      },
      days: {
        type: 'array',
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        items: {
          type: 'string',
          enum: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        },
        description: 'The days of the week.',
      },
      cron: {
        type: 'string',
        minLength: 9,
        maxLength: 200,
        pattern: '^\\S+( \\S+){4}$',
        description: 'Instead of `at`: minute, hour, day, month and weekday, such as `*/15 8-18 * * 1-5`.',
      },
      timezone: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'An IANA time zone; by default that of the workspace.',
      },
      missed: {
        type: 'string',
        enum: ['once', 'skip'],
        default: 'once',
        description:
          'What happens with times more than five minutes ago, when nothing was running: `once` starts one run for the last of them, `skip` none.',
      },
    },
    examples: [
      { kind: 'schedule', at: '08:00', days: ['monday'] },
      { kind: 'schedule', cron: '*/15 8-18 * * 1-5', timezone: 'Europe/Paris', missed: 'skip' },
    ],
  },
  roots: { at: 'single' },
  summary: (trigger) => describeTimes(trigger),
  describeStart: () => ({ by: 'Schedule' }),
  findMistakes: ({ at, days, cron, timezone }, lookup) => {
    const mistakes = [];
    if ((at === undefined) === (cron === undefined)) {
      const detail = 'a schedule needs either "at" or "cron", and not both';
      mistakes.push({ path: [], code: at === undefined ? 'missing_key' : 'too_many', detail });
    }
    if (days !== undefined && at === undefined)
      mistakes.push({
        path: ['days'],
        code: 'not_allowed',
        detail: '"days" belongs to "at"; a cron has its own weekdays',
      });
    const wrong = lookup.findScheduleMistake({ cron, timezone });
    if (wrong !== undefined) mistakes.push({ path: [wrong.key], code: 'wrong_format', detail: wrong.detail });
    return Promise.resolve(mistakes);
  },
});

function describeTimes({ at, days, cron }: ScheduleTrigger): string {
  if (at === undefined) return cron ?? '';
  const named = days?.map((day) => `${day[0]!.toUpperCase()}${day.slice(1)}`);
  return named === undefined || named.length === 7 ? `every day at ${at}` : `${named.join(', ')} at ${at}`;
}
