import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BareActivities } from './activities.ts';

const { begin, report, end } = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '10s' });
const { comment } = proxyActivities<BareActivities>({ startToCloseTimeout: '5m', retry: { maximumAttempts: 1 } });

/** The Temporal side of a run of the measured workflow: three local activities and an ordinary one. */
export async function bareRun(number: number): Promise<void> {
  await begin();
  const open = await report();
  await comment(number, open);
  await end();
}
