import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BareActivities } from './activities.ts';

const local = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '10s' });
const { begin, report, end } = local;
const { comment } = proxyActivities<BareActivities>({ startToCloseTimeout: '5m', retry: { maximumAttempts: 1 } });

/** The Temporal side of a run of the measured workflow: three local activities and an ordinary one. */
export async function bareRun(number: number): Promise<void> {
  await begin();
  const open = await report();
  await comment(number, open);
  await end();
}

/** The same in the way that takes Temporal least: the request is a local activity as well. */
export async function bareLocalRun(number: number): Promise<void> {
  await begin();
  const open = await report();
  await local.comment(number, open);
  await end();
}
