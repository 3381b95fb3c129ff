import type { Store } from '@tallyhook/store';
import { audited, type AuditAction } from '@tallyhook/store/audit';
import type { Run } from '@tallyhook/store/runs';

/** Audits what a person did with a run. */
export async function noteRun(
  store: Store,
  run: Run,
  { action, by, at }: { action: Extract<AuditAction, `run.${string}`>; by: string; at: Date },
): Promise<void> {
  const { workspaceId, id: target, workflowName, branchName, attempt } = run;
  const details = { name: workflowName, branch: branchName, attempt: String(attempt) };
  await audited(store, { action, by, at, workspaceId, target, details }, () => Promise.resolve());
}
