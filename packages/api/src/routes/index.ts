import { postShares } from './post-shares.ts';
import { deleteShare } from './delete-share.ts';
import { postShared } from './post-shared.ts';
import { postSharedAnswers } from './post-shared-answers.ts';
import type { Route } from '../route.ts';
import { deleteBranchRoute } from './delete-branch.ts';
import { deleteDashboard } from './delete-dashboard.ts';
import { deleteKey } from './delete-key.ts';
import { deleteRecord } from './delete-record.ts';
import { deleteReport } from './delete-report.ts';
import { deleteSession } from './delete-session.ts';
import { deleteTile } from './delete-tile.ts';
import { getApps } from './get-apps.ts';
import { getApp } from './get-app.ts';
import { postApps } from './post-apps.ts';
import { getAppUpdate } from './get-app-update.ts';
import { deleteInstalledApp } from './delete-installed-app.ts';
import { postAppReleases } from './post-app-releases.ts';
import { postAppSamples } from './post-app-samples.ts';
import { deleteAppSamples } from './delete-app-samples.ts';
import { postDashboardCopies } from './post-dashboard-copies.ts';
import { getAccounts } from './get-accounts.ts';
import { getAttention } from './get-attention.ts';
import { getAudit } from './get-audit.ts';
import { getBranches } from './get-branches.ts';
import { patchBranch } from './patch-branch.ts';
import { getDeletedBranches } from './get-deleted-branches.ts';
import { postDeletedBranchRestore } from './post-deleted-branch-restore.ts';
import { getCommits } from './get-commits.ts';
import { postCommits } from './post-commits.ts';
import { getCommitDifferences } from './get-commit-differences.ts';
import { postCommitRevert } from './post-commit-revert.ts';
import { getMergePreview } from './get-merge-preview.ts';
import { getMergeDifferences } from './get-merge-differences.ts';
import { postMergeDifferences } from './post-merge-differences.ts';
import { postMergePreview } from './post-merge-preview.ts';
import { postMerges } from './post-merges.ts';
import { getChanges } from './get-changes.ts';
import { getConnector } from './get-connector.ts';
import { getConnectorUpdate } from './get-connector-update.ts';
import { deleteInstalledConnector } from './delete-installed-connector.ts';
import { postConnectorMoves } from './post-connector-moves.ts';
import { deleteConnectorFolder } from './delete-connector-folder.ts';
import { getConnectorFolderRoute } from './get-connector-folder.ts';
import { getConnectorFolders } from './get-connector-folders.ts';
import { postConnectorFolderChecks } from './post-connector-folder-checks.ts';
import { getReleasePlan } from './get-release-plan.ts';
import { postFixtureRuns } from './post-fixture-runs.ts';
import { postOpenapiContents } from './post-openapi-contents.ts';
import { postFolderTries } from './post-folder-tries.ts';
import { postFolderListens } from './post-folder-listens.ts';
import { getFolderListen } from './get-folder-listen.ts';
import { postFolderReleases } from './post-folder-releases.ts';
import { postConnectorFolders } from './post-connector-folders.ts';
import { putConnectorFolder } from './put-connector-folder.ts';
import { getConnectors } from './get-connectors.ts';
import { getDashboards } from './get-dashboards.ts';
import { getAsks } from './get-asks.ts';
import { getDeliveries } from './get-deliveries.ts';
import { getDelivery } from './get-delivery.ts';
import { getFile } from './get-file.ts';
import { getFiles } from './get-files.ts';
import { getGraphql } from './get-graphql.ts';
import { getHealth } from './get-health.ts';
import { getInstalledConnectors } from './get-installed-connectors.ts';
import { getKeys } from './get-keys.ts';
import { getMembers } from './get-members.ts';
import { createGetOpenapi } from './get-openapi.ts';
import { getQuery } from './get-query.ts';
import { getQueryFields } from './get-query-fields.ts';
import { getRecord } from './get-record.ts';
import { getRecords } from './get-records.ts';
import { getReport } from './get-report.ts';
import { getReportAnswer } from './get-report-answer.ts';
import { getReports } from './get-reports.ts';
import { getRevertPreview } from './get-revert-preview.ts';
import { getRun } from './get-run.ts';
import { getRunExport } from './get-run-export.ts';
import { getRuns } from './get-runs.ts';
import { getSession } from './get-session.ts';
import { getShares } from './get-shares.ts';
import { getSignInMethods } from './get-sign-in-methods.ts';
import { getSpeed } from './get-speed.ts';
import { getSubscriptions } from './get-subscriptions.ts';
import { getTypeDeclarations } from './get-type-declarations.ts';
import { getTypes } from './get-types.ts';
import { getType } from './get-type.ts';
import { getTypeUses } from './get-type-uses.ts';
import { deleteType } from './delete-type.ts';
import { postTypePreview } from './post-type-preview.ts';
import { putType } from './put-type.ts';
import { getWorkflowActivity } from './get-workflow-activity.ts';
import { getWorkflows } from './get-workflows.ts';
import { getWorkspaces } from './get-workspaces.ts';
import { patchDashboard } from './patch-dashboard.ts';
import { patchRecord } from './patch-record.ts';
import { patchReport } from './patch-report.ts';
import { patchTile } from './patch-tile.ts';
import { patchType } from './patch-type.ts';
import { patchWorkflowSettings } from './patch-workflow-settings.ts';
import { patchWorkspace } from './patch-workspace.ts';
import { postAccounts } from './post-accounts.ts';
import { postBranches } from './post-branches.ts';
import { postConnectorBuilds } from './post-connector-builds.ts';
import { postConnectorReleases } from './post-connector-releases.ts';
import { postConnectors } from './post-connectors.ts';
import { postDashboardRestore } from './post-dashboard-restore.ts';
import { postDashboards } from './post-dashboards.ts';
import { postFiles } from './post-files.ts';
import { postGraphql } from './post-graphql.ts';
import { getAccountHook, getHook } from './get-hook.ts';
import { optionsAccountHook, optionsHook } from './options-hook.ts';
import { postAccountAddress } from './post-account-address.ts';
import { postAccountHook, postHook, postStart } from './post-hook.ts';
import { getListenRoute, optionsListen, postListen } from './post-listen.ts';
import { postImport } from './post-import.ts';
import { getOidcCallback } from './get-oidc-callback.ts';
import { getOidcSignIn } from './get-oidc-sign-in.ts';
import { getPlan } from './get-plan.ts';
import { postKeyRotation } from './post-key-rotation.ts';
import { postKeys } from './post-keys.ts';
import { postMcp } from './post-mcp.ts';
import { postInvitations } from './post-invitations.ts';
import { getInvitations } from './get-invitations.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { postInvitationPreview } from './post-invitation-preview.ts';
import { postInvitationAccept } from './post-invitation-accept.ts';
import { postInvitationDecline } from './post-invitation-decline.ts';
import { patchMember } from './patch-member.ts';
import { deleteAccount } from './delete-account.ts';
import { postAccountSignIns } from './post-account-sign-ins.ts';
import { getAccountSignIn } from './get-account-sign-in.ts';
import { postAccountSignInChoice } from './post-account-sign-in-choice.ts';
import { getOauthCallback } from './get-oauth-callback.ts';
import { postAccountTest } from './post-account-test.ts';
import { putAccountCredentials } from './put-account-credentials.ts';
import { getConnectorClients } from './get-connector-clients.ts';
import { putConnectorClient } from './put-connector-client.ts';
import { deleteConnectorClient } from './delete-connector-client.ts';
import { deleteFile } from './delete-file.ts';
import { postDeliveryDeletions } from './post-delivery-deletions.ts';
import { patchAccount } from './patch-account.ts';
import { deleteMember } from './delete-member.ts';
import { putPersonPassword } from './put-person-password.ts';
import { patchPerson } from './patch-person.ts';
import { postPasswordRequests } from './post-password-requests.ts';
import { postPasswordResets } from './post-password-resets.ts';
import { getSessions } from './get-sessions.ts';
import { deleteKeyringKey } from './delete-keyring-key.ts';
import { getKeyring } from './get-keyring.ts';
import { getOutbox } from './get-outbox.ts';
import { postKeyringRotation } from './post-keyring-rotation.ts';
import { deleteOneSession, deleteSessions } from './delete-sessions.ts';
import { postQuery } from './post-query.ts';
import { queryQuery } from './query-query.ts';
import { postRecordsSearch } from './post-records-search.ts';
import { postRecords } from './post-records.ts';
import { postReportRestore } from './post-report-restore.ts';
import { postReports } from './post-reports.ts';
import { postAskAnswer } from './post-ask-answer.ts';
import { postDeliveryReplays } from './post-delivery-replays.ts';
import { postRunDecisions } from './post-run-decisions.ts';
import { deleteWorkflow } from './delete-workflow.ts';
import { deleteWorkflowDraft } from './delete-workflow-draft.ts';
import { getWorkflowDraftRoute } from './get-workflow-draft.ts';
import { getWorkflowDrafts } from './get-workflow-drafts.ts';
import { getWorkflowSample } from './get-workflow-sample.ts';
import { getWorkflowVersions } from './get-workflow-versions.ts';
import { postWorkflowPublish } from './post-workflow-publish.ts';
import { postWorkflowRestore } from './post-workflow-restore.ts';
import { putWorkflowDraftRoute } from './put-workflow-draft.ts';
import { postWorkflowAddress } from './post-workflow-address.ts';
import { postRunAgain } from './post-run-again.ts';
import { postRunCancel } from './post-run-cancel.ts';
import { postSession } from './post-session.ts';
import { postSubscriptionTry } from './post-subscription-try.ts';
import { postTiles } from './post-tiles.ts';
import { postTypes } from './post-types.ts';
import { postWorkflowRuns } from './post-workflow-runs.ts';
import { postWorkflowTests } from './post-workflow-tests.ts';
import { postWorkflows } from './post-workflows.ts';
import { postWorkspaces } from './post-workspaces.ts';
import { putRunWatch } from './put-run-watch.ts';
import { getMessages } from './get-messages.ts';
import { postMessagesRead } from './post-messages-read.ts';
import { putMessageRead } from './put-message-read.ts';
import { putSpeed } from './put-speed.ts';
import { putSpeedIndex } from './put-speed-index.ts';
import { deleteView } from './delete-view.ts';
import { getPeople } from './get-people.ts';
import { getRecordExport } from './get-record-export.ts';
import { getRecordHistory } from './get-record-history.ts';
import { getRecordNews } from './get-record-news.ts';
import { getViews } from './get-views.ts';
import { patchView } from './patch-view.ts';
import { postRecordsBatch } from './post-records-batch.ts';
import { postViewRestore } from './post-view-restore.ts';
import { postViews } from './post-views.ts';

