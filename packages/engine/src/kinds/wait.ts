import { openZone, parseDay, startOfDay } from '@tallyhook/query';
import type { WaitStep } from '@tallyhook/schemas';
import { durationMs } from '@tallyhook/schemas/kinds';
import { ActionError } from '@tallyhook/sdk';
import { openBranchOfRun } from '../activities/branch-of-run.ts';
import type { StepWork } from './work.ts';

/** A moment with a zone (ISO 8601, RFC 3339). */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

export const wait: StepWork<WaitStep> = {
  async run({ store, now }, { run, step, fillIn, keepInput }) {
    if (step.for !== undefined) {
      await keepInput({ for: step.for });
      return { waits: { until: new Date(now().getTime() + durationMs(step.for)) } };
    }
    const until = await fillIn(step.until!);
    await keepInput({ until });
    const { timezone } = await openBranchOfRun(store, run);
    return { waits: { until: readMoment(until, timezone) } };
  },
  close: (_deps, _step, { next }) => Promise.resolve(next),
};

/** @throws ActionError `invalid_input` for anything that is neither a day nor a moment */
function readMoment(value: unknown, timezone: string): Date {
  const text = typeof value === 'string' ? value.trim() : '';
  const day = parseDay(text);
  if (day !== undefined) return new Date(startOfDay(openZone(timezone), day));
  const at = new Date(moment.test(text) ? text : NaN);
  if (!Number.isNaN(at.getTime())) return at;
  const given = value === undefined || value === null ? 'nothing' : JSON.stringify(value).slice(0, 100);
  const detail = `A day such as 2026-12-24 or a moment such as 2026-12-24T18:00:00Z is needed, but got ${given}.`;
  throw new ActionError('invalid_input', detail);
}
