import type { Store } from '@tallyhook/store';
import { closeWaits } from '@tallyhook/store/runs';
import { removeTriggerRoute } from '@tallyhook/store/workflows';

/** Closes what a run that ends still waits for, so that nobody is asked and no delivery is taken for it. */
export async function closeWaitsOfRun(store: Store, runId: string): Promise<void> {
  for (const { id, asked, branchId, workflowId } of await closeWaits(store, runId))
    if (asked === null) await removeTriggerRoute(store, { branchId, workflowId, waitId: id });
}
