// Made from the routes of packages/api by `npm run generate`.
import type {
  AcceptedInvitation,
  AccountPatch,
  AccountSignIn,
  AccountTest,
  AccountValues,
  Answer,
  ApiKey,
  AppDetail,
  AppList,
  AppPackage,
  AppRelease,
  AppUpdate,
  AskedQuestion,
  AskedType,
  Attention,
  Audit,
  BranchDetails,
  BranchLine,
  BranchPatch,
  BranchRestoring,
  CancelledRun,
  ChangeLog,
  ChangedWorkspace,
  Commit,
  CommitPage,
  ConnectorClient,
  ConnectorClientList,
  ConnectorDetail,
  ConnectorFolder,
  ConnectorFolderList,
  ConnectorFolderPut,
  ConnectorList,
  ConnectorMove,
  ConnectorPackage,
  ConnectorUpdate,
  CreatedApiKey,
  CreatedBranch,
  CreatedWorkspace,
  Credentials,
  DashboardPatch,
  DecidedMerge,
  DeletedBranch,
  DeletedDeliveries,
  DeliveryContent,
  DeliveryDeletion,
  DeliveryPage,
  DeliveryReplay,
  DifferencePage,
  ExportedRecord,
  FieldSpeed,
  FilePage,
  FixtureRuns,
  FolderChecks,
  FolderChecksPost,
  FolderListen,
  FolderListenPost,
  FolderRelease,
  FolderTry,
  FolderTryPost,
  GraphqlAnswer,
  GraphqlOperation,
  Health,
  ImportLine,
  ImportResult,
  IndexSpeed,
  IndexSwitch,
  IndexWish,
  Installation,
  InstalledApp,
  InstalledConnector,
  Invitation,
  InvitationAcceptance,
  InvitationPreview,
  InvitationToken,
  KeyRotation,
  KeyringRotation,
  KeyringStatus,
  LinkedAccount,
  MadeDecision,
  Mail,
  McpAnswer,
  McpMessages,
  Member,
  MergeLine,
  MergePreview,
  MergeResult,
  MessagePage,
  MessageRead,
  MessagesRead,
  NewAccount,
  NewAccountSignIn,
  NewApiKey,
  NewAppInstallation,
  NewBranch,
  NewCommit,
  NewConnectorClient,
  NewConnectorFolder,
  NewDashboard,
  NewDecision,
  NewFolderListen,
  NewInstallation,
  NewInvitation,
  NewMerge,
  NewRecord,
  NewRecordType,
  NewReport,
  NewRevert,
  NewRun,
  NewShareLink,
  NewTile,
  NewView,
  NewWorkflow,
  NewWorkspace,
  OpenApiDocument,
  OpenSession,
  OpenapiContents,
  OpenapiContentsPost,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  PersonAnswer,
  PersonName,
  PersonPatch,
  PersonQuestion,
  PlanCalls,
  RecordBatch,
  RecordBatchResult,
  RecordHistory,
  RecordNews,
  RecordPage,
  RecordPatch,
  RecordSearch,
  RecordType,
  RecordTypePatch,
  Release,
  ReleasePlan,
  ReleasePost,
  ReleasePreview,
  RemovedApp,
  RemovedConnector,
  RemovedSamples,
  ReportPatch,
  RevertPreview,
  RolePatch,
  Run,
  RunAgain,
  RunPage,
  RunSummary,
  RunWatch,
  SampleCount,
  SavedDashboard,
  SavedFile,
  SavedRecord,
  SavedReport,
  SavedView,
  SavedWorkflow,
  Session,
  ShareLink,
  ShareSecret,
  SharedPage,
  SharedQuestion,
  SignInChoice,
  SignInMethods,
  Speed,
  StartedRun,
  Subscription,
  TilePatch,
  TypeChange,
  TypeChangePreview,
  TypeUses,
  TypeVersion,
  UnlinkedAccount,
  ViewPatch,
  WorkflowActivity,
  WorkflowAddress,
  WorkflowDraft,
  WorkflowDraftPut,
  WorkflowPublishing,
  WorkflowSample,
  WorkflowSettings,
  WorkflowSettingsPatch,
  WorkflowTesting,
  WorkflowVersion,
  Workspace,
  WorkspacePatch,
} from './index.ts';

