import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { insertRun, type Run } from '@tallyhook/store/runs';
import { listDueSchedules, setNextTime, type ScheduleRoute } from '@tallyhook/store/workflows';
import { scheduleWorkflowId } from '../workflow-ids.ts';
import { branchOfRoute } from './branch-of-route.ts';
import { describeRun } from './describe-run.ts';
import { nextTime } from './schedule-times.ts';
import { startRun } from './start-run.ts';
import type { TemporalClient } from './temporal-client.ts';

const atOnce = 100;
/** A time is missed if nothing started it within this. */
const lateMs = 5 * 60_000;
/** More missed times than these are not counted: the last of them is the one that runs. */
const maxMissed = 10_000;

/**
 * Starts the workflows whose time has come, each time once, whichever workers call it: the row of a run is unique by
 * the scheduled moment, and the next time is set after it.
 * @throws when Temporal cannot be reached; the runs are queued, and the sweep of runs starts them
 */
export async function startDueSchedules(store: Store, temporal: TemporalClient, now: Date): Promise<number> {
  const started: Run[] = [];
  for (const route of await listDueSchedules(store, now, atOnce)) {
    const due = await readDue(store, route, now);
    if (due === null) continue;
    const run = due.at === null ? null : await queue(store, route, due.at);
    await setNextTime(store, route, due.nextAt);
    if (run !== null) started.push(run);
  }
  await Promise.all(started.map((run) => startRun(store, temporal, run)));
  return started.length;
}

/** The moment to start a run for, and the next time; null if the branch is gone. */
async function readDue(
  store: Store,
  route: ScheduleRoute,
  now: Date,
): Promise<{ at: Date | null; nextAt: Date | null } | null> {
  const { trigger, nextAt, since } = route;
  const branch = await branchOfRoute(store, route);
  if (branch === null) return null;
  const after = (moment: Date) => nextTime(trigger, branch.timezone, moment);
  if (nextAt === null) return { at: null, nextAt: after(since) };
  let [last, next] = [nextAt, after(nextAt)];
  for (let missed = 0; next !== null && next <= now && missed < maxMissed; missed += 1)
    [last, next] = [next, after(next)];
  const isMissed = now.getTime() - last.getTime() > lateMs;
  return { at: isMissed && trigger.missed === 'skip' ? null : last, nextAt: next };
}

/** A workflow that is gone starts nothing. */
async function queue(store: Store, place: ScheduleRoute, at: Date): Promise<Run | null> {
  const trigger = { kind: 'schedule' as const, at: at.toISOString() };
  try {
    const temporalWorkflowId = scheduleWorkflowId({ ...place, at: trigger.at });
    const described = await describeRun(store, place, { trigger, temporalWorkflowId });
    return (await insertRun(store, described, new Date())).run;
  } catch (error) {
    if (error instanceof Problem && !error.kind.retry) return null;
    throw error;
  }
}
