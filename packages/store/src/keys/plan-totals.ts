import type { Store } from '../database/store.ts';
import { readPlanUsage } from './plan-usage.ts';

/** The calls of all keys of a workspace in one month. Only kept while there is a quota. */
interface PlanTotalDocument {
  /** `<workspace>:<month>` */
  _id: string;
  calls: number;
}

/** A workspace in one month (`YYYY-MM` in UTC). */
export interface PlanMonth {
  workspaceId: string;
  month: string;
}

const planTotals = (store: Store) => store.system.collection<PlanTotalDocument>('plan_totals');

const idOf = ({ workspaceId, month }: PlanMonth): string => `${workspaceId}:${month}`;

/** As for the calls of each key: a power failure loses the last tenth of a second. */
const writeConcern = { w: 1, journal: false } as const;

/** Makes the total exist and include the calls that its keys made while there was no quota. */
export async function beginPlanTotal(store: Store, plan: PlanMonth): Promise<void> {
  const usage = await readPlanUsage(store, plan.workspaceId, plan.month);
  const calls = usage.reduce((sum, used) => sum + used.calls, 0);
  await planTotals(store).updateOne({ _id: idOf(plan) }, { $max: { calls } }, { upsert: true, writeConcern });
}

/**
 * Adds one call to a total that has begun, unless it has reached the quota. Returns the new total; undefined if the call
 * was not added. One write decides, so parallel calls of any number of processes never exceed the quota.
 */
export async function takePlanCall(store: Store, plan: PlanMonth, maxCalls: number): Promise<number | undefined> {
  const total = await planTotals(store).findOneAndUpdate(
    { _id: idOf(plan), calls: { $lt: maxCalls } },
    { $inc: { calls: 1 } },
    { returnDocument: 'after', writeConcern },
  );
  return total?.calls;
}

/** Takes a call out of the total again. */
export async function returnPlanCall(store: Store, plan: PlanMonth): Promise<void> {
  await planTotals(store).updateOne({ _id: idOf(plan) }, { $inc: { calls: -1 } }, { writeConcern });
}

/** The total; 0 if it has not begun. */
export async function readPlanTotal(store: Store, plan: PlanMonth): Promise<number> {
  const total = await planTotals(store).findOne({ _id: idOf(plan) }, { readConcern: { level: 'local' } });
  return total?.calls ?? 0;
}
