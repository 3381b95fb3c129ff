import { Problem, type ConnectorTrigger, type Workflow } from '@tallyhook/schemas';
import { getLinkedAccount } from '../accounts/linked-accounts.ts';
import type { Store } from '../database/store.ts';
import { audited } from '../audit/audit.ts';
import { putScheduleRoute, removeScheduleRoute } from '../triggers/schedule-routes.ts';
import { putTriggerRoute, removeTriggerRoute, type TriggerRoute } from '../triggers/trigger-routes.ts';
import { putWorkflowSettings, type WorkflowPlace, type WorkflowSettings } from './workflow-settings.ts';

/** A workflow on a branch, with its published definition. */
export interface PublishedWorkflow extends WorkflowPlace {
  branchName: string;
  definition: Workflow;
}

/**
 * Saves the settings of a workflow and updates its trigger route to match them and the definition, in one audited
 * transaction.
 * A workflow that is on gets deliveries from now on; one that is off gets none. Call it whenever the settings or the
 * definition change.
 * @throws Problem `invalid_workflow` if the trigger's account belongs to another connector, `not_found` if it belongs
 * to another workspace.
 */
export async function publishTriggerRoutes(
  store: Store,
  workflow: PublishedWorkflow,
  settings: WorkflowSettings,
  by: string,
): Promise<WorkflowSettings> {
  const { trigger } = workflow.definition;
  const listens = settings.on && trigger.kind === 'connector';
  const route = listens ? await makeRoute(store, workflow, { trigger, settings }) : null;
  const { workspaceId, branchId, branchName, workflowId } = workflow;
  const times = settings.on && trigger.kind === 'schedule' ? trigger : null;
  const details = {
    ...{ name: workflow.definition.name, branch: workflow.branchName, on: String(settings.on) },
    accounts: Object.values(settings.accounts).join(', '),
  };
  const entry = { action: 'workflow.changed', by, at: new Date(), workspaceId, target: workflowId, details } as const;
  return audited(store, entry, async (session) => {
    await (route ? putTriggerRoute(store, route, session) : removeTriggerRoute(store, workflow, session));
    const place = { workspaceId, branchId, branchName, workflowId };
    await (times
      ? putScheduleRoute(store, { ...place, trigger: times }, session)
      : removeScheduleRoute(store, place, session));
    return putWorkflowSettings(store, workflow, settings, { by, session });
  });
}

async function makeRoute(
  store: Store,
  place: PublishedWorkflow,
  { trigger, settings }: { trigger: ConnectorTrigger; settings: WorkflowSettings },
): Promise<TriggerRoute> {
  const { connector, webhook = null, events, account = connector, conditions = [] } = trigger;
  const accountId = settings.accounts[account] ?? null;
  const linked = accountId === null ? null : await getLinkedAccount(store, place.workspaceId, accountId);
  if (linked && linked.connector !== connector) {
    throw new Problem(
      'invalid_workflow',
      `The account "${account}" of the trigger belongs to "${linked.connector}", but the trigger listens to "${connector}": choose an account of that connector.`,
    );
  }
  const { workspaceId, branchId, branchName, workflowId } = place;
  return {
    workspaceId,
    branchId,
    branchName,
    workflowId,
    connector,
    webhook,
    events,
    accountId,
    externalId: linked?.externalId ?? null,
    conditions,
  };
}