/** The input and output of each route. */
export interface Routes {
  'GET /health': { query: {}; body: undefined; answer: Health };
  'GET /api/openapi.json': { query: { workspace?: string; branch?: string }; body: undefined; answer: OpenApiDocument };
  'POST /api/session': { query: {}; body: Credentials; answer: Session };
  'GET /api/sign-in': { query: {}; body: undefined; answer: SignInMethods };
  'GET /api/sign-in/oidc': { query: { to?: string }; body: undefined; answer: undefined };
  'GET /api/sign-in/oidc/callback': { query: {}; body: undefined; answer: undefined };
  'GET /api/session': { query: {}; body: undefined; answer: Session };
  'DELETE /api/session': { query: {}; body: undefined; answer: undefined };
  'GET /api/workspaces': { query: {}; body: undefined; answer: Workspace[] };
  'POST /api/workspaces': { query: {}; body: NewWorkspace; answer: CreatedWorkspace };
  'PATCH /api/workspaces/:id': { query: {}; body: WorkspacePatch; answer: ChangedWorkspace };
  'GET /api/branches': { query: {}; body: undefined; answer: BranchDetails[] };
  'POST /api/branches': { query: {}; body: NewBranch; answer: CreatedBranch; line: BranchLine };
  'DELETE /api/branches/:name': { query: {}; body: undefined; answer: undefined };
  'PATCH /api/branches/:name': { query: {}; body: BranchPatch; answer: BranchDetails };
  'GET /api/deleted-branches': { query: {}; body: undefined; answer: DeletedBranch[] };
  'POST /api/deleted-branches/:id/restore': { query: {}; body: BranchRestoring; answer: BranchDetails };
  'GET /api/commits': { query: { cursor?: string }; body: undefined; answer: CommitPage };
  'POST /api/commits': { query: {}; body: NewCommit; answer: Commit };
  'GET /api/differences': {
    query: { type: string; cursor?: string; limit?: number; commit?: string };
    body: undefined;
    answer: DifferencePage;
  };
  'POST /api/commits/:id/revert': { query: {}; body: NewRevert; answer: MergeResult; line: MergeLine };
  'GET /api/merges/preview': {
    query: { from: string; into: string; cursor?: string };
    body: undefined;
    answer: MergePreview;
  };
  'GET /api/commits/:id/revert-preview': { query: { cursor?: string }; body: undefined; answer: RevertPreview };
  'GET /api/merges/differences': {
    query: { from: string; into: string; type: string; cursor?: string; limit?: number };
    body: undefined;
    answer: DifferencePage;
  };
  'POST /api/merges/preview': { query: {}; body: NewMerge; answer: DecidedMerge };
  'POST /api/merges/differences': {
    query: { type: string; cursor?: string; limit?: number };
    body: NewMerge;
    answer: DifferencePage;
  };
  'POST /api/merges': { query: {}; body: NewMerge; answer: MergeResult; line: MergeLine };
  'GET /api/members': { query: {}; body: undefined; answer: Member[] };
  'POST /api/invitations': { query: {}; body: NewInvitation; answer: Invitation };
  'GET /api/invitations': { query: {}; body: undefined; answer: Invitation[] };
  'DELETE /api/invitations/:id': { query: {}; body: undefined; answer: undefined };
  'POST /api/invitations/preview': { query: {}; body: InvitationToken; answer: InvitationPreview };
  'POST /api/invitations/accept': { query: {}; body: InvitationAcceptance; answer: AcceptedInvitation };
  'POST /api/invitations/decline': { query: {}; body: InvitationToken; answer: undefined };
  'PATCH /api/members/:id': { query: {}; body: RolePatch; answer: undefined };
  'DELETE /api/members/:id': { query: {}; body: undefined; answer: undefined };
  'POST /api/account-sign-ins': { query: {}; body: NewAccountSignIn; answer: AccountSignIn };
  'GET /api/account-sign-ins/:id': { query: {}; body: undefined; answer: AccountSignIn };
  'POST /api/account-sign-ins/:id/choice': { query: {}; body: SignInChoice; answer: AccountSignIn };
  'GET /oauth/callback': { query: {}; body: undefined; answer: undefined };
  'POST /api/accounts/:id/test': { query: {}; body: undefined; answer: AccountTest };
  'PUT /api/accounts/:id/credentials': { query: {}; body: AccountValues; answer: LinkedAccount };
  'GET /api/connector-clients': { query: {}; body: undefined; answer: ConnectorClientList };
  'PUT /api/connector-clients/:connector': { query: {}; body: NewConnectorClient; answer: ConnectorClient };
  'DELETE /api/connector-clients/:connector': { query: {}; body: undefined; answer: undefined };
  'DELETE /api/files/:id': { query: {}; body: undefined; answer: undefined };
  'POST /api/delivery-deletions': { query: {}; body: DeliveryDeletion; answer: DeletedDeliveries };
  'PATCH /api/accounts/:id': { query: {}; body: AccountPatch; answer: LinkedAccount };
  'DELETE /api/accounts/:id': { query: {}; body: undefined; answer: UnlinkedAccount };
  'POST /api/accounts/:id/address': { query: {}; body: undefined; answer: LinkedAccount };
  'PUT /api/person/password': { query: {}; body: PasswordChange; answer: undefined };
  'PATCH /api/person': { query: {}; body: PersonPatch; answer: undefined };
  'POST /api/password/requests': { query: {}; body: PasswordResetRequest; answer: undefined };
  'POST /api/password/resets': { query: {}; body: PasswordReset; answer: undefined };
  'GET /api/sessions': { query: {}; body: undefined; answer: OpenSession[] };
  'GET /api/outbox': { query: {}; body: undefined; answer: Mail[] };
  'GET /api/keyring': { query: {}; body: undefined; answer: KeyringStatus };
  'POST /api/keyring/rotation': { query: {}; body: KeyringRotation; answer: KeyringStatus };
  'DELETE /api/keyring/keys/:id': { query: {}; body: undefined; answer: KeyringStatus };
  'GET /api/audit': { query: { action?: string; by?: string; cursor?: string }; body: undefined; answer: Audit };
  'DELETE /api/sessions/:id': { query: {}; body: undefined; answer: undefined };
  'DELETE /api/sessions': { query: {}; body: undefined; answer: undefined };
  'GET /api/keys': { query: {}; body: undefined; answer: ApiKey[] };
  'POST /api/keys': { query: {}; body: NewApiKey; answer: CreatedApiKey };
  'POST /api/keys/:id/rotation': { query: {}; body: KeyRotation; answer: CreatedApiKey };
  'GET /api/shares': { query: {}; body: undefined; answer: ShareLink[] };
  'POST /api/shares': { query: {}; body: NewShareLink; answer: ShareLink };
  'DELETE /api/shares/:id': { query: {}; body: undefined; answer: undefined };
  'POST /api/shared': { query: {}; body: ShareSecret; answer: SharedPage };
  'POST /api/shared/answers': { query: {}; body: SharedQuestion; answer: Answer };
  'GET /api/plan': { query: {}; body: undefined; answer: PlanCalls };
  'DELETE /api/keys/:id': { query: {}; body: undefined; answer: undefined };
  'GET /api/types': { query: {}; body: undefined; answer: RecordType[] };
  'GET /api/types.d.ts': { query: {}; body: undefined; answer: undefined };
  'POST /api/types': { query: {}; body: NewRecordType; answer: RecordType };
  'GET /api/types/:name': { query: {}; body: undefined; answer: TypeVersion };
  'PATCH /api/types/:name': { query: {}; body: RecordTypePatch; answer: RecordType };
  'PUT /api/types/:name': { query: {}; body: TypeChange; answer: RecordType };
  'POST /api/types/:name/preview': { query: {}; body: TypeChange; answer: TypeChangePreview };
  'GET /api/types/:name/uses': { query: {}; body: undefined; answer: TypeUses };
  'DELETE /api/types/:name': { query: { evenIfUsed?: boolean }; body: undefined; answer: undefined };
  'GET /api/records': {
    query: {
      type: string;
      limit?: number;
      cursor?: string;
      timezone?: string;
      weekStart?: 'monday' | 'sunday' | 'saturday';
      labels?: boolean;
      filter?: string;
    };
    body: undefined;
    answer: RecordPage;
  };
  'POST /api/records': { query: { type: string }; body: NewRecord; answer: SavedRecord };
  'POST /api/records/search': {
    query: {
      type: string;
      limit?: number;
      cursor?: string;
      timezone?: string;
      weekStart?: 'monday' | 'sunday' | 'saturday';
      labels?: boolean;
    };
    body: RecordSearch;
    answer: RecordPage;
  };
  'POST /api/records/batch': { query: { type: string }; body: RecordBatch; answer: RecordBatchResult };
  'GET /api/records/:id/history': {
    query: { type: string; before?: number; limit?: number };
    body: undefined;
    answer: RecordHistory;
  };
  'GET /api/record-news': { query: { type: string; since?: string }; body: undefined; answer: RecordNews };
  'GET /api/record-export': {
    query: {
      type: string;
      format?: 'csv' | 'ndjson' | 'json';
      filter?: string;
      sort?: string;
      fields?: string;
      timezone?: string;
      weekStart?: 'monday' | 'sunday' | 'saturday';
    };
    body: undefined;
    answer: ExportedRecord[];
    line: ExportedRecord;
  };
  'GET /api/people': { query: {}; body: undefined; answer: PersonName[] };
  'GET /api/views': { query: { type?: string }; body: undefined; answer: SavedView[] };
  'POST /api/views': { query: {}; body: NewView; answer: SavedView };
  'PATCH /api/views/:id': { query: {}; body: ViewPatch; answer: SavedView };
  'DELETE /api/views/:id': { query: {}; body: undefined; answer: undefined };
  'POST /api/views/:id/restore': { query: {}; body: undefined; answer: SavedView };
  'GET /api/records/:id': { query: { type: string }; body: undefined; answer: SavedRecord };
  'PATCH /api/records/:id': { query: { type: string }; body: RecordPatch; answer: SavedRecord };
  'DELETE /api/records/:id': { query: { type: string; revision?: number }; body: undefined; answer: undefined };
  'GET /api/changes': { query: { type?: string; after?: number; limit?: number }; body: undefined; answer: ChangeLog };
  'POST /api/import': {
    query: {
      type: string;
      relation?: readonly string[];
      field?: readonly string[];
      empty?: readonly string[];
      delimiter?: string;
      dates?: 'dmy' | 'mdy' | 'ymd';
      decimals?: 'point' | 'comma';
      missing?: 'empty' | 'refuse';
      key?: string;
      allOrNothing?: boolean;
      dryRun?: boolean;
    };
    body: undefined;
    answer: ImportResult;
    line: ImportLine;
  };
  'GET /api/files': { query: { limit?: number; cursor?: string }; body: undefined; answer: FilePage };
  'POST /api/files': { query: { name: string }; body: undefined; answer: SavedFile };
  'GET /api/files/:id': { query: {}; body: undefined; answer: undefined };
  'GET /api/query': {
    query: { q: string; labels?: boolean; explain?: boolean; report?: string; compare?: 'previousPeriod' };
    body: undefined;
    answer: Answer;
  };
  'POST /api/query': { query: { labels?: boolean; explain?: boolean }; body: AskedQuestion; answer: Answer };
  'GET /api/query/fields': { query: { type: string }; body: undefined; answer: AskedType };
  'GET /graphql': {
    query: { query: string; operationName?: string; variables?: string };
    body: undefined;
    answer: GraphqlAnswer;
  };
  'POST /graphql': { query: {}; body: GraphqlOperation; answer: GraphqlAnswer };
  'POST /mcp': { query: {}; body: McpMessages; answer: McpAnswer | undefined };
  'GET /api/reports': { query: {}; body: undefined; answer: SavedReport[] };
  'POST /api/reports': { query: {}; body: NewReport; answer: SavedReport };
  'GET /api/reports/:id': { query: {}; body: undefined; answer: SavedReport };
  'PATCH /api/reports/:id': { query: {}; body: ReportPatch; answer: SavedReport };
  'DELETE /api/reports/:id': { query: { revision?: number }; body: undefined; answer: undefined };
  'POST /api/reports/:id/restore': { query: {}; body: undefined; answer: SavedReport };
  'GET /api/reports/:id/answer': {
    query: { labels?: boolean; recount?: boolean; conditions?: string };
    body: undefined;
    answer: Answer;
  };
  'GET /api/dashboards': { query: {}; body: undefined; answer: SavedDashboard[] };
  'POST /api/dashboards': { query: {}; body: NewDashboard; answer: SavedDashboard };
  'PATCH /api/dashboards/:id': { query: {}; body: DashboardPatch; answer: SavedDashboard };
  'DELETE /api/dashboards/:id': { query: {}; body: undefined; answer: undefined };
  'POST /api/dashboards/:id/restore': { query: {}; body: undefined; answer: SavedDashboard };
  'POST /api/dashboards/:id/tiles': { query: {}; body: NewTile; answer: SavedDashboard };
  'PATCH /api/dashboards/:id/tiles/:tile': { query: {}; body: TilePatch; answer: SavedDashboard };
  'DELETE /api/dashboards/:id/tiles/:tile': { query: {}; body: undefined; answer: SavedDashboard };
  'GET /api/speed': { query: {}; body: undefined; answer: Speed };
  'PUT /api/speed/:type/:field': { query: {}; body: IndexSwitch; answer: FieldSpeed };
  'PUT /api/speed/:type': { query: {}; body: IndexWish; answer: IndexSpeed };
  'GET /api/runs': {
    query: {
      status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
      workflow?: string;
      find?: string;
      since?: string;
      until?: string;
      undecided?: 'true';
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    answer: RunPage;
  };
  'GET /api/runs/:id': { query: {}; body: undefined; answer: Run };
  'POST /api/runs/:id/again': { query: {}; body: RunAgain; answer: StartedRun };
  'POST /api/runs/:id/cancel': { query: {}; body: undefined; answer: CancelledRun };
  'POST /api/runs/:id/decisions': { query: {}; body: NewDecision; answer: MadeDecision };
  'GET /api/subscriptions': { query: {}; body: undefined; answer: Subscription[] };
  'POST /api/subscriptions/:id/try': { query: {}; body: undefined; answer: undefined };
  'POST /api/workflows/:id/tests': { query: {}; body: WorkflowTesting; answer: StartedRun };
  'GET /api/run-export': {
    query: {
      status?: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
      workflow?: string;
      find?: string;
      since?: string;
      until?: string;
      undecided?: 'true';
      format?: 'csv' | 'ndjson';
    };
    body: undefined;
    answer: undefined;
    line: RunSummary;
  };
  'GET /api/asks': { query: {}; body: undefined; answer: PersonQuestion[] };
  'GET /api/attention': { query: {}; body: undefined; answer: Attention };
  'PUT /api/runs/:id/watch': { query: {}; body: RunWatch; answer: RunWatch };
  'GET /api/messages': {
    query: { unread?: boolean; limit?: number; cursor?: string };
    body: undefined;
    answer: MessagePage;
  };
  'POST /api/messages/read': { query: {}; body: MessagesRead; answer: undefined };
  'PUT /api/messages/:id/read': { query: {}; body: MessageRead; answer: MessageRead };
  'POST /api/asks/:id/answer': { query: {}; body: PersonAnswer; answer: PersonQuestion };
  'GET /api/connectors': { query: {}; body: undefined; answer: ConnectorList };
  'GET /api/installed-connectors': { query: {}; body: undefined; answer: InstalledConnector[] };
  'GET /api/connectors/:connector': { query: {}; body: undefined; answer: ConnectorDetail };
  'GET /api/installed-connectors/:connector/update': {
    query: { version?: string };
    body: undefined;
    answer: ConnectorUpdate;
  };
  'DELETE /api/installed-connectors/:connector': { query: {}; body: undefined; answer: RemovedConnector };
  'POST /api/installed-connectors/:connector/moves': { query: {}; body: ConnectorMove; answer: undefined };
  'POST /api/connectors': { query: {}; body: NewInstallation; answer: Installation };
  'POST /api/connectors/builds': { query: {}; body: ConnectorPackage; answer: Installation };
  'POST /api/connectors/releases': { query: { dryRun?: boolean }; body: ReleasePost; answer: Release | ReleasePreview };
  'GET /api/connector-folders': { query: {}; body: undefined; answer: ConnectorFolderList };
  'POST /api/connector-folders': { query: {}; body: NewConnectorFolder; answer: ConnectorFolder };
  'GET /api/connector-folders/:id': { query: {}; body: undefined; answer: ConnectorFolder };
  'PUT /api/connector-folders/:id': { query: {}; body: ConnectorFolderPut; answer: ConnectorFolder };
  'DELETE /api/connector-folders/:id': { query: {}; body: undefined; answer: undefined };
  'POST /api/connector-folders/:id/checks': { query: {}; body: FolderChecksPost; answer: FolderChecks };
  'POST /api/connector-folders/:id/tries': { query: {}; body: FolderTryPost; answer: FolderTry };
  'POST /api/openapi-contents': { query: {}; body: OpenapiContentsPost; answer: OpenapiContents };
  'POST /api/connector-folders/:id/listens': { query: {}; body: FolderListenPost; answer: NewFolderListen };
  'GET /api/connector-folders/:id/listens/:listenId': { query: {}; body: undefined; answer: FolderListen };
  'POST /api/connector-folders/:id/fixture-runs': { query: {}; body: undefined; answer: FixtureRuns };
  'GET /api/connector-folders/:id/release-plan': { query: {}; body: undefined; answer: ReleasePlan };
  'POST /api/connector-folders/:id/releases': { query: {}; body: FolderRelease; answer: Release };
  'GET /api/apps': { query: {}; body: undefined; answer: AppList };
  'GET /api/apps/:app': { query: {}; body: undefined; answer: AppDetail };
  'POST /api/apps': { query: {}; body: NewAppInstallation; answer: InstalledApp };
  'GET /api/installed-apps/:app/update': { query: { version?: string }; body: undefined; answer: AppUpdate };
  'DELETE /api/installed-apps/:app': {
    query: { keepRecords?: boolean; evenIfUsed?: boolean };
    body: undefined;
    answer: RemovedApp;
  };
  'POST /api/app-releases': { query: {}; body: AppPackage; answer: AppRelease };
  'POST /api/installed-apps/:app/samples': { query: {}; body: undefined; answer: SampleCount };
  'DELETE /api/installed-apps/:app/samples': { query: {}; body: undefined; answer: RemovedSamples };
  'POST /api/dashboards/:id/copies': { query: {}; body: undefined; answer: SavedDashboard };
  'GET /api/accounts': { query: { connector?: string }; body: undefined; answer: LinkedAccount[] };
  'POST /api/accounts': { query: {}; body: NewAccount; answer: LinkedAccount };
  'GET /api/workflow-activity': { query: {}; body: undefined; answer: WorkflowActivity[] };
  'GET /api/workflows': { query: {}; body: undefined; answer: SavedWorkflow[] };
  'POST /api/workflows/:id/runs': { query: {}; body: NewRun; answer: StartedRun };
  'POST /api/workflows': { query: {}; body: NewWorkflow; answer: SavedWorkflow };
  'PATCH /api/workflows/:id/settings': { query: {}; body: WorkflowSettingsPatch; answer: WorkflowSettings };
  'DELETE /api/workflows/:id': { query: { revision?: number }; body: undefined; answer: undefined };
  'POST /api/workflows/:id/restore': { query: {}; body: undefined; answer: SavedWorkflow };
  'GET /api/workflow-drafts': { query: {}; body: undefined; answer: WorkflowDraft[] };
  'GET /api/workflows/:id/draft': { query: {}; body: undefined; answer: WorkflowDraft };
  'PUT /api/workflows/:id/draft': { query: {}; body: WorkflowDraftPut; answer: WorkflowDraft };
  'DELETE /api/workflows/:id/draft': { query: {}; body: undefined; answer: undefined };
  'POST /api/workflows/:id/publish': { query: {}; body: WorkflowPublishing; answer: SavedWorkflow };
  'GET /api/workflows/:id/versions': { query: {}; body: undefined; answer: WorkflowVersion[] };
  'GET /api/workflows/:id/sample': { query: { delivery?: string }; body: undefined; answer: WorkflowSample };
  'POST /api/workflows/:id/address': { query: {}; body: undefined; answer: WorkflowAddress };
  'GET /api/deliveries': {
    query: {
      connector?: string;
      id?: string;
      outcome?: 'accepted' | 'untriggered' | 'conflict';
      find?: string;
      limit?: number;
      cursor?: string;
    };
    body: undefined;
    answer: DeliveryPage;
  };
  'GET /api/deliveries/:id': { query: {}; body: undefined; answer: DeliveryContent };
  'POST /api/delivery-replays': { query: {}; body: DeliveryReplay; answer: StartedRun[] };
  'GET /hooks/:connector': { query: {}; body: undefined; answer: undefined };
  'GET /hooks/:connector/:key': { query: {}; body: undefined; answer: undefined };
  'POST /hooks/:connector': { query: {}; body: undefined; answer: undefined };
  'POST /hooks/:connector/:key': { query: {}; body: undefined; answer: undefined };
  'POST /start/:key': { query: {}; body: undefined; answer: undefined };
  'GET /listen/:key': { query: {}; body: undefined; answer: undefined };
  'POST /listen/:key': { query: {}; body: undefined; answer: undefined };
}
