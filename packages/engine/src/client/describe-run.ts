import type { Workflow } from '@tallyhook/schemas';
import { createSharedReads, oncePer, type SharedReads, type Store } from '@tallyhook/store';
import { openBranchOf } from '@tallyhook/store/branches';
import { listVersionsFor } from '@tallyhook/store/connectors';
import { getDefinition } from '@tallyhook/store/definitions';
import type { NewRun } from '@tallyhook/store/runs';
import { getWorkflowSettings } from '@tallyhook/store/workflows';

/** A workflow on a branch. */
export interface RunPlace {
  workspaceId: string;
  branchId: string;
  branchName: string;
  workflowId: string;
}

/**
 * Describes a run of a workflow as it is now: its definition, accounts and connector versions are frozen with it.
 * @throws Problem `not_found` if the branch or the workflow is gone
 */
export async function describeRun(
  store: Store,
  place: RunPlace,
  { trigger, temporalWorkflowId }: Pick<NewRun, 'trigger' | 'temporalWorkflowId'>,
): Promise<NewRun> {
  const { workspaceId, branchId, workflowId } = place;
  // Deliveries that arrive at the same time start runs of the same workflow.
  const key = JSON.stringify([workspaceId, branchId, workflowId]);
  const { branch, workflow, settings, connectors } = await sharedReads(store)(key, () => readWorkflow(store, place));
  return {
    ...{ workspaceId, branchId, branchName: branch.name, workflowId },
    workflowName: workflow.name,
    definition: workflow.definition as Workflow,
    accounts: settings.accounts,
    connectors,
    trigger,
    attempt: 1,
    temporalWorkflowId,
  };
}

const sharedReads = oncePer<Store, SharedReads>(createSharedReads);

async function readWorkflow(store: Store, place: RunPlace) {
  const { workspaceId, branchId, workflowId } = place;
  const branch = await openBranchOf(store, place);
  const [workflow, settings, connectors] = await Promise.all([
    getDefinition(store, branch, 'workflow', workflowId),
    getWorkflowSettings(store, { workspaceId, branchId, workflowId }),
    listVersionsFor(store, workspaceId, { branchId, workflowId }),
  ]);
  return { branch, workflow, settings, connectors };
}
