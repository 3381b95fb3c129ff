import type { Workflow } from '@tallyhook/schemas';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { WorkflowSettings } from '@tallyhook/store/workflows';
import { missingAccounts } from './choose-accounts.ts';

/** A workflow of a branch with its settings there. */
export function describeWorkflow(
  {
    id,
    name,
    revision,
    definition,
    app,
  }: Pick<SavedWorkflow, 'id' | 'name' | 'revision' | 'app'> & { definition: unknown },
  settings: WorkflowSettings,
  kinds: WorkflowKinds,
): SavedWorkflow {
  const workflow = definition as Workflow;
  return {
    id,
    name,
    revision,
    definition: workflow,
    ...settings,
    missingAccounts: missingAccounts(workflow, settings, kinds),
    ...(app !== undefined && { app }),
  };
}
