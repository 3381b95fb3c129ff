export { ensureIndexes } from './indexes.ts';
export { newId, openStore } from './store.ts';
export type { CollectionIndexes, Keyring, Store, StoreOptions } from './store.ts';
export { abilities, abilitiesOf, isRole, mayGive, roles } from './roles.ts';
export type { Ability, Role } from './roles.ts';
export {
  askToCancelRun,
  beginRun,
  countFailedRuns,
  endRun,
  getRun,
  insertRun,
  isEnded,
  listOpenRuns,
  listRuns,
  runStatuses,
} from './runs.ts';
export type { NewRun, Run, RunError, RunFilter, RunStatus, RunTrigger } from './runs.ts';
export { endOpenSteps, getStepResult, listStepResults, saveStepResult } from './step-results.ts';
export type { StepKey, StepOutcome, StepResult, StepStatus } from './step-results.ts';
export { listSends, markAnswered, markSending, markUnsent, takeSend } from './sends.ts';
export type { Send, SendBegin, SendHold, SendOutcome, SendState } from './sends.ts';
export { holdsUpload, listUploads, queueUpload, takeOpenUploads, takeUpload, writeUpload } from './uploads.ts';
export type {
  Upload,
  UploadChange,
  UploadedFile,
  UploadHold,
  UploadPieceEntry,
  UploadRequestEntry,
  UploadRequestName,
  UploadState,
} from './uploads.ts';
export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export type { ApiKey, KeyAccess, NewApiKey } from './api-keys.ts';
export { openApiKey, workspaceOfSeenKey } from './open-api-key.ts';
export type { OpenedKey } from './open-api-key.ts';
export { audited, listAudit } from './audit.ts';
export type { AuditAction, AuditEntry } from './audit.ts';
export { listMembers, listMemberships, removeMember, roleOf, setRole } from './members.ts';
export type { Member } from './members.ts';
export {
  changePassword,
  checkPassword,
  createPerson,
  findPersonByEmail,
  getPerson,
  listPeople,
  normalizeEmail,
} from './people.ts';
export type { Person } from './people.ts';
export { addPlanCalls, readPlanUsage } from './plan-usage.ts';
export type { PlanUsage } from './plan-usage.ts';
export { endSession, endSessionsOf, findSession, openSession, sessionDays } from './sessions.ts';
export type { Session } from './sessions.ts';
export { pingStore } from './ping-store.ts';
export { problemFrom } from './problem-from.ts';
export { isStoreUnavailable } from './unavailable.ts';
export { acceptDeliveries, deliveryIdentity } from './accept-deliveries.ts';
export type { AcceptedDelivery, ReceivedBody, ReceivedEvent } from './accept-deliveries.ts';
export { countUnlinkedDeliveries, getDelivery, listDeliveries, readDeliveryBody } from './deliveries.ts';
export { findUnreadDeliveries, noteUnreadDelivery } from './unread-deliveries.ts';
export type { UnreadDeliveries } from './unread-deliveries.ts';
export type { Delivery, DeliveryBody, DeliveryConflict, DeliveryTarget } from './deliveries.ts';
export type { EventReading } from './delivery-targets.ts';
export { listUnstartedTargets, markTargetRefused, markTargetStarted } from './delivery-starts.ts';
export type { UnstartedTarget } from './delivery-starts.ts';
export {
  getInstalledPackage,
  installBuild,
  installConnector,
  listInstallations,
  listInstalledVersions,
} from './installations.ts';
export type { Installation } from './installations.ts';
export {
  leaveRefreshLease,
  markAccountRefused,
  markAccountWorking,
  readRefreshState,
  saveAccountFields,
  takeRefreshLease,
} from './account-tokens.ts';
export type { AccountPlace } from './account-tokens.ts';
export {
  getLinkedAccount,
  linkAccount,
  listLinkedAccounts,
  openAccount,
  openAccountsOfConnector,
} from './linked-accounts.ts';
export type {
  AccountClient,
  AccountFields,
  LinkAccountInput,
  LinkedAccount,
  OpenedAccount,
} from './linked-accounts.ts';
export { publishTriggerRoutes } from './publish-trigger-routes.ts';
export type { PublishedWorkflow } from './publish-trigger-routes.ts';
export {
  compareVersions,
  findNewestRelease,
  getReleasedPackage,
  listReleases,
  previewRelease,
  releaseConnector,
} from './releases.ts';
export type { Release, ReleasePreview } from './releases.ts';
export { checkKeyring, parseKeyring } from './sealing.ts';
export { removeBranchRoutes } from './trigger-routes.ts';
export type { TriggerRoute } from './trigger-routes.ts';
export { getWorkflowSettings, listWorkflowSettings } from './workflow-settings.ts';
export type { WorkflowPlace, WorkflowSettings } from './workflow-settings.ts';
export { appItemId } from './app-definitions.ts';
export { defineType, installApp, workApp } from './apps.ts';
export { listBranches, mainBranch, openBranch } from './branches.ts';
export { createMainBranch } from './main-branch.ts';
export type { Branch, BranchSummary, WeekStart, WorkspaceCalendar } from './branches.ts';
export { readChanges } from './change-log.ts';
export type { ChangeEntry, ImportChange, ReadChangesOptions, RecordChange } from './change-log.ts';
export { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from './records.ts';
export type { ListOptions, RecordPage } from './records.ts';
export { getRecords } from './records-by-id.ts';
export type { RecordRow } from './record-document.ts';
export { readWriteCounter } from './write-counter.ts';
export type { WriteCounter } from './write-counter.ts';
export { changeWorkspace, createWorkspace, getWorkspace, listWorkspacesOf } from './workspaces.ts';
export type { Workspace } from './workspaces.ts';
export { countWorkers, forgetWorker, noteWorker } from './workers.ts';
export { collectionFacts, momentOf, type TakenMoment } from './collection-facts.ts';
export type { Moment } from './collection-facts.ts';
export {
  buildFieldIndexes,
  indexedFields,
  listIndexJobs,
  readFieldIndexes,
  switchFieldIndex,
} from './field-indexes.ts';
export type { FieldIndex, IndexJob } from './field-indexes.ts';
export { addFieldUses, readFieldUsage } from './field-usage.ts';
export { likelyShare } from './likely-share.ts';
export type { FieldUsage, FieldUse } from './field-usage.ts';
export { readLabels } from './labels.ts';
export { choicesInUse } from './choices-in-use.ts';
export { questionTimedOut } from './question-timed-out.ts';
export { readPlan } from './read-plan.ts';
export type { ReadPlanOptions } from './read-plan.ts';
export { openContent } from './file-content.ts';
export type { ContentPlace, ContentReader } from './file-content.ts';
export { findContent, getFile, listFiles, openFile, saveFile } from './files.ts';
export type { FileRow, NewFile } from './files.ts';
export { sweep } from './sweep.ts';
export type { SweepOptions } from './sweep.ts';
export { deleteDefinition, getDefinition, listDefinitions, saveDefinition } from './definitions.ts';
export type { Definition, NewDefinition } from './definitions.ts';
export { dropKeptAnswer, findKeptAnswer, forgetCount, keepAnswer, noteCount } from './kept-answers.ts';
export type { FoundAnswer } from './kept-answers.ts';
export { changeDefinition, refuseReadOnly, saveDefinitionWith } from './change-definition.ts';
export type { DefinitionChange } from './change-definition.ts';
export { restoreDefinition } from './restore-definition.ts';
export type { DefinitionKind } from './hidden-types.ts';
export { importCsv } from './csv/import-csv.ts';
export type { ImportedColumn, ImportOptions, ImportResult, MarkerCount } from './csv/import-options.ts';
export type { ImportMistake } from './csv/import-problem.ts';
export type { ImportProgress } from './csv/progress.ts';
export type { ImportRelation } from './csv/relation-keys.ts';
export { createBranch } from './branch-copy.ts';
export { deleteBranch } from './branch-end.ts';
