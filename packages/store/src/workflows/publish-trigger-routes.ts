import { Problem, type ConnectorTrigger, type Workflow } from '@tallyhook/schemas';
import { getLinkedAccount } from '../accounts/linked-accounts.ts';
import type { Store } from '../database/store.ts';
import { audited } from '../audit/audit.ts';
import { putRecordRoute, readTicks, removeRecordRoute } from '../triggers/record-routes.ts';
import { putScheduleRoute, removeScheduleRoute } from '../triggers/schedule-routes.ts';
import { subscriptionId, wishSubscription, type SubscriptionWish } from '../triggers/subscriptions.ts';
import { putTriggerRoute, removeTriggerRoute, type TriggerRoute } from '../triggers/trigger-routes.ts';
import { openWorkflowAddress } from '../triggers/workflow-addresses.ts';
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
  const { workspaceId, branchId, branchName, workflowId } = workflow;
  const place = { workspaceId, branchId, branchName, workflowId };
  const running = settings.on ? trigger : null;
  // The address is there before the workflow is on, so that people can enter it elsewhere.
  if (trigger.kind === 'address') await openWorkflowAddress(store, place, trigger.id ?? usualDeliveryId);
  const route = running === null ? null : await makeRoute(store, place, { trigger: running, settings });
  const wish = route && wishOf(route, running);
  const records = running?.kind === 'recordChanged' ? running : null;
  const slots = records && (await readTicks(store, workspaceId, { branchId, type: records.type }));
  const details = {
    ...{ name: workflow.definition.name, branch: workflow.branchName, on: String(settings.on) },
    accounts: Object.values(settings.accounts).join(', '),
  };
  const entry = { action: 'workflow.changed', by, at: new Date(), workspaceId, target: workflowId, details } as const;
  return audited(store, entry, async (session) => {
    if (wish !== null) await wishSubscription(store, wish, session);
    await (route ? putTriggerRoute(store, route, session) : removeTriggerRoute(store, place, session));
    await (running?.kind === 'schedule'
      ? putScheduleRoute(store, { ...place, trigger: running }, session)
      : removeScheduleRoute(store, place, session));
    await (records && slots
      ? putRecordRoute(store, { ...place, trigger: records, slots }, session)
      : removeRecordRoute(store, place, session));
    return putWorkflowSettings(store, workflow, settings, { by, session });
  });
}

/** Stands for the connector in deliveries to a workflow's own address; no connector can have this id. */
export const addressConnector = 'Address';

/** How a delivery to a workflow's own address is named unless its trigger says so. */
const usualDeliveryId = '{{event.headers.idempotency-key}}';

type Place = Omit<PublishedWorkflow, 'definition'>;

async function makeRoute(
  store: Store,
  place: Place,
  { trigger, settings }: { trigger: Workflow['trigger']; settings: WorkflowSettings },
): Promise<TriggerRoute | null> {
  if (trigger.kind === 'connector') {
    const route = await deliveryRoute(store, place, { wanted: trigger, accounts: settings.accounts });
    const wish = wishOf(route, trigger);
    if (wish !== null) return { ...route, subscriptionId: subscriptionId(wish) };
    // Without an account nothing can be subscribed, and what people set up elsewhere is not meant.
    return trigger.subscribe === undefined ? route : null;
  }
  if (trigger.kind !== 'address') return null;
  const { conditions = [], id: deliveryId = usualDeliveryId } = trigger;
  const { id } = await openWorkflowAddress(store, place, deliveryId);
  return { ...place, connector: addressConnector, events: ['*'], accountId: id, externalId: null, conditions };
}

/** The subscription that a trigger wants the other service to have; null if people set it up there. */
function wishOf(
  { workspaceId, accountId, connector, webhook = null }: TriggerRoute,
  trigger: Workflow['trigger'] | null,
): SubscriptionWish | null {
  if (trigger?.kind !== 'connector' || trigger.subscribe === undefined || accountId === null) return null;
  return { workspaceId, accountId, connector, webhook, input: trigger.subscribe };
}

/** The deliveries that a trigger or a step wants, and the chosen accounts. */
interface Wanting {
  wanted: Pick<ConnectorTrigger, 'connector' | 'webhook' | 'events' | 'account' | 'conditions'>;
  accounts: Record<string, string>;
}

/**
 * The route by which deliveries come to a workflow.
 * @throws Problem `invalid_workflow` if the account belongs to another connector
 */
export async function deliveryRoute(
  store: Store,
  { workspaceId, branchId, branchName, workflowId }: Place,
  { wanted, accounts }: Wanting,
): Promise<TriggerRoute> {
  const { connector, webhook = null, events, account = connector, conditions = [] } = wanted;
  const accountId = accounts[account] ?? null;
  const linked = accountId === null ? null : await getLinkedAccount(store, workspaceId, accountId);
  if (linked && linked.connector !== connector) {
    throw new Problem(
      'invalid_workflow',
      `The account "${account}" belongs to "${linked.connector}", but the workflow listens to "${connector}" with it: choose an account of that connector.`,
    );
  }
  const externalId = linked?.externalId ?? null;
  const place = { workspaceId, branchId, branchName, workflowId };
  return { ...place, connector, webhook, events, accountId, externalId, conditions };
}
