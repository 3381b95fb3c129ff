import type { Workflow } from '@tallyhook/schemas';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { forgetKeptVersions } from '@tallyhook/store/connectors';
import type { Definition } from '@tallyhook/store/definitions';
import { getWorkflowSettings, publishTriggerRoutes, type WorkflowSettings } from '@tallyhook/store/workflows';
import type { Caller } from '../caller.ts';
import { accountNames, changeSettings } from './choose-accounts.ts';
import { describeWorkflow } from './describe-workflow.ts';

interface Settling {
  saved: Definition;
  definition: Workflow;
  on: boolean | undefined;
  /** Accounts to choose, by name; names that the definition does not use are left out. */
  accounts?: Record<string, string>;
}

/**
 * The settings that a version of a workflow will have.
 * @throws Problem for accounts that do not fit it, or that the caller may not use
 */
export async function settingsFor(
  services: { store: Store; kinds: WorkflowKinds },
  { workspaceId, branch, personId }: Caller,
  { workflowId, definition, on, accounts = {} }: Omit<Settling, 'saved'> & { workflowId: string },
): Promise<WorkflowSettings> {
  const before = await getWorkflowSettings(services.store, { workspaceId, branchId: branch.id, workflowId });
  const names = accountNames(definition, services.kinds);
  const wanted = Object.fromEntries(Object.entries(accounts).filter(([name]) => names.includes(name)));
  const choosing = { workspaceId, definition, personId, hasNewSteps: true };
  return changeSettings(services, choosing, before, { on, accounts: wanted });
}

/**
 * Adapts the settings and the trigger of a workflow to the version that was just saved. It was checked with the installed
 * versions of connectors, so it uses those from now on.
 */
export async function settleWorkflow(
  services: { store: Store; kinds: WorkflowKinds },
  caller: Caller,
  { saved, ...settling }: Settling,
): Promise<SavedWorkflow> {
  const { workspaceId, branch, by } = caller;
  const { definition } = settling;
  const settings = await settingsFor(services, caller, { workflowId: saved.id, ...settling });
  const place = { workspaceId, branchId: branch.id, branchName: branch.name, workflowId: saved.id };
  await forgetKeptVersions(services.store, workspaceId, place);
  await publishTriggerRoutes(services.store, { ...place, definition }, settings, by);
  return describeWorkflow(saved, settings, services.kinds);
}
