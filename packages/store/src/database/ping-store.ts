import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from './store.ts';

/** Whether MongoDB answers and has a member that takes writes; never throws. */
export async function pingStore(store: Store, { timeoutMs }: { timeoutMs: number }): Promise<boolean> {
  try {
    const command = store.system.command({ hello: 1 }, { timeoutMS: timeoutMs });
    // The driver itself may wait for a server that hangs much longer than it was told.
    const answer = await Promise.race([command, sleep(timeoutMs, undefined, { ref: false })]);
    return answer?.isWritablePrimary === true;
  } catch {
    return false;
  }
}
