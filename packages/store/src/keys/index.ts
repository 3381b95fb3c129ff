export { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
export type { ApiKey, KeyAccess, NewApiKey } from './api-keys.ts';
export { openApiKey, workspaceOfSeenKey } from './open-api-key.ts';
export type { OpenedKey, SeenKey } from './open-api-key.ts';
export { beginPlanTotal, readPlanTotal, returnPlanCall, takePlanCall } from './plan-totals.ts';
export type { PlanMonth } from './plan-totals.ts';
export { addPlanCalls, readPlanUsage } from './plan-usage.ts';
export type { PlanUsage } from './plan-usage.ts';
