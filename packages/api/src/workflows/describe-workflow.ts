import type { Workflow } from '@tallyhook/schemas';
import type { WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { WorkflowSettings } from '@tallyhook/store/workflows';
import { missingAccounts } from './choose-accounts.ts';

/** A workflow of a branch with its settings there. */
export interface WorkflowRow {
  id: string;
  name: string;
  revision: number;
  definition: Workflow;
  on: boolean;
  /** The linked account for each account name in the definition. */
  accounts: Record<string, string>;
  /** The account names without an account; steps that need them do not run. */
  missingAccounts: string[];
}

interface SavedWorkflow {
  id: string;
  name: string;
  revision: number;
  definition: unknown;
}

export function describeWorkflow(
  { id, name, revision, definition }: SavedWorkflow,
  settings: WorkflowSettings,
  kinds: WorkflowKinds,
): WorkflowRow {
  const workflow = definition as Workflow;
  return {
    id,
    name,
    revision,
    definition: workflow,
    ...settings,
    missingAccounts: missingAccounts(workflow, settings, kinds),
  };
}
