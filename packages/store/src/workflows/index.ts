export { meetsTest } from '../triggers/trigger-conditions.ts';
export { publishTriggerRoutes } from './publish-trigger-routes.ts';
export type { PublishedWorkflow } from './publish-trigger-routes.ts';
export { removeBranchRoutes } from '../triggers/trigger-routes.ts';
export type { TriggerRoute } from '../triggers/trigger-routes.ts';
export { getWorkflowSettings, listWorkflowSettings } from './workflow-settings.ts';
export type { WorkflowPlace, WorkflowSettings } from './workflow-settings.ts';
