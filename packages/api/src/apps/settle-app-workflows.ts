import type { Workflow } from '@tallyhook/schemas';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { listDefinitions, type Definition } from '@tallyhook/store/definitions';
import { getWorkflowSettings, publishTriggerRoutes } from '@tallyhook/store/workflows';
import type { Caller } from '../caller.ts';
import { settleWorkflow } from '../workflows/settle-workflow.ts';

/** The workflows that an app brought to a branch. */
export async function appWorkflows(
  store: Store,
  { branch }: Pick<Caller, 'branch'>,
  app: string,
): Promise<Definition[]> {
  return (await listDefinitions(store, branch, 'workflow')).filter((one) => one.app === app);
}

/** After an update: the workflows that are on listen as their new versions say, and those that are gone stop. */
export async function settleAppWorkflows(
  services: { store: Store; kinds: WorkflowKinds },
  caller: Caller,
  { app, before }: { app: string; before: readonly Definition[] },
): Promise<void> {
  const { store } = services;
  const now = await appWorkflows(store, caller, app);
  const present = new Set(now.map(({ id }) => id));
  for (const saved of now) {
    const { on } = await getWorkflowSettings(store, placeOf(caller, saved.id));
    if (on) await settleWorkflow(services, caller, { saved, definition: saved.definition as Workflow, on });
  }
  for (const { id, definition } of before) {
    if (present.has(id)) continue;
    const place = placeOf(caller, id);
    const settings = await getWorkflowSettings(store, place);
    const workflow = { ...place, definition: definition as Workflow };
    if (settings.on) await publishTriggerRoutes(store, workflow, { ...settings, on: false }, caller.by);
  }
}

const placeOf = ({ workspaceId, branch }: Caller, workflowId: string) => ({
  ...{ workspaceId, branchId: branch.id, branchName: branch.name, workflowId },
});
