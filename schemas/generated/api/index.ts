// Made from the schemas by `npm run generate`.
import action from '../../action.schema.json' with { type: 'json' };
import answer from '../../answer.schema.json' with { type: 'json' };
import apiAccounts from '../../api/accounts.schema.json' with { type: 'json' };
import apiApps from '../../api/apps.schema.json' with { type: 'json' };
import apiBranches from '../../api/branches.schema.json' with { type: 'json' };
import apiConnectorFolders from '../../api/connector-folders.schema.json' with { type: 'json' };
import apiConnectors from '../../api/connectors.schema.json' with { type: 'json' };
import apiDashboards from '../../api/dashboards.schema.json' with { type: 'json' };
import apiDeliveries from '../../api/deliveries.schema.json' with { type: 'json' };
import apiFiles from '../../api/files.schema.json' with { type: 'json' };
import apiImport from '../../api/import.schema.json' with { type: 'json' };
import apiKeys from '../../api/keys.schema.json' with { type: 'json' };
import apiMessages from '../../api/messages.schema.json' with { type: 'json' };
import apiParts from '../../api/parts.schema.json' with { type: 'json' };
import apiPeople from '../../api/people.schema.json' with { type: 'json' };
import apiProblem from '../../api/problem.schema.json' with { type: 'json' };
import apiProtocols from '../../api/protocols.schema.json' with { type: 'json' };
import apiQuestions from '../../api/questions.schema.json' with { type: 'json' };
import apiRecords from '../../api/records.schema.json' with { type: 'json' };
import apiReports from '../../api/reports.schema.json' with { type: 'json' };
import apiRuns from '../../api/runs.schema.json' with { type: 'json' };
import apiService from '../../api/service.schema.json' with { type: 'json' };
import apiShares from '../../api/shares.schema.json' with { type: 'json' };
import apiSpeed from '../../api/speed.schema.json' with { type: 'json' };
import apiViews from '../../api/views.schema.json' with { type: 'json' };
import apiWorkflows from '../../api/workflows.schema.json' with { type: 'json' };
import apiWorkspaces from '../../api/workspaces.schema.json' with { type: 'json' };
import app from '../../app.schema.json' with { type: 'json' };
import connectorPackage from '../../connector-package.schema.json' with { type: 'json' };
import connector from '../../connector.schema.json' with { type: 'json' };
import dashboard from '../../dashboard.schema.json' with { type: 'json' };
import fixture from '../../fixture.schema.json' with { type: 'json' };
import numberFormat from '../../number-format.schema.json' with { type: 'json' };
import question from '../../question.schema.json' with { type: 'json' };
import report from '../../report.schema.json' with { type: 'json' };
import request from '../../request.schema.json' with { type: 'json' };
import view from '../../view.schema.json' with { type: 'json' };
import webhook from '../../webhook.schema.json' with { type: 'json' };
import workflowTests from '../../workflow-tests.schema.json' with { type: 'json' };
import workflow from '../../workflow.schema.json' with { type: 'json' };
import type { ConnectorAction } from '../action.ts';
import type { Answer } from '../answer.ts';
import type {
  LinkedAccount,
  AccountUser,
  UnlinkedAccount,
  AccountTest,
  AccountValues,
  NewAccountSignIn,
  AccountSignIn,
  SignInChoice,
  ConnectorClient,
  ConnectorClientList,
  NewConnectorClient,
  NewAccount,
  AccountPatch,
} from './accounts.ts';
import type {
  AppPackage,
  AppRelease,
  InstalledApp,
  AppOffer,
  AppList,
  AppDetail,
  AppTypeSummary,
  AppUpdate,
  ChangedType,
  AppChange,
  NewAppInstallation,
  RemovedApp,
  SampleCount,
  RemovedSamples,
} from './apps.ts';
import type {
  BranchProtection,
  BranchPatch,
  BranchAuthor,
  BranchDetails,
  DeletedBranch,
  BranchRestoring,
  ChangeCounts,
  Commit,
  CommitPage,
  NewCommit,
  ChangedPart,
  Difference,
  DifferencePage,
  ConflictPart,
  PartAuthor,
  MergedType,
  MergeConflict,
  MergePreview,
  DecidedMerge,
  RevertPreview,
  ConflictDecision,
  NewMerge,
  NewRevert,
  MergeResult,
  MergeProgress,
  MergeLine,
  BranchLine,
  BranchProgress,
} from './branches.ts';
import type {
  FolderId,
  FolderFile,
  FolderProblem,
  ConnectorFolderList,
  ConnectorFolderEntry,
  ConnectorFolder,
  NewConnectorFolder,
  OpenapiContentsPost,
  OpenapiContents,
  ConnectorFolderPut,
  FolderChecksPost,
  FolderChecks,
  FixtureRuns,
  ReleasePlan,
  FolderRelease,
  FolderTryPost,
  FolderTry,
  FolderListenPost,
  NewFolderListen,
  FolderListen,
} from './connector-folders.ts';
import type {
  ConnectorList,
  Release,
  ReleaseNotes,
  ReleasePost,
  ConnectorOffer,
  ConnectorDetail,
  OfferedAction,
  ConnectorChange,
  ConnectorTemplate,
  ConnectorUser,
  ConnectorUpdate,
  ConnectorMove,
  WorkflowRefs,
  RemovedConnector,
  ReleasePreview,
  Installation,
  InstalledConnector,
  ActionSummary,
  WebhookSummary,
  ConnectorParts,
  ConnectorSignIn,
  NewInstallation,
} from './connectors.ts';
import type {
  SavedDashboard,
  NewDashboard,
  DashboardPatch,
  AskedConditions,
  NewTile,
  TilePatch,
  SavedTile,
} from './dashboards.ts';
import type {
  DeliveryPage,
  DeliveryConfirmation,
  Delivery,
  DeliveryContent,
  DeliveryDeletion,
  DeletedDeliveries,
  DeliveryReplay,
  UnreadDeliveries,
  DeliveryTarget,
  DeliveryConflict,
} from './deliveries.ts';
import type { SavedFile, FilePage } from './files.ts';
import type { ImportResult, ImportLine, ImportProgress, ImportedColumn, MatchedColumn, MarkerCount } from './import.ts';
import type { ApiKey, CreatedApiKey, NewApiKey, KeyRotation, PlanCalls } from './keys.ts';
import type { MessagePage, Message, MessageRead, MessagesRead } from './messages.ts';
import type { Id, Moment, Count, Revision, Sha256, Name, Role, Timezone, WeekStart } from './parts.ts';
import type {
  Session,
  Member,
  SignInMethods,
  Credentials,
  Person,
  RolePatch,
  NewInvitation,
  Invitation,
  InvitationToken,
  InvitationPreview,
  InvitationAcceptance,
  AcceptedInvitation,
  PasswordChange,
  PasswordResetRequest,
  PasswordReset,
  PersonPatch,
  OpenSession,
  KeyringStatus,
  KeyringRotation,
  Mail,
  AuditRow,
  Audit,
} from './people.ts';
import type { ProblemDocument, ProblemCode, ProblemDetail } from './problem.ts';
import type {
  GraphqlAnswer,
  GraphqlRefusal,
  McpAnswer,
  McpRefusal,
  GraphqlOperation,
  McpMessages,
  GraphqlError,
} from './protocols.ts';
import type { AskedType, AskedField, AskedQuestion } from './questions.ts';
import type {
  AnyRecord,
  SavedRecord,
  RecordPage,
  ChangeLog,
  Change,
  RecordType,
  NewRecord,
  RecordSearch,
  RecordPatch,
  RecordChange,
  MergeChange,
  BulkChange,
  ImportChange,
  RecordEdit,
  RecordBatch,
  RecordBatchResult,
  RecordHistory,
  RecordNews,
  RecordNewsItem,
  ExportedRecord,
  PersonName,
  NewRecordType,
  RecordTypePatch,
  TypeChange,
  TypeVersion,
  TypeChangePreview,
  FieldChangePreview,
  LostOption,
  LostValue,
  TypeUses,
  TypeUse,
  FieldPatch,
} from './records.ts';
import type { SavedReport, NewReport, ReportPatch } from './reports.ts';
import type {
  RunPage,
  CancelledRun,
  Attention,
  RunWatch,
  Run,
  RunSummary,
  RunCounts,
  CancelAsked,
  RunTrigger,
  RecordChangedStart,
  AddressStart,
  CalledStart,
  PersonQuestion,
  PersonAnswer,
  DecisionChoice,
  StepDecision,
  NewDecision,
  MadeDecision,
  ScheduleStart,
  ButtonStart,
  NewRun,
  RunAgain,
  StartedRun,
  DeliveryStart,
  RunError,
  RunStatus,
  RunStep,
  StepSend,
  StepUpload,
  UploadLine,
  SentPiece,
  SentRequest,
  StepStatus,
  RunBlock,
} from './runs.ts';
import type { Health, OpenApiDocument } from './service.ts';
import type { ShareLink, NewShareLink, ShareSecret, SharedQuestion, SharedPage, SharedReport } from './shares.ts';
import type {
  Speed,
  KeptColumns,
  KeptTypeSpeed,
  FieldSpeed,
  IndexSpeed,
  IndexedField,
  ReportName,
  IndexWish,
  IndexSwitch,
  FieldIndex,
} from './speed.ts';
import type { SavedView, NewView, ViewPatch } from './views.ts';
import type {
  SavedWorkflow,
  WorkflowDraft,
  WorkflowDraftPut,
  WorkflowPublishing,
  WorkflowVersion,
  WorkflowSample,
  WorkflowTesting,
  WorkflowAddress,
  WorkflowActivity,
  Subscription,
  WorkflowSettings,
  NewWorkflow,
  WorkflowSettingsPatch,
  MissingAccounts,
} from './workflows.ts';
import type {
  Workspace,
  BranchLimits,
  ChangedWorkspace,
  CreatedWorkspace,
  Branch,
  CreatedBranch,
  NewWorkspace,
  WorkspacePatch,
  NewBranch,
} from './workspaces.ts';
import type { App } from '../app.ts';
import type { ConnectorPackage } from '../connector-package.ts';
import type { Connector } from '../connector.ts';
import type { Dashboard } from '../dashboard.ts';
import type { Fixture } from '../fixture.ts';
import type { NumberFormat } from '../number-format.ts';
import type { Question } from '../question.ts';
import type { Report } from '../report.ts';
import type { Request } from '../request.ts';
import type { View } from '../view.ts';
import type { ConnectorWebhook } from '../webhook.ts';
import type { WorkflowTests } from '../workflow-tests.ts';
import type { Workflow } from '../workflow.ts';

