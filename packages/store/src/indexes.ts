import { appReleaseIndexes } from './app-packages/releases.ts';
import { connectorFolderIndexes } from './connectors/connector-folders.ts';
import { listenIndexes } from './connectors/listens.ts';
import { connectorBuildIndexes } from './connectors/connector-builds.ts';
import { deliveryBodyIndexes } from './deliveries/delivery-bodies.ts';
import { fieldUsageIndexes } from './field-indexes/field-usage.ts';
import { questionUsageIndexes } from './field-indexes/question-usage.ts';
import { deliveryIndexes } from './deliveries/deliveries.ts';
import { confirmationIndexes } from './deliveries/confirmations.ts';
import { unreadIndexes } from './deliveries/unread-deliveries.ts';
import { installationIndexes } from './connectors/installations.ts';
import { connectorClientIndexes } from './accounts/connector-clients.ts';
import { accountSignInIndexes } from './accounts/sign-ins.ts';
import { linkedAccountIndexes } from './accounts/linked-accounts.ts';
import { releaseIndexes } from './connectors/releases.ts';
import { recordRouteIndexes } from './triggers/record-routes.ts';
import { scheduleRouteIndexes } from './triggers/schedule-routes.ts';
import { subscriptionIndexes } from './triggers/subscriptions.ts';
import { triggerRouteIndexes } from './triggers/trigger-routes.ts';
import { workflowAddressIndexes } from './triggers/workflow-addresses.ts';
import { workflowDraftIndexes } from './workflows/workflow-drafts.ts';
import { workflowSettingsIndexes } from './workflows/workflow-settings.ts';
import { dataKeyIndexes } from './keyring/data-keys.ts';
import { decisionIndexes } from './runs/decisions.ts';
import { recordWriteIndexes } from './runs/record-writes.ts';
import { runSlotIndexes } from './runs/run-slots.ts';
import { runIndexes } from './runs/runs.ts';
import { sendIndexes } from './runs/sends.ts';
import { stepResultIndexes } from './runs/step-results.ts';
import { keptAnswerIndexes } from './questions/kept-answers.ts';
import { apiKeyIndexes } from './keys/api-keys.ts';
import { auditIndexes } from './audit/audit.ts';
import { invitationIndexes } from './people/invitations.ts';
import { messageIndexes } from './messages/messages.ts';
import { noticeIndexes } from './notices/notices.ts';
import { outboxIndexes } from './people/outbox.ts';
import { passwordResetIndexes } from './people/password-resets.ts';
import { signInAttemptIndexes } from './people/sign-in-attempts.ts';
import { memberIndexes } from './people/members.ts';
import { peopleIndexes } from './people/people.ts';
import { planUsageIndexes } from './keys/plan-usage.ts';
import { shareLinkIndexes } from './shares/share-links.ts';
import { sessionIndexes } from './people/sessions.ts';
import { turnIndexes } from './turns/turns.ts';
import { pieceAnswerIndexes } from './runs/piece-answers.ts';
import { uploadIndexes } from './runs/upload-rows.ts';
import { waitIndexes } from './runs/waits.ts';
import { workerIndexes } from './runs/workers.ts';
import type { CollectionIndexes, Store } from './database/store.ts';
import { migrate } from './migrate.ts';
import { workspaceIds } from './database/workspace-ids.ts';
import { ensureWorkspaceIndexes } from './branches/workspace-indexes.ts';

/** The indexes of the system database, one line per collection. Each is declared in the file of its collection. */
const systemIndexes: readonly CollectionIndexes[] = [
  apiKeyIndexes,
  appReleaseIndexes,
  accountSignInIndexes,
  auditIndexes,
  connectorBuildIndexes,
  connectorClientIndexes,
  dataKeyIndexes,
  connectorFolderIndexes,
  listenIndexes,
  decisionIndexes,
  deliveryBodyIndexes,
  deliveryIndexes,
  confirmationIndexes,
  unreadIndexes,
  fieldUsageIndexes,
  installationIndexes,
  invitationIndexes,
  keptAnswerIndexes,
  linkedAccountIndexes,
  memberIndexes,
  messageIndexes,
  noticeIndexes,
  outboxIndexes,
  passwordResetIndexes,
  peopleIndexes,
  planUsageIndexes,
  questionUsageIndexes,
  releaseIndexes,
  recordWriteIndexes,
  runIndexes,
  runSlotIndexes,
  sendIndexes,
  sessionIndexes,
  shareLinkIndexes,
  signInAttemptIndexes,
  stepResultIndexes,
  waitIndexes,
  workerIndexes,
  recordRouteIndexes,
  scheduleRouteIndexes,
  workflowAddressIndexes,
  workflowDraftIndexes,
  subscriptionIndexes,
  triggerRouteIndexes,
  turnIndexes,
  uploadIndexes,
  pieceAnswerIndexes,
  workflowSettingsIndexes,
];

/**
 * Creates the missing indexes of the system database and of all workspaces. The API and the worker call it at startup
 * and do not serve if it throws: without a unique index the same thing could happen twice.
 */
export async function ensureIndexes(store: Store): Promise<void> {
  await migrate(store);
  for (const { collection, indexes } of systemIndexes) {
    await store.system.collection(collection).createIndexes([...indexes]);
  }
  for (const workspaceId of await workspaceIds(store)) await ensureWorkspaceIndexes(store, workspaceId);
}