/** All routes of the service. */
export const routes: readonly Route[] = [
  getHealth,
  createGetOpenapi(() => routes),
  postSession,
  getSignInMethods,
  getOidcSignIn,
  getOidcCallback,
  getSession,
  deleteSession,
  getWorkspaces,
  postWorkspaces,
  patchWorkspace,
  getBranches,
  postBranches,
  deleteBranchRoute,
  patchBranch,
  getDeletedBranches,
  postDeletedBranchRestore,
  getCommits,
  postCommits,
  getCommitDifferences,
  postCommitRevert,
  getMergePreview,
  getRevertPreview,
  getMergeDifferences,
  postMergePreview,
  postMergeDifferences,
  postMerges,
  getMembers,
  postInvitations,
  getInvitations,
  deleteInvitation,
  postInvitationPreview,
  postInvitationAccept,
  postInvitationDecline,
  patchMember,
  deleteMember,
  postAccountSignIns,
  getAccountSignIn,
  postAccountSignInChoice,
  getOauthCallback,
  postAccountTest,
  putAccountCredentials,
  getConnectorClients,
  putConnectorClient,
  deleteConnectorClient,
  deleteFile,
  postDeliveryDeletions,
  patchAccount,
  deleteAccount,
  postAccountAddress,
  putPersonPassword,
  patchPerson,
  postPasswordRequests,
  postPasswordResets,
  getSessions,
  getOutbox,
  getKeyring,
  postKeyringRotation,
  deleteKeyringKey,
  getAudit,
  deleteOneSession,
  deleteSessions,
  getKeys,
  postKeys,
  postKeyRotation,
  getShares,
  postShares,
  deleteShare,
  postShared,
  postSharedAnswers,
  getPlan,
  deleteKey,
  getTypes,
  getTypeDeclarations,
  postTypes,
  getType,
  patchType,
  putType,
  postTypePreview,
  getTypeUses,
  deleteType,
  getRecords,
  postRecords,
  postRecordsSearch,
  postRecordsBatch,
  getRecordHistory,
  getRecordNews,
  getRecordExport,
  getPeople,
  getViews,
  postViews,
  patchView,
  deleteView,
  postViewRestore,
  getRecord,
  patchRecord,
  deleteRecord,
  getChanges,
  postImport,
  getFiles,
  postFiles,
  getFile,
  getQuery,
  postQuery,
  queryQuery,
  getQueryFields,
  getGraphql,
  postGraphql,
  postMcp,
  getReports,
  postReports,
  getReport,
  patchReport,
  deleteReport,
  postReportRestore,
  getReportAnswer,
  getDashboards,
  postDashboards,
  patchDashboard,
  deleteDashboard,
  postDashboardRestore,
  postTiles,
  patchTile,
  deleteTile,
  getSpeed,
  putSpeed,
  putSpeedIndex,
  getRuns,
  getRun,
  postRunAgain,
  postRunCancel,
  postRunDecisions,
  getSubscriptions,
  postSubscriptionTry,
  postWorkflowTests,
  getRunExport,
  getAsks,
  getAttention,
  putRunWatch,
  getMessages,
  postMessagesRead,
  putMessageRead,
  postAskAnswer,
  getConnectors,
  getInstalledConnectors,
  getConnector,
  getConnectorUpdate,
  deleteInstalledConnector,
  postConnectorMoves,
  postConnectors,
  postConnectorBuilds,
  postConnectorReleases,
  getConnectorFolders,
  postConnectorFolders,
  getConnectorFolderRoute,
  putConnectorFolder,
  deleteConnectorFolder,
  postConnectorFolderChecks,
  postFolderTries,
  postOpenapiContents,
  postFolderListens,
  getFolderListen,
  postFixtureRuns,
  getReleasePlan,
  postFolderReleases,
  getApps,
  getApp,
  postApps,
  getAppUpdate,
  deleteInstalledApp,
  postAppReleases,
  postAppSamples,
  deleteAppSamples,
  postDashboardCopies,
  getAccounts,
  postAccounts,
  getWorkflowActivity,
  getWorkflows,
  postWorkflowRuns,
  postWorkflows,
  patchWorkflowSettings,
  deleteWorkflow,
  postWorkflowRestore,
  getWorkflowDrafts,
  getWorkflowDraftRoute,
  putWorkflowDraftRoute,
  deleteWorkflowDraft,
  postWorkflowPublish,
  getWorkflowVersions,
  getWorkflowSample,
  postWorkflowAddress,
  getDeliveries,
  getDelivery,
  postDeliveryReplays,
  getHook,
  getAccountHook,
  optionsHook,
  optionsAccountHook,
  postHook,
  postAccountHook,
  postStart,
  getListenRoute,
  optionsListen,
  postListen,
];
