import { Problem } from '@tallyhook/schemas';
import { problemFrom, type Store } from '@tallyhook/store';
import { addPlanCalls, readPlanCalls } from '@tallyhook/store/keys';
import type { Logger } from 'pino';
import { inTurn } from '../in-turn.ts';

/**
 * Counts the calls of the plan and writes them several times a second. Questions do not wait for the write, and
 * parallel questions do not all update their key's document. A killed process loses the calls of its last moment.
 */
export interface PlanCalls {
  /**
   * Refuses a key's call if its workspace has used up the month's quota. Other processes' calls are known when this one
   * next writes its own, so a workspace can exceed its quota by the calls of that moment.
   * @throws Problem `plan_used_up`
   */
  requireLeft(call: { workspaceId: string }): void;
  /** Counts one call of a key in the current month (UTC). */
  count(call: { workspaceId: string; keyId: string }): void;
  /** Writes the calls counted so far; also waits for a write in progress. */
  flush(): Promise<void>;
}

const everyMs = 200;

/** The first moment after the month of `now`, in UTC. */
export function endOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}

/** The month of a moment in UTC, as `YYYY-MM`. */
export function monthOf(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** `now` determines the month. Calls whose write fails are kept for the next attempt. */
export function createPlanCalls({
  store,
  logger,
  now,
  maxPlanCalls,
}: {
  store: Store;
  logger: Logger;
  now: () => Date;
  maxPlanCalls: number | null;
}): PlanCalls {
  let counted = new Map<string, { workspaceId: string; keyId: string; month: string; calls: number }>();
  let timer: NodeJS.Timeout | undefined;
  /** The calls of each workspace in `usedMonth`, as known here. */
  let used = new Map<string, number>();
  let usedMonth = '';

  function readUsed(workspaceId: string): number {
    const month = monthOf(now());
    if (month !== usedMonth) used = new Map();
    usedMonth = month;
    return used.get(workspaceId) ?? 0;
  }

  function requireLeft({ workspaceId }: { workspaceId: string }): void {
    if (maxPlanCalls === null || readUsed(workspaceId) < maxPlanCalls) return;
    const renewsAt = endOfMonth(now());
    const retryAfterSeconds = Math.ceil((renewsAt.getTime() - now().getTime()) / 1000);
    const detail = `The workspace has used its ${maxPlanCalls} calls of this month. The next month begins at ${renewsAt.toISOString()}; an operator can raise the limit with TALLYHOOK_PLAN_CALLS.`;
    throw new Problem('plan_used_up', detail, { retryAfterSeconds, members: { maxCalls: maxPlanCalls } });
  }

  async function readOthers(workspaceIds: readonly string[], month: string): Promise<void> {
    if (maxPlanCalls === null || month !== usedMonth) return;
    const calls = await readPlanCalls(store, workspaceIds, month);
    for (const [workspaceId, sum] of calls) used.set(workspaceId, sum + waitingOf(workspaceId, month));
  }

  /** Calls that were counted since the last write began. */
  function waitingOf(workspaceId: string, month: string): number {
    const waiting = [...counted.values()].filter((one) => one.workspaceId === workspaceId && one.month === month);
    return waiting.reduce((sum, { calls }) => sum + calls, 0);
  }

  function add(call: { workspaceId: string; keyId: string; month: string; calls: number }): void {
    const name = `${call.keyId}:${call.month}`;
    const calls = (counted.get(name)?.calls ?? 0) + call.calls;
    counted.set(name, { ...call, calls });
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  }

  const flush = inTurn(async () => {
    clearTimeout(timer);
    timer = undefined;
    const calls = [...counted.values()];
    counted = new Map();
    try {
      await addPlanCalls(store, calls);
      await readOthers([...new Set(calls.map(({ workspaceId }) => workspaceId))], usedMonth);
    } catch (error) {
      logger.warn({ error: String(problemFrom(error)) }, 'Could not save the calls of some keys yet.');
      for (const call of calls) add(call);
    }
  });

  function count(call: { workspaceId: string; keyId: string }): void {
    if (maxPlanCalls !== null) used.set(call.workspaceId, readUsed(call.workspaceId) + 1);
    add({ ...call, month: monthOf(now()), calls: 1 });
  }

  return { requireLeft, count, flush };
}
