import type { Workflow } from '@tallyhook/schemas';
import type { AnyTrigger, WorkflowKinds } from '@tallyhook/schemas/kinds';
import { walkSteps } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { listBranches, openBranch, type Branch } from '@tallyhook/store/branches';
import { listDefinitions } from '@tallyhook/store/definitions';
import { listWorkflowSettings, type WorkflowSettings } from '@tallyhook/store/workflows';

/** A workflow that uses a connector. */
export interface ConnectorUser {
  branch: Branch;
  workflowId: string;
  name: string;
  definition: Workflow;
  settings: WorkflowSettings;
  uses: ConnectorUses;
}

/** What a workflow uses of a connector: the names of actions and webhooks; `*` for the only webhook. */
export interface ConnectorUses {
  actions: Set<string>;
  webhooks: Set<string>;
}

/** The workflows of a workspace that use a connector, on all branches. */
export async function findConnectorUsers(
  { store, kinds }: { store: Store; kinds: WorkflowKinds },
  workspaceId: string,
  connector: string,
): Promise<ConnectorUser[]> {
  const found: ConnectorUser[] = [];
  for (const { name } of await listBranches(store, workspaceId)) {
    const branch = await openBranch(store, workspaceId, name);
    const [workflows, settings] = await Promise.all([
      listDefinitions(store, branch, 'workflow'),
      listWorkflowSettings(store, { workspaceId, branchId: branch.id }),
    ]);
    for (const { id: workflowId, name: workflowName, definition } of workflows) {
      const workflow = definition as Workflow;
      const uses = usesOf(workflow, kinds, connector);
      if (uses === undefined) continue;
      const known = settings.get(workflowId) ?? { on: false, accounts: {} };
      found.push({ branch, workflowId, name: workflowName, definition: workflow, settings: known, uses });
    }
  }
  return found;
}

/** What a workflow uses of a connector; undefined if it does not use it. */
function usesOf({ trigger, steps }: Workflow, kinds: WorkflowKinds, connector: string): ConnectorUses | undefined {
  const users = [trigger, ...walkSteps(steps, kinds).map(({ step }) => step)].filter((one) => names(one, connector));
  if (users.length === 0) return undefined;
  const uses: ConnectorUses = { actions: new Set(), webhooks: new Set() };
  for (const user of users as { action?: string; webhook?: string }[]) {
    if (user.action !== undefined) uses.actions.add(user.action);
    else uses.webhooks.add(user.webhook ?? '*');
  }
  return uses;
}

const names = (one: AnyTrigger, connector: string) => 'connector' in one && one.connector === connector;
