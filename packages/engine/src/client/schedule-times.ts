import { unknownTimezone } from '@tallyhook/query';
import { Cron } from 'croner';
import type { ScheduleTrigger } from '@tallyhook/schemas';
import type { ScheduleMistake } from '@tallyhook/schemas/kinds';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * The first time of a schedule after a moment; null if no further one comes. A time that summer time skips is when
 * the clock has moved on; of a time that comes twice, the first counts.
 */
export function nextTime(trigger: ScheduleTrigger, workspaceZone: string, after: Date): Date | null {
  return new Cron(patternOf(trigger), { timezone: trigger.timezone ?? workspaceZone, paused: true }).nextRun(after);
}

/** What is wrong with the pattern or the zone of a schedule. */
export function findScheduleMistake({
  cron,
  timezone,
}: {
  cron?: string | undefined;
  timezone?: string | undefined;
}): ScheduleMistake | undefined {
  const unknown = timezone === undefined ? undefined : unknownTimezone(timezone);
  if (unknown !== undefined) return { key: 'timezone', detail: unknown.detail };
  if (cron === undefined) return undefined;
  try {
    if (new Cron(cron, { paused: true }).nextRun() !== null) return undefined;
    return { key: 'cron', detail: `"${cron}" has no next time` };
  } catch (error) {
    const why = (error as Error).message.replace(/^CronPattern: /, '');
    const detail = `"${cron}" is not minute, hour, day, month and weekday, such as 0 8 * * 1-5: ${why}`;
    return { key: 'cron', detail };
  }
}

function patternOf({ at, days, cron }: ScheduleTrigger): string {
  if (at === undefined) return cron ?? '';
  const [hour, minute] = at.split(':').map(Number);
  return `${minute} ${hour} * * ${days?.map((day) => weekdays.indexOf(day)).join(',') ?? '*'}`;
}
