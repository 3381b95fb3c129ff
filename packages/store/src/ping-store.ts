import type { Store } from './store.ts';

/** Whether MongoDB answers and has a member that takes writes; never throws. */
export async function pingStore(store: Store, { timeoutMs }: { timeoutMs: number }): Promise<boolean> {
  try {
    const answer = await store.system.command({ hello: 1 }, { timeoutMS: timeoutMs });
    return answer.isWritablePrimary === true;
  } catch {
    return false;
  }
}