/** Every schema, for those that refer to each other. */
export const schemas = [
  action,
  answer,
  apiAccounts,
  apiApps,
  apiBranches,
  apiConnectorFolders,
  apiConnectors,
  apiDashboards,
  apiDeliveries,
  apiFiles,
  apiImport,
  apiKeys,
  apiMessages,
  apiParts,
  apiPeople,
  apiProblem,
  apiProtocols,
  apiQuestions,
  apiRecords,
  apiReports,
  apiRuns,
  apiService,
  apiShares,
  apiSpeed,
  apiViews,
  apiWorkflows,
  apiWorkspaces,
  app,
  connectorPackage,
  connector,
  dashboard,
  fixture,
  numberFormat,
  question,
  report,
  request,
  view,
  webhook,
  workflowTests,
  workflow,
];

/** Where the schema of each type is. */
export const schemaPlaces = {
  ConnectorAction: 'action.schema.json',
  Answer: 'answer.schema.json',
  LinkedAccount: 'api/accounts.schema.json#/$defs/LinkedAccount',
  AccountUser: 'api/accounts.schema.json#/$defs/AccountUser',
  UnlinkedAccount: 'api/accounts.schema.json#/$defs/UnlinkedAccount',
  AccountTest: 'api/accounts.schema.json#/$defs/AccountTest',
  AccountValues: 'api/accounts.schema.json#/$defs/AccountValues',
  NewAccountSignIn: 'api/accounts.schema.json#/$defs/NewAccountSignIn',
  AccountSignIn: 'api/accounts.schema.json#/$defs/AccountSignIn',
  SignInChoice: 'api/accounts.schema.json#/$defs/SignInChoice',
  ConnectorClient: 'api/accounts.schema.json#/$defs/ConnectorClient',
  ConnectorClientList: 'api/accounts.schema.json#/$defs/ConnectorClientList',
  NewConnectorClient: 'api/accounts.schema.json#/$defs/NewConnectorClient',
  NewAccount: 'api/accounts.schema.json#/$defs/NewAccount',
  AccountPatch: 'api/accounts.schema.json#/$defs/AccountPatch',
  AppPackage: 'api/apps.schema.json#/$defs/AppPackage',
  AppRelease: 'api/apps.schema.json#/$defs/AppRelease',
  InstalledApp: 'api/apps.schema.json#/$defs/InstalledApp',
  AppOffer: 'api/apps.schema.json#/$defs/AppOffer',
  AppList: 'api/apps.schema.json#/$defs/AppList',
  AppDetail: 'api/apps.schema.json#/$defs/AppDetail',
  AppTypeSummary: 'api/apps.schema.json#/$defs/AppTypeSummary',
  AppUpdate: 'api/apps.schema.json#/$defs/AppUpdate',
  ChangedType: 'api/apps.schema.json#/$defs/ChangedType',
  AppChange: 'api/apps.schema.json#/$defs/AppChange',
  NewAppInstallation: 'api/apps.schema.json#/$defs/NewAppInstallation',
  RemovedApp: 'api/apps.schema.json#/$defs/RemovedApp',
  SampleCount: 'api/apps.schema.json#/$defs/SampleCount',
  RemovedSamples: 'api/apps.schema.json#/$defs/RemovedSamples',
  BranchProtection: 'api/branches.schema.json#/$defs/BranchProtection',
  BranchPatch: 'api/branches.schema.json#/$defs/BranchPatch',
  BranchAuthor: 'api/branches.schema.json#/$defs/BranchAuthor',
  BranchDetails: 'api/branches.schema.json#/$defs/BranchDetails',
  DeletedBranch: 'api/branches.schema.json#/$defs/DeletedBranch',
  BranchRestoring: 'api/branches.schema.json#/$defs/BranchRestoring',
  ChangeCounts: 'api/branches.schema.json#/$defs/ChangeCounts',
  Commit: 'api/branches.schema.json#/$defs/Commit',
  CommitPage: 'api/branches.schema.json#/$defs/CommitPage',
  NewCommit: 'api/branches.schema.json#/$defs/NewCommit',
  ChangedPart: 'api/branches.schema.json#/$defs/ChangedPart',
  Difference: 'api/branches.schema.json#/$defs/Difference',
  DifferencePage: 'api/branches.schema.json#/$defs/DifferencePage',
  ConflictPart: 'api/branches.schema.json#/$defs/ConflictPart',
  PartAuthor: 'api/branches.schema.json#/$defs/PartAuthor',
  MergedType: 'api/branches.schema.json#/$defs/MergedType',
  MergeConflict: 'api/branches.schema.json#/$defs/MergeConflict',
  MergePreview: 'api/branches.schema.json#/$defs/MergePreview',
  DecidedMerge: 'api/branches.schema.json#/$defs/DecidedMerge',
  RevertPreview: 'api/branches.schema.json#/$defs/RevertPreview',
  ConflictDecision: 'api/branches.schema.json#/$defs/ConflictDecision',
  NewMerge: 'api/branches.schema.json#/$defs/NewMerge',
  NewRevert: 'api/branches.schema.json#/$defs/NewRevert',
  MergeResult: 'api/branches.schema.json#/$defs/MergeResult',
  MergeProgress: 'api/branches.schema.json#/$defs/MergeProgress',
  MergeLine: 'api/branches.schema.json#/$defs/MergeLine',
  BranchLine: 'api/branches.schema.json#/$defs/BranchLine',
  BranchProgress: 'api/branches.schema.json#/$defs/BranchProgress',
  FolderId: 'api/connector-folders.schema.json#/$defs/FolderId',
  FolderFile: 'api/connector-folders.schema.json#/$defs/FolderFile',
  FolderProblem: 'api/connector-folders.schema.json#/$defs/FolderProblem',
  ConnectorFolderList: 'api/connector-folders.schema.json#/$defs/ConnectorFolderList',
  ConnectorFolderEntry: 'api/connector-folders.schema.json#/$defs/ConnectorFolderEntry',
  ConnectorFolder: 'api/connector-folders.schema.json#/$defs/ConnectorFolder',
  NewConnectorFolder: 'api/connector-folders.schema.json#/$defs/NewConnectorFolder',
  OpenapiContentsPost: 'api/connector-folders.schema.json#/$defs/OpenapiContentsPost',
  OpenapiContents: 'api/connector-folders.schema.json#/$defs/OpenapiContents',
  ConnectorFolderPut: 'api/connector-folders.schema.json#/$defs/ConnectorFolderPut',
  FolderChecksPost: 'api/connector-folders.schema.json#/$defs/FolderChecksPost',
  FolderChecks: 'api/connector-folders.schema.json#/$defs/FolderChecks',
  FixtureRuns: 'api/connector-folders.schema.json#/$defs/FixtureRuns',
  ReleasePlan: 'api/connector-folders.schema.json#/$defs/ReleasePlan',
  FolderRelease: 'api/connector-folders.schema.json#/$defs/FolderRelease',
  FolderTryPost: 'api/connector-folders.schema.json#/$defs/FolderTryPost',
  FolderTry: 'api/connector-folders.schema.json#/$defs/FolderTry',
  FolderListenPost: 'api/connector-folders.schema.json#/$defs/FolderListenPost',
  NewFolderListen: 'api/connector-folders.schema.json#/$defs/NewFolderListen',
  FolderListen: 'api/connector-folders.schema.json#/$defs/FolderListen',
  ConnectorList: 'api/connectors.schema.json#/$defs/ConnectorList',
  Release: 'api/connectors.schema.json#/$defs/Release',
  ReleaseNotes: 'api/connectors.schema.json#/$defs/ReleaseNotes',
  ReleasePost: 'api/connectors.schema.json#/$defs/ReleasePost',
  ConnectorOffer: 'api/connectors.schema.json#/$defs/ConnectorOffer',
  ConnectorDetail: 'api/connectors.schema.json#/$defs/ConnectorDetail',
  OfferedAction: 'api/connectors.schema.json#/$defs/OfferedAction',
  ConnectorChange: 'api/connectors.schema.json#/$defs/ConnectorChange',
  ConnectorTemplate: 'api/connectors.schema.json#/$defs/ConnectorTemplate',
  ConnectorUser: 'api/connectors.schema.json#/$defs/ConnectorUser',
  ConnectorUpdate: 'api/connectors.schema.json#/$defs/ConnectorUpdate',
  ConnectorMove: 'api/connectors.schema.json#/$defs/ConnectorMove',
  WorkflowRefs: 'api/connectors.schema.json#/$defs/WorkflowRefs',
  RemovedConnector: 'api/connectors.schema.json#/$defs/RemovedConnector',
  ReleasePreview: 'api/connectors.schema.json#/$defs/ReleasePreview',
  Installation: 'api/connectors.schema.json#/$defs/Installation',
  InstalledConnector: 'api/connectors.schema.json#/$defs/InstalledConnector',
  ActionSummary: 'api/connectors.schema.json#/$defs/ActionSummary',
  WebhookSummary: 'api/connectors.schema.json#/$defs/WebhookSummary',
  ConnectorParts: 'api/connectors.schema.json#/$defs/ConnectorParts',
  ConnectorSignIn: 'api/connectors.schema.json#/$defs/ConnectorSignIn',
  NewInstallation: 'api/connectors.schema.json#/$defs/NewInstallation',
  SavedDashboard: 'api/dashboards.schema.json#/$defs/SavedDashboard',
  NewDashboard: 'api/dashboards.schema.json#/$defs/NewDashboard',
  DashboardPatch: 'api/dashboards.schema.json#/$defs/DashboardPatch',
  AskedConditions: 'api/dashboards.schema.json#/$defs/AskedConditions',
  NewTile: 'api/dashboards.schema.json#/$defs/NewTile',
  TilePatch: 'api/dashboards.schema.json#/$defs/TilePatch',
  SavedTile: 'api/dashboards.schema.json#/$defs/SavedTile',
  DeliveryPage: 'api/deliveries.schema.json#/$defs/DeliveryPage',
  DeliveryConfirmation: 'api/deliveries.schema.json#/$defs/DeliveryConfirmation',
  Delivery: 'api/deliveries.schema.json#/$defs/Delivery',
  DeliveryContent: 'api/deliveries.schema.json#/$defs/DeliveryContent',
  DeliveryDeletion: 'api/deliveries.schema.json#/$defs/DeliveryDeletion',
  DeletedDeliveries: 'api/deliveries.schema.json#/$defs/DeletedDeliveries',
  DeliveryReplay: 'api/deliveries.schema.json#/$defs/DeliveryReplay',
  UnreadDeliveries: 'api/deliveries.schema.json#/$defs/UnreadDeliveries',
  DeliveryTarget: 'api/deliveries.schema.json#/$defs/DeliveryTarget',
  DeliveryConflict: 'api/deliveries.schema.json#/$defs/DeliveryConflict',
  SavedFile: 'api/files.schema.json#/$defs/SavedFile',
  FilePage: 'api/files.schema.json#/$defs/FilePage',
  ImportResult: 'api/import.schema.json#/$defs/ImportResult',
  ImportLine: 'api/import.schema.json#/$defs/ImportLine',
  ImportProgress: 'api/import.schema.json#/$defs/ImportProgress',
  ImportedColumn: 'api/import.schema.json#/$defs/ImportedColumn',
  MatchedColumn: 'api/import.schema.json#/$defs/MatchedColumn',
  MarkerCount: 'api/import.schema.json#/$defs/MarkerCount',
  ApiKey: 'api/keys.schema.json#/$defs/ApiKey',
  CreatedApiKey: 'api/keys.schema.json#/$defs/CreatedApiKey',
  NewApiKey: 'api/keys.schema.json#/$defs/NewApiKey',
  KeyRotation: 'api/keys.schema.json#/$defs/KeyRotation',
  PlanCalls: 'api/keys.schema.json#/$defs/PlanCalls',
  MessagePage: 'api/messages.schema.json#/$defs/MessagePage',
  Message: 'api/messages.schema.json#/$defs/Message',
  MessageRead: 'api/messages.schema.json#/$defs/MessageRead',
  MessagesRead: 'api/messages.schema.json#/$defs/MessagesRead',
  Id: 'api/parts.schema.json#/$defs/Id',
  Moment: 'api/parts.schema.json#/$defs/Moment',
  Count: 'api/parts.schema.json#/$defs/Count',
  Revision: 'api/parts.schema.json#/$defs/Revision',
  Sha256: 'api/parts.schema.json#/$defs/Sha256',
  Name: 'api/parts.schema.json#/$defs/Name',
  Role: 'api/parts.schema.json#/$defs/Role',
  Timezone: 'api/parts.schema.json#/$defs/Timezone',
  WeekStart: 'api/parts.schema.json#/$defs/WeekStart',
  Session: 'api/people.schema.json#/$defs/Session',
  Member: 'api/people.schema.json#/$defs/Member',
  SignInMethods: 'api/people.schema.json#/$defs/SignInMethods',
  Credentials: 'api/people.schema.json#/$defs/Credentials',
  Person: 'api/people.schema.json#/$defs/Person',
  RolePatch: 'api/people.schema.json#/$defs/RolePatch',
  NewInvitation: 'api/people.schema.json#/$defs/NewInvitation',
  Invitation: 'api/people.schema.json#/$defs/Invitation',
  InvitationToken: 'api/people.schema.json#/$defs/InvitationToken',
  InvitationPreview: 'api/people.schema.json#/$defs/InvitationPreview',
  InvitationAcceptance: 'api/people.schema.json#/$defs/InvitationAcceptance',
  AcceptedInvitation: 'api/people.schema.json#/$defs/AcceptedInvitation',
  PasswordChange: 'api/people.schema.json#/$defs/PasswordChange',
  PasswordResetRequest: 'api/people.schema.json#/$defs/PasswordResetRequest',
  PasswordReset: 'api/people.schema.json#/$defs/PasswordReset',
  PersonPatch: 'api/people.schema.json#/$defs/PersonPatch',
  OpenSession: 'api/people.schema.json#/$defs/OpenSession',
  KeyringStatus: 'api/people.schema.json#/$defs/KeyringStatus',
  KeyringRotation: 'api/people.schema.json#/$defs/KeyringRotation',
  Mail: 'api/people.schema.json#/$defs/Mail',
  AuditRow: 'api/people.schema.json#/$defs/AuditRow',
  Audit: 'api/people.schema.json#/$defs/Audit',
  ProblemDocument: 'api/problem.schema.json#/$defs/ProblemDocument',
  ProblemCode: 'api/problem.schema.json#/$defs/ProblemCode',
  ProblemDetail: 'api/problem.schema.json#/$defs/ProblemDetail',
  GraphqlAnswer: 'api/protocols.schema.json#/$defs/GraphqlAnswer',
  GraphqlRefusal: 'api/protocols.schema.json#/$defs/GraphqlRefusal',
  McpAnswer: 'api/protocols.schema.json#/$defs/McpAnswer',
  McpRefusal: 'api/protocols.schema.json#/$defs/McpRefusal',
  GraphqlOperation: 'api/protocols.schema.json#/$defs/GraphqlOperation',
  McpMessages: 'api/protocols.schema.json#/$defs/McpMessages',
  GraphqlError: 'api/protocols.schema.json#/$defs/GraphqlError',
  AskedType: 'api/questions.schema.json#/$defs/AskedType',
  AskedField: 'api/questions.schema.json#/$defs/AskedField',
  AskedQuestion: 'api/questions.schema.json#/$defs/AskedQuestion',
  AnyRecord: 'api/records.schema.json#/$defs/AnyRecord',
  SavedRecord: 'api/records.schema.json#/$defs/SavedRecord',
  RecordPage: 'api/records.schema.json#/$defs/RecordPage',
  ChangeLog: 'api/records.schema.json#/$defs/ChangeLog',
  Change: 'api/records.schema.json#/$defs/Change',
  RecordType: 'api/records.schema.json#/$defs/RecordType',
  NewRecord: 'api/records.schema.json#/$defs/NewRecord',
  RecordSearch: 'api/records.schema.json#/$defs/RecordSearch',
  RecordPatch: 'api/records.schema.json#/$defs/RecordPatch',
  RecordChange: 'api/records.schema.json#/$defs/RecordChange',
  MergeChange: 'api/records.schema.json#/$defs/MergeChange',
  BulkChange: 'api/records.schema.json#/$defs/BulkChange',
  ImportChange: 'api/records.schema.json#/$defs/ImportChange',
  RecordEdit: 'api/records.schema.json#/$defs/RecordEdit',
  RecordBatch: 'api/records.schema.json#/$defs/RecordBatch',
  RecordBatchResult: 'api/records.schema.json#/$defs/RecordBatchResult',
  RecordHistory: 'api/records.schema.json#/$defs/RecordHistory',
  RecordNews: 'api/records.schema.json#/$defs/RecordNews',
  RecordNewsItem: 'api/records.schema.json#/$defs/RecordNewsItem',
  ExportedRecord: 'api/records.schema.json#/$defs/ExportedRecord',
  PersonName: 'api/records.schema.json#/$defs/PersonName',
  NewRecordType: 'api/records.schema.json#/$defs/NewRecordType',
  RecordTypePatch: 'api/records.schema.json#/$defs/RecordTypePatch',
  TypeChange: 'api/records.schema.json#/$defs/TypeChange',
  TypeVersion: 'api/records.schema.json#/$defs/TypeVersion',
  TypeChangePreview: 'api/records.schema.json#/$defs/TypeChangePreview',
  FieldChangePreview: 'api/records.schema.json#/$defs/FieldChangePreview',
  LostOption: 'api/records.schema.json#/$defs/LostOption',
  LostValue: 'api/records.schema.json#/$defs/LostValue',
  TypeUses: 'api/records.schema.json#/$defs/TypeUses',
  TypeUse: 'api/records.schema.json#/$defs/TypeUse',
  FieldPatch: 'api/records.schema.json#/$defs/FieldPatch',
  SavedReport: 'api/reports.schema.json#/$defs/SavedReport',
  NewReport: 'api/reports.schema.json#/$defs/NewReport',
  ReportPatch: 'api/reports.schema.json#/$defs/ReportPatch',
  RunPage: 'api/runs.schema.json#/$defs/RunPage',
  CancelledRun: 'api/runs.schema.json#/$defs/CancelledRun',
  Attention: 'api/runs.schema.json#/$defs/Attention',
  RunWatch: 'api/runs.schema.json#/$defs/RunWatch',
  Run: 'api/runs.schema.json#/$defs/Run',
  RunSummary: 'api/runs.schema.json#/$defs/RunSummary',
  RunCounts: 'api/runs.schema.json#/$defs/RunCounts',
  CancelAsked: 'api/runs.schema.json#/$defs/CancelAsked',
  RunTrigger: 'api/runs.schema.json#/$defs/RunTrigger',
  RecordChangedStart: 'api/runs.schema.json#/$defs/RecordChangedStart',
  AddressStart: 'api/runs.schema.json#/$defs/AddressStart',
  CalledStart: 'api/runs.schema.json#/$defs/CalledStart',
  PersonQuestion: 'api/runs.schema.json#/$defs/PersonQuestion',
  PersonAnswer: 'api/runs.schema.json#/$defs/PersonAnswer',
  DecisionChoice: 'api/runs.schema.json#/$defs/DecisionChoice',
  StepDecision: 'api/runs.schema.json#/$defs/StepDecision',
  NewDecision: 'api/runs.schema.json#/$defs/NewDecision',
  MadeDecision: 'api/runs.schema.json#/$defs/MadeDecision',
  ScheduleStart: 'api/runs.schema.json#/$defs/ScheduleStart',
  ButtonStart: 'api/runs.schema.json#/$defs/ButtonStart',
  NewRun: 'api/runs.schema.json#/$defs/NewRun',
  RunAgain: 'api/runs.schema.json#/$defs/RunAgain',
  StartedRun: 'api/runs.schema.json#/$defs/StartedRun',
  DeliveryStart: 'api/runs.schema.json#/$defs/DeliveryStart',
  RunError: 'api/runs.schema.json#/$defs/RunError',
  RunStatus: 'api/runs.schema.json#/$defs/RunStatus',
  RunStep: 'api/runs.schema.json#/$defs/RunStep',
  StepSend: 'api/runs.schema.json#/$defs/StepSend',
  StepUpload: 'api/runs.schema.json#/$defs/StepUpload',
  UploadLine: 'api/runs.schema.json#/$defs/UploadLine',
  SentPiece: 'api/runs.schema.json#/$defs/SentPiece',
  SentRequest: 'api/runs.schema.json#/$defs/SentRequest',
  StepStatus: 'api/runs.schema.json#/$defs/StepStatus',
  RunBlock: 'api/runs.schema.json#/$defs/RunBlock',
  Health: 'api/service.schema.json#/$defs/Health',
  OpenApiDocument: 'api/service.schema.json#/$defs/OpenApiDocument',
  ShareLink: 'api/shares.schema.json#/$defs/ShareLink',
  NewShareLink: 'api/shares.schema.json#/$defs/NewShareLink',
  ShareSecret: 'api/shares.schema.json#/$defs/ShareSecret',
  SharedQuestion: 'api/shares.schema.json#/$defs/SharedQuestion',
  SharedPage: 'api/shares.schema.json#/$defs/SharedPage',
  SharedReport: 'api/shares.schema.json#/$defs/SharedReport',
  Speed: 'api/speed.schema.json#/$defs/Speed',
  KeptColumns: 'api/speed.schema.json#/$defs/KeptColumns',
  KeptTypeSpeed: 'api/speed.schema.json#/$defs/KeptTypeSpeed',
  FieldSpeed: 'api/speed.schema.json#/$defs/FieldSpeed',
  IndexSpeed: 'api/speed.schema.json#/$defs/IndexSpeed',
  IndexedField: 'api/speed.schema.json#/$defs/IndexedField',
  ReportName: 'api/speed.schema.json#/$defs/ReportName',
  IndexWish: 'api/speed.schema.json#/$defs/IndexWish',
  IndexSwitch: 'api/speed.schema.json#/$defs/IndexSwitch',
  FieldIndex: 'api/speed.schema.json#/$defs/FieldIndex',
  SavedView: 'api/views.schema.json#/$defs/SavedView',
  NewView: 'api/views.schema.json#/$defs/NewView',
  ViewPatch: 'api/views.schema.json#/$defs/ViewPatch',
  SavedWorkflow: 'api/workflows.schema.json#/$defs/SavedWorkflow',
  WorkflowDraft: 'api/workflows.schema.json#/$defs/WorkflowDraft',
  WorkflowDraftPut: 'api/workflows.schema.json#/$defs/WorkflowDraftPut',
  WorkflowPublishing: 'api/workflows.schema.json#/$defs/WorkflowPublishing',
  WorkflowVersion: 'api/workflows.schema.json#/$defs/WorkflowVersion',
  WorkflowSample: 'api/workflows.schema.json#/$defs/WorkflowSample',
  WorkflowTesting: 'api/workflows.schema.json#/$defs/WorkflowTesting',
  WorkflowAddress: 'api/workflows.schema.json#/$defs/WorkflowAddress',
  WorkflowActivity: 'api/workflows.schema.json#/$defs/WorkflowActivity',
  Subscription: 'api/workflows.schema.json#/$defs/Subscription',
  WorkflowSettings: 'api/workflows.schema.json#/$defs/WorkflowSettings',
  NewWorkflow: 'api/workflows.schema.json#/$defs/NewWorkflow',
  WorkflowSettingsPatch: 'api/workflows.schema.json#/$defs/WorkflowSettingsPatch',
  MissingAccounts: 'api/workflows.schema.json#/$defs/MissingAccounts',
  Workspace: 'api/workspaces.schema.json#/$defs/Workspace',
  BranchLimits: 'api/workspaces.schema.json#/$defs/BranchLimits',
  ChangedWorkspace: 'api/workspaces.schema.json#/$defs/ChangedWorkspace',
  CreatedWorkspace: 'api/workspaces.schema.json#/$defs/CreatedWorkspace',
  Branch: 'api/workspaces.schema.json#/$defs/Branch',
  CreatedBranch: 'api/workspaces.schema.json#/$defs/CreatedBranch',
  NewWorkspace: 'api/workspaces.schema.json#/$defs/NewWorkspace',
  WorkspacePatch: 'api/workspaces.schema.json#/$defs/WorkspacePatch',
  NewBranch: 'api/workspaces.schema.json#/$defs/NewBranch',
  App: 'app.schema.json',
  ConnectorPackage: 'connector-package.schema.json',
  Connector: 'connector.schema.json',
  Dashboard: 'dashboard.schema.json',
  Fixture: 'fixture.schema.json',
  NumberFormat: 'number-format.schema.json',
  Question: 'question.schema.json',
  Report: 'report.schema.json',
  Request: 'request.schema.json',
  View: 'view.schema.json',
  ConnectorWebhook: 'webhook.schema.json',
  WorkflowTests: 'workflow-tests.schema.json',
  Workflow: 'workflow.schema.json',
} as const;

