import { Problem } from '@tallyhook/schemas';
import { problemFrom, type Store } from '@tallyhook/store';
import {
  addPlanCalls,
  beginPlanTotal,
  readPlanTotal,
  returnPlanCall,
  takePlanCall,
  type PlanMonth,
} from '@tallyhook/store/keys';
import type { Logger } from 'pino';
import { inTurn } from '../in-turn.ts';

/**
 * Counts the calls of the plan. With a quota, one write counts a call and refuses it past the quota, so all processes
 * together never exceed it. The calls of each key are written several times a second: questions do not wait for that
 * write, and parallel questions do not all update their key's document. A killed process loses those of its last
 * moment.
 */
export interface PlanCalls {
  /**
   * Refuses a key's call early if its workspace is known to have used up the month's quota.
   * @throws Problem `plan_used_up`
   */
  requireLeft(call: { workspaceId: string }): Promise<void>;
  /**
   * Counts one call of a key in the current month (UTC). Returns how to undo that.
   * @throws Problem `plan_used_up`; then the call is not counted.
   */
  count(call: { workspaceId: string; keyId: string }): Promise<GiveBack>;
  /** Writes the calls of keys counted so far; also waits for a write in progress. */
  flush(): Promise<void>;
}

/** Takes a counted call back. */
export type GiveBack = () => Promise<void>;

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
  /** Workspaces whose total of the current month has begun, and those that had used it up. */
  const [begun, usedUp] = [createMonthly(), createMonthly()];

  async function requireLeft({ workspaceId }: { workspaceId: string }): Promise<void> {
    const plan = { workspaceId, month: monthOf(now()) };
    if (maxPlanCalls === null || !usedUp.has(plan)) return;
    // A call may have been given back.
    if ((await readPlanTotal(store, plan)) >= maxPlanCalls) throw planUsedUp(maxPlanCalls, now());
  }

  async function take(plan: PlanMonth, max: number): Promise<void> {
    if (!begun.has(plan)) await beginPlanTotal(store, plan);
    begun.add(plan);
    const total = await takePlanCall(store, plan, max);
    if (total === undefined || total >= max) usedUp.add(plan);
    if (total === undefined) throw planUsedUp(max, now());
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
    const calls = [...counted.values()].filter((one) => one.calls !== 0);
    counted = new Map();
    try {
      await addPlanCalls(store, calls);
    } catch (error) {
      logger.warn({ error: String(problemFrom(error)) }, 'Could not save the calls of some keys yet.');
      for (const call of calls) add(call);
    }
  });

  async function count(call: { workspaceId: string; keyId: string }): Promise<GiveBack> {
    const month = monthOf(now());
    const plan = { workspaceId: call.workspaceId, month };
    if (maxPlanCalls !== null) await take(plan, maxPlanCalls);
    add({ ...call, month, calls: 1 });
    return async () => {
      add({ ...call, month, calls: -1 });
      if (maxPlanCalls !== null) await returnPlanCall(store, plan);
    };
  }

  return { requireLeft, count, flush };
}

/** Workspaces of one month. Those of an earlier one are forgotten. */
function createMonthly() {
  let [current, workspaceIds] = ['', new Set<string>()];
  return {
    has: ({ workspaceId, month }: PlanMonth): boolean => month === current && workspaceIds.has(workspaceId),
    add({ workspaceId, month }: PlanMonth): void {
      if (month !== current) [current, workspaceIds] = [month, new Set()];
      workspaceIds.add(workspaceId);
    },
  };
}

function planUsedUp(maxCalls: number, at: Date): Problem {
  const renewsAt = endOfMonth(at);
  const retryAfterSeconds = Math.ceil((renewsAt.getTime() - at.getTime()) / 1000);
  const detail = `The workspace has used its ${maxCalls} calls of this month. The next month begins at ${renewsAt.toISOString()}; an operator can raise the limit with TALLYHOOK_PLAN_CALLS.`;
  return new Problem('plan_used_up', detail, { retryAfterSeconds, members: { maxCalls } });
}
