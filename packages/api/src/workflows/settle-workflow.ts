import type { Workflow } from '@tallyhook/schemas';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import type { Definition } from '@tallyhook/store/definitions';
import { getWorkflowSettings, publishTriggerRoutes } from '@tallyhook/store/workflows';
import type { Caller } from '../caller.ts';
import { changeSettings } from './choose-accounts.ts';
import { describeWorkflow } from './describe-workflow.ts';

/** Adapts the settings and the trigger of a workflow to the version that was just saved. */
export async function settleWorkflow(
  services: { store: Store; kinds: WorkflowKinds },
  { workspaceId, branch, by, personId }: Caller,
  { saved, definition, on }: { saved: Definition; definition: Workflow; on: boolean | undefined },
): Promise<SavedWorkflow> {
  const place = { workspaceId, branchId: branch.id, workflowId: saved.id };
  const before = await getWorkflowSettings(services.store, place);
  const choosing = { workspaceId, definition, personId, hasNewSteps: true };
  const settings = await changeSettings(services, choosing, before, { on });
  await publishTriggerRoutes(services.store, { ...place, branchName: branch.name, definition }, settings, by);
  return describeWorkflow(saved, settings, services.kinds);
}