/** What goes over HTTP as JSON, by name. */
export interface ApiTypes {
  ConnectorAction: ConnectorAction;
  Answer: Answer;
  LinkedAccount: LinkedAccount;
  AccountUser: AccountUser;
  UnlinkedAccount: UnlinkedAccount;
  AccountTest: AccountTest;
  AccountValues: AccountValues;
  NewAccountSignIn: NewAccountSignIn;
  AccountSignIn: AccountSignIn;
  SignInChoice: SignInChoice;
  ConnectorClient: ConnectorClient;
  ConnectorClientList: ConnectorClientList;
  NewConnectorClient: NewConnectorClient;
  NewAccount: NewAccount;
  AccountPatch: AccountPatch;
  AppPackage: AppPackage;
  AppRelease: AppRelease;
  InstalledApp: InstalledApp;
  AppOffer: AppOffer;
  AppList: AppList;
  AppDetail: AppDetail;
  AppTypeSummary: AppTypeSummary;
  AppUpdate: AppUpdate;
  ChangedType: ChangedType;
  AppChange: AppChange;
  NewAppInstallation: NewAppInstallation;
  RemovedApp: RemovedApp;
  SampleCount: SampleCount;
  RemovedSamples: RemovedSamples;
  BranchProtection: BranchProtection;
  BranchPatch: BranchPatch;
  BranchAuthor: BranchAuthor;
  BranchDetails: BranchDetails;
  DeletedBranch: DeletedBranch;
  BranchRestoring: BranchRestoring;
  ChangeCounts: ChangeCounts;
  Commit: Commit;
  CommitPage: CommitPage;
  NewCommit: NewCommit;
  ChangedPart: ChangedPart;
  Difference: Difference;
  DifferencePage: DifferencePage;
  ConflictPart: ConflictPart;
  PartAuthor: PartAuthor;
  MergedType: MergedType;
  MergeConflict: MergeConflict;
  MergePreview: MergePreview;
  DecidedMerge: DecidedMerge;
  RevertPreview: RevertPreview;
  ConflictDecision: ConflictDecision;
  NewMerge: NewMerge;
  NewRevert: NewRevert;
  MergeResult: MergeResult;
  MergeProgress: MergeProgress;
  MergeLine: MergeLine;
  BranchLine: BranchLine;
  BranchProgress: BranchProgress;
  FolderId: FolderId;
  FolderFile: FolderFile;
  FolderProblem: FolderProblem;
  ConnectorFolderList: ConnectorFolderList;
  ConnectorFolderEntry: ConnectorFolderEntry;
  ConnectorFolder: ConnectorFolder;
  NewConnectorFolder: NewConnectorFolder;
  OpenapiContentsPost: OpenapiContentsPost;
  OpenapiContents: OpenapiContents;
  ConnectorFolderPut: ConnectorFolderPut;
  FolderChecksPost: FolderChecksPost;
  FolderChecks: FolderChecks;
  FixtureRuns: FixtureRuns;
  ReleasePlan: ReleasePlan;
  FolderRelease: FolderRelease;
  FolderTryPost: FolderTryPost;
  FolderTry: FolderTry;
  FolderListenPost: FolderListenPost;
  NewFolderListen: NewFolderListen;
  FolderListen: FolderListen;
  ConnectorList: ConnectorList;
  Release: Release;
  ReleaseNotes: ReleaseNotes;
  ReleasePost: ReleasePost;
  ConnectorOffer: ConnectorOffer;
  ConnectorDetail: ConnectorDetail;
  OfferedAction: OfferedAction;
  ConnectorChange: ConnectorChange;
  ConnectorTemplate: ConnectorTemplate;
  ConnectorUser: ConnectorUser;
  ConnectorUpdate: ConnectorUpdate;
  ConnectorMove: ConnectorMove;
  WorkflowRefs: WorkflowRefs;
  RemovedConnector: RemovedConnector;
  ReleasePreview: ReleasePreview;
  Installation: Installation;
  InstalledConnector: InstalledConnector;
  ActionSummary: ActionSummary;
  WebhookSummary: WebhookSummary;
  ConnectorParts: ConnectorParts;
  ConnectorSignIn: ConnectorSignIn;
  NewInstallation: NewInstallation;
  SavedDashboard: SavedDashboard;
  NewDashboard: NewDashboard;
  DashboardPatch: DashboardPatch;
  AskedConditions: AskedConditions;
  NewTile: NewTile;
  TilePatch: TilePatch;
  SavedTile: SavedTile;
  DeliveryPage: DeliveryPage;
  DeliveryConfirmation: DeliveryConfirmation;
  Delivery: Delivery;
  DeliveryContent: DeliveryContent;
  DeliveryDeletion: DeliveryDeletion;
  DeletedDeliveries: DeletedDeliveries;
  DeliveryReplay: DeliveryReplay;
  UnreadDeliveries: UnreadDeliveries;
  DeliveryTarget: DeliveryTarget;
  DeliveryConflict: DeliveryConflict;
  SavedFile: SavedFile;
  FilePage: FilePage;
  ImportResult: ImportResult;
  ImportLine: ImportLine;
  ImportProgress: ImportProgress;
  ImportedColumn: ImportedColumn;
  MatchedColumn: MatchedColumn;
  MarkerCount: MarkerCount;
  ApiKey: ApiKey;
  CreatedApiKey: CreatedApiKey;
  NewApiKey: NewApiKey;
  KeyRotation: KeyRotation;
  PlanCalls: PlanCalls;
  MessagePage: MessagePage;
  Message: Message;
  MessageRead: MessageRead;
  MessagesRead: MessagesRead;
  Id: Id;
  Moment: Moment;
  Count: Count;
  Revision: Revision;
  Sha256: Sha256;
  Name: Name;
  Role: Role;
  Timezone: Timezone;
  WeekStart: WeekStart;
  Session: Session;
  Member: Member;
  SignInMethods: SignInMethods;
  Credentials: Credentials;
  Person: Person;
  RolePatch: RolePatch;
  NewInvitation: NewInvitation;
  Invitation: Invitation;
  InvitationToken: InvitationToken;
  InvitationPreview: InvitationPreview;
  InvitationAcceptance: InvitationAcceptance;
  AcceptedInvitation: AcceptedInvitation;
  PasswordChange: PasswordChange;
  PasswordResetRequest: PasswordResetRequest;
  PasswordReset: PasswordReset;
  PersonPatch: PersonPatch;
  OpenSession: OpenSession;
  KeyringStatus: KeyringStatus;
  KeyringRotation: KeyringRotation;
  Mail: Mail;
  AuditRow: AuditRow;
  Audit: Audit;
  ProblemDocument: ProblemDocument;
  ProblemCode: ProblemCode;
  ProblemDetail: ProblemDetail;
  GraphqlAnswer: GraphqlAnswer;
  GraphqlRefusal: GraphqlRefusal;
  McpAnswer: McpAnswer;
  McpRefusal: McpRefusal;
  GraphqlOperation: GraphqlOperation;
  McpMessages: McpMessages;
  GraphqlError: GraphqlError;
  AskedType: AskedType;
  AskedField: AskedField;
  AskedQuestion: AskedQuestion;
  AnyRecord: AnyRecord;
  SavedRecord: SavedRecord;
  RecordPage: RecordPage;
  ChangeLog: ChangeLog;
  Change: Change;
  RecordType: RecordType;
  NewRecord: NewRecord;
  RecordSearch: RecordSearch;
  RecordPatch: RecordPatch;
  RecordChange: RecordChange;
  MergeChange: MergeChange;
  BulkChange: BulkChange;
  ImportChange: ImportChange;
  RecordEdit: RecordEdit;
  RecordBatch: RecordBatch;
  RecordBatchResult: RecordBatchResult;
  RecordHistory: RecordHistory;
  RecordNews: RecordNews;
  RecordNewsItem: RecordNewsItem;
  ExportedRecord: ExportedRecord;
  PersonName: PersonName;
  NewRecordType: NewRecordType;
  RecordTypePatch: RecordTypePatch;
  TypeChange: TypeChange;
  TypeVersion: TypeVersion;
  TypeChangePreview: TypeChangePreview;
  FieldChangePreview: FieldChangePreview;
  LostOption: LostOption;
  LostValue: LostValue;
  TypeUses: TypeUses;
  TypeUse: TypeUse;
  FieldPatch: FieldPatch;
  SavedReport: SavedReport;
  NewReport: NewReport;
  ReportPatch: ReportPatch;
  RunPage: RunPage;
  CancelledRun: CancelledRun;
  Attention: Attention;
  RunWatch: RunWatch;
  Run: Run;
  RunSummary: RunSummary;
  RunCounts: RunCounts;
  CancelAsked: CancelAsked;
  RunTrigger: RunTrigger;
  RecordChangedStart: RecordChangedStart;
  AddressStart: AddressStart;
  CalledStart: CalledStart;
  PersonQuestion: PersonQuestion;
  PersonAnswer: PersonAnswer;
  DecisionChoice: DecisionChoice;
  StepDecision: StepDecision;
  NewDecision: NewDecision;
  MadeDecision: MadeDecision;
  ScheduleStart: ScheduleStart;
  ButtonStart: ButtonStart;
  NewRun: NewRun;
  RunAgain: RunAgain;
  StartedRun: StartedRun;
  DeliveryStart: DeliveryStart;
  RunError: RunError;
  RunStatus: RunStatus;
  RunStep: RunStep;
  StepSend: StepSend;
  StepUpload: StepUpload;
  UploadLine: UploadLine;
  SentPiece: SentPiece;
  SentRequest: SentRequest;
  StepStatus: StepStatus;
  RunBlock: RunBlock;
  Health: Health;
  OpenApiDocument: OpenApiDocument;
  ShareLink: ShareLink;
  NewShareLink: NewShareLink;
  ShareSecret: ShareSecret;
  SharedQuestion: SharedQuestion;
  SharedPage: SharedPage;
  SharedReport: SharedReport;
  Speed: Speed;
  KeptColumns: KeptColumns;
  KeptTypeSpeed: KeptTypeSpeed;
  FieldSpeed: FieldSpeed;
  IndexSpeed: IndexSpeed;
  IndexedField: IndexedField;
  ReportName: ReportName;
  IndexWish: IndexWish;
  IndexSwitch: IndexSwitch;
  FieldIndex: FieldIndex;
  SavedView: SavedView;
  NewView: NewView;
  ViewPatch: ViewPatch;
  SavedWorkflow: SavedWorkflow;
  WorkflowDraft: WorkflowDraft;
  WorkflowDraftPut: WorkflowDraftPut;
  WorkflowPublishing: WorkflowPublishing;
  WorkflowVersion: WorkflowVersion;
  WorkflowSample: WorkflowSample;
  WorkflowTesting: WorkflowTesting;
  WorkflowAddress: WorkflowAddress;
  WorkflowActivity: WorkflowActivity;
  Subscription: Subscription;
  WorkflowSettings: WorkflowSettings;
  NewWorkflow: NewWorkflow;
  WorkflowSettingsPatch: WorkflowSettingsPatch;
  MissingAccounts: MissingAccounts;
  Workspace: Workspace;
  BranchLimits: BranchLimits;
  ChangedWorkspace: ChangedWorkspace;
  CreatedWorkspace: CreatedWorkspace;
  Branch: Branch;
  CreatedBranch: CreatedBranch;
  NewWorkspace: NewWorkspace;
  WorkspacePatch: WorkspacePatch;
  NewBranch: NewBranch;
  App: App;
  ConnectorPackage: ConnectorPackage;
  Connector: Connector;
  Dashboard: Dashboard;
  Fixture: Fixture;
  NumberFormat: NumberFormat;
  Question: Question;
  Report: Report;
  Request: Request;
  View: View;
  ConnectorWebhook: ConnectorWebhook;
  WorkflowTests: WorkflowTests;
  Workflow: Workflow;
}

