export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export type { ApiKey, KeyAccess, NewApiKey } from './api-keys.ts';
export { openApiKey, workspaceOfSeenKey } from './open-api-key.ts';
export type { OpenedKey } from './open-api-key.ts';
export { addPlanCalls, readPlanUsage } from './plan-usage.ts';
export type { PlanUsage } from './plan-usage.ts';
