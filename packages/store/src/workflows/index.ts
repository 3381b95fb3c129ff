export { meetsTest } from '../triggers/trigger-conditions.ts';
export { publishTriggerRoutes } from './publish-trigger-routes.ts';
export type { PublishedWorkflow } from './publish-trigger-routes.ts';
export { listDueSchedules, listNextTimes, removeBranchSchedules, setNextTime } from '../triggers/schedule-routes.ts';
export type { ScheduleRoute } from '../triggers/schedule-routes.ts';
export { removeBranchRoutes } from '../triggers/trigger-routes.ts';
export type { TriggerRoute } from '../triggers/trigger-routes.ts';
export { getWorkflowSettings, listWorkflowSettings } from './workflow-settings.ts';
export type { WorkflowPlace, WorkflowSettings } from './workflow-settings.ts';
