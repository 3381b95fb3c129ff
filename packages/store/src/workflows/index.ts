export { addressConnector, deliveryRoute, publishTriggerRoutes } from './publish-trigger-routes.ts';
export type { PublishedWorkflow } from './publish-trigger-routes.ts';
export { listDueSchedules, listNextTimes, removeBranchSchedules, setNextTime } from '../triggers/schedule-routes.ts';
export type { ScheduleRoute } from '../triggers/schedule-routes.ts';
export {
  advanceRecordRoute,
  listRecordRoutes,
  readTicks,
  removeBranchRecordRoutes,
} from '../triggers/record-routes.ts';
export type { RecordRoute } from '../triggers/record-routes.ts';
export {
  findSubscriptionAtAddress,
  forgetSubscription,
  listSubscriptions,
  noteSubscribed,
  noteSubscriptionFailure,
  openSubscriptionAddress,
  readSubscriptionSecrets,
  restartSubscription,
  takeDueSubscription,
  trySubscription,
} from '../triggers/subscriptions.ts';
export type { DueSubscription, Subscription, SubscriptionSecrets } from '../triggers/subscriptions.ts';
export {
  findWaitRoute,
  listSubscribers,
  putTriggerRoute,
  removeAccountRoutes,
  removeBranchRoutes,
  removeTriggerRoute,
} from '../triggers/trigger-routes.ts';
export {
  changeWorkflowAddress,
  findWorkflowAtAddress,
  listWorkflowAddresses,
  openWorkflowAddress,
  removeBranchAddresses,
} from '../triggers/workflow-addresses.ts';
export type { WorkflowAddress } from '../triggers/workflow-addresses.ts';
export type { TriggerRoute } from '../triggers/trigger-routes.ts';
export { getWorkflowSettings, listAccountUses, listWorkflowSettings } from './workflow-settings.ts';
export type { AccountUse, WorkflowPlace, WorkflowSettings } from './workflow-settings.ts';
export { getWorkflowDraft, listWorkflowDrafts, putWorkflowDraft, removeWorkflowDraft } from './workflow-drafts.ts';
export type { WorkflowDraft } from './workflow-drafts.ts';
