import { connectorBuildIndexes } from './connector-builds.ts';
import { deliveryBodyIndexes } from './delivery-bodies.ts';
import { fieldUsageIndexes } from './field-usage.ts';
import { deliveryIndexes } from './deliveries.ts';
import { unreadIndexes } from './unread-deliveries.ts';
import { installationIndexes } from './installations.ts';
import { linkedAccountIndexes } from './linked-accounts.ts';
import { releaseIndexes } from './releases.ts';
import { triggerRouteIndexes } from './trigger-routes.ts';
import { workflowSettingsIndexes } from './workflow-settings.ts';
import { runIndexes } from './runs.ts';
import { sendIndexes } from './sends.ts';
import { stepResultIndexes } from './step-results.ts';
import { keptAnswerIndexes } from './kept-answers.ts';
import { apiKeyIndexes } from './api-keys.ts';
import { auditIndexes } from './audit.ts';
import { memberIndexes } from './members.ts';
import { peopleIndexes } from './people.ts';
import { planUsageIndexes } from './plan-usage.ts';
import { sessionIndexes } from './sessions.ts';
import { uploadIndexes } from './uploads.ts';
import { workerIndexes } from './workers.ts';
import type { CollectionIndexes, Store } from './store.ts';
import { workspaceIds } from './workspace-ids.ts';
import { ensureWorkspaceIndexes } from './workspace-indexes.ts';

/** The indexes of the system database, one line for each collection; the file of the collection declares them. */
const systemIndexes: readonly CollectionIndexes[] = [
  apiKeyIndexes,
  auditIndexes,
  connectorBuildIndexes,
  deliveryBodyIndexes,
  deliveryIndexes,
  unreadIndexes,
  fieldUsageIndexes,
  installationIndexes,
  keptAnswerIndexes,
  linkedAccountIndexes,
  memberIndexes,
  peopleIndexes,
  planUsageIndexes,
  releaseIndexes,
  runIndexes,
  sendIndexes,
  sessionIndexes,
  stepResultIndexes,
  workerIndexes,
  triggerRouteIndexes,
  uploadIndexes,
  workflowSettingsIndexes,
];

/**
 * Makes every index that is missing, in the system database and in those of the workspaces; api and worker call it at
 * start and do not serve when it throws: a missing unique index would let the same thing happen twice.
 */
export async function ensureIndexes(store: Store): Promise<void> {
  for (const { collection, indexes } of systemIndexes) {
    await store.system.collection(collection).createIndexes([...indexes]);
  }
  for (const workspaceId of await workspaceIds(store)) await ensureWorkspaceIndexes(store, workspaceId);
}