export type {
  ConnectorAction,
  Answer,
  LinkedAccount,
  AccountUser,
  UnlinkedAccount,
  AccountTest,
  AccountValues,
  NewAccountSignIn,
  AccountSignIn,
  SignInChoice,
  ConnectorClient,
  ConnectorClientList,
  NewConnectorClient,
  NewAccount,
  AccountPatch,
  AppPackage,
  AppRelease,
  InstalledApp,
  AppOffer,
  AppList,
  AppDetail,
  AppTypeSummary,
  AppUpdate,
  ChangedType,
  AppChange,
  NewAppInstallation,
  RemovedApp,
  SampleCount,
  RemovedSamples,
  BranchProtection,
  BranchPatch,
  BranchAuthor,
  BranchDetails,
  DeletedBranch,
  BranchRestoring,
  ChangeCounts,
  Commit,
  CommitPage,
  NewCommit,
  ChangedPart,
  Difference,
  DifferencePage,
  ConflictPart,
  PartAuthor,
  MergedType,
  MergeConflict,
  MergePreview,
  DecidedMerge,
  RevertPreview,
  ConflictDecision,
  NewMerge,
  NewRevert,
  MergeResult,
  MergeProgress,
  MergeLine,
  BranchLine,
  BranchProgress,
  FolderId,
  FolderFile,
  FolderProblem,
  ConnectorFolderList,
  ConnectorFolderEntry,
  ConnectorFolder,
  NewConnectorFolder,
  OpenapiContentsPost,
  OpenapiContents,
  ConnectorFolderPut,
  FolderChecksPost,
  FolderChecks,
  FixtureRuns,
  ReleasePlan,
  FolderRelease,
  FolderTryPost,
  FolderTry,
  FolderListenPost,
  NewFolderListen,
  FolderListen,
  ConnectorList,
  Release,
  ReleaseNotes,
  ReleasePost,
  ConnectorOffer,
  ConnectorDetail,
  OfferedAction,
  ConnectorChange,
  ConnectorTemplate,
  ConnectorUser,
  ConnectorUpdate,
  ConnectorMove,
  WorkflowRefs,
  RemovedConnector,
  ReleasePreview,
  Installation,
  InstalledConnector,
  ActionSummary,
  WebhookSummary,
  ConnectorParts,
  ConnectorSignIn,
  NewInstallation,
  SavedDashboard,
  NewDashboard,
  DashboardPatch,
  AskedConditions,
  NewTile,
  TilePatch,
  SavedTile,
  DeliveryPage,
  DeliveryConfirmation,
  Delivery,
  DeliveryContent,
  DeliveryDeletion,
  DeletedDeliveries,
  DeliveryReplay,
  UnreadDeliveries,
  DeliveryTarget,
  DeliveryConflict,
  SavedFile,
  FilePage,
  ImportResult,
  ImportLine,
  ImportProgress,
  ImportedColumn,
  MatchedColumn,
  MarkerCount,
  ApiKey,
  CreatedApiKey,
  NewApiKey,
  KeyRotation,
  PlanCalls,
  MessagePage,
  Message,
  MessageRead,
  MessagesRead,
  Id,
  Moment,
  Count,
  Revision,
  Sha256,
  Name,
  Role,
  Timezone,
  WeekStart,
  Session,
  Member,
  SignInMethods,
  Credentials,
  Person,
  RolePatch,
  NewInvitation,
  Invitation,
  InvitationToken,
  InvitationPreview,
  InvitationAcceptance,
  AcceptedInvitation,
  PasswordChange,
  PasswordResetRequest,
  PasswordReset,
  PersonPatch,
  OpenSession,
  KeyringStatus,
  KeyringRotation,
  Mail,
  AuditRow,
  Audit,
  ProblemDocument,
  ProblemCode,
  ProblemDetail,
  GraphqlAnswer,
  GraphqlRefusal,
  McpAnswer,
  McpRefusal,
  GraphqlOperation,
  McpMessages,
  GraphqlError,
  AskedType,
  AskedField,
  AskedQuestion,
  AnyRecord,
  SavedRecord,
  RecordPage,
  ChangeLog,
  Change,
  RecordType,
  NewRecord,
  RecordSearch,
  RecordPatch,
  RecordChange,
  MergeChange,
  BulkChange,
  ImportChange,
  RecordEdit,
  RecordBatch,
  RecordBatchResult,
  RecordHistory,
  RecordNews,
  RecordNewsItem,
  ExportedRecord,
  PersonName,
  NewRecordType,
  RecordTypePatch,
  TypeChange,
  TypeVersion,
  TypeChangePreview,
  FieldChangePreview,
  LostOption,
  LostValue,
  TypeUses,
  TypeUse,
  FieldPatch,
  SavedReport,
  NewReport,
  ReportPatch,
  RunPage,
  CancelledRun,
  Attention,
  RunWatch,
  Run,
  RunSummary,
  RunCounts,
  CancelAsked,
  RunTrigger,
  RecordChangedStart,
  AddressStart,
  CalledStart,
  PersonQuestion,
  PersonAnswer,
  DecisionChoice,
  StepDecision,
  NewDecision,
  MadeDecision,
  ScheduleStart,
  ButtonStart,
  NewRun,
  RunAgain,
  StartedRun,
  DeliveryStart,
  RunError,
  RunStatus,
  RunStep,
  StepSend,
  StepUpload,
  UploadLine,
  SentPiece,
  SentRequest,
  StepStatus,
  RunBlock,
  Health,
  OpenApiDocument,
  ShareLink,
  NewShareLink,
  ShareSecret,
  SharedQuestion,
  SharedPage,
  SharedReport,
  Speed,
  KeptColumns,
  KeptTypeSpeed,
  FieldSpeed,
  IndexSpeed,
  IndexedField,
  ReportName,
  IndexWish,
  IndexSwitch,
  FieldIndex,
  SavedView,
  NewView,
  ViewPatch,
  SavedWorkflow,
  WorkflowDraft,
  WorkflowDraftPut,
  WorkflowPublishing,
  WorkflowVersion,
  WorkflowSample,
  WorkflowTesting,
  WorkflowAddress,
  WorkflowActivity,
  Subscription,
  WorkflowSettings,
  NewWorkflow,
  WorkflowSettingsPatch,
  MissingAccounts,
  Workspace,
  BranchLimits,
  ChangedWorkspace,
  CreatedWorkspace,
  Branch,
  CreatedBranch,
  NewWorkspace,
  WorkspacePatch,
  NewBranch,
  App,
  ConnectorPackage,
  Connector,
  Dashboard,
  Fixture,
  NumberFormat,
  Question,
  Report,
  Request,
  View,
  ConnectorWebhook,
  WorkflowTests,
  Workflow,
};
